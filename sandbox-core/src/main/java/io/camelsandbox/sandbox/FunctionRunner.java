package io.camelsandbox.sandbox;

/** What calls a Python function in a sandbox: reads the payload, writes the answer, whole or not at all. */
final class FunctionRunner {

    static final String SOURCE = """
            import json
            import os
            import sys


            def require_text_keys(value):
                if isinstance(value, dict):
                    for key, item in value.items():
                        if not isinstance(key, str):
                            raise TypeError("the keys of a result are texts, not " + type(key).__name__)
                        require_text_keys(item)
                elif isinstance(value, (list, tuple)):
                    for item in value:
                        require_text_keys(item)


            def answer(path, value):
                text = json.dumps(value, allow_nan=False)
                with open(path + ".part", "w", encoding="utf-8") as part:
                    part.write(text)
                os.replace(path + ".part", path)


            def main(payload_path, answer_path):
                with open(payload_path, encoding="utf-8") as payload_file:
                    payload = json.load(payload_file)
                try:
                    module = {"__name__": "__sandbox_function__"}
                    exec(compile(payload["source"], "<function>", "exec"), module)
                    result = module[payload["function"]](*payload["args"], **payload["kwargs"])
                    require_text_keys(result)
                    answer(answer_path, {"result": result})
                except BaseException as error:
                    answer(
                        answer_path,
                        {"exception_type": type(error).__name__, "exception_message": str(error)},
                    )
                    return 1
                return 0


            sys.exit(main(sys.argv[1], sys.argv[2]))
            """;

    private FunctionRunner() {}
}
