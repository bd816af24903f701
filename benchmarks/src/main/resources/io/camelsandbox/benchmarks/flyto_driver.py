"""Calls the reference's three modules and takes their time. One JSON request a line, one JSON answer a line."""

import asyncio
import json
import logging
import sys
import time


def functions():
    from core.modules.atomic.sandbox.execute_js import sandbox_execute_js
    from core.modules.atomic.sandbox.execute_python import sandbox_execute_python
    from core.modules.atomic.sandbox.execute_shell import sandbox_execute_shell

    return {
        "sandbox.execute_js": (sandbox_execute_js, "code"),
        "sandbox.execute_python": (sandbox_execute_python, "code"),
        "sandbox.execute_shell": (sandbox_execute_shell, "command"),
    }


def caller(modules, request):
    module, parameter = modules[request["module"]]
    params = {parameter: request["script"]}

    async def call():
        answer = await module(params, {}).execute()
        data = answer.get("data", answer)
        if data["stdout"] != "hello\n" or data["exit_code"] != 0:
            raise RuntimeError("the script did not say its word")

    return call


async def latency(call, request):
    nanos = []
    for _ in range(request["count"]):
        time.sleep(request["pause"])
        start = time.perf_counter_ns()
        await call()
        nanos.append(time.perf_counter_ns() - start)
    return {"nanos": nanos}


async def throughput(call, request):
    runs = 0
    start = time.perf_counter()
    end = start + request["seconds"]

    async def loop():
        nonlocal runs
        while time.perf_counter() < end:
            await call()
            runs += 1

    await asyncio.gather(*(loop() for _ in range(request["callers"])))
    return {"rate": runs / (time.perf_counter() - start)}


def main():
    answers = sys.stdout
    sys.stdout = sys.stderr
    logging.disable(logging.CRITICAL)
    modules = functions()
    loop = asyncio.new_event_loop()
    asyncio.set_event_loop(loop)
    for line in sys.stdin:
        request = json.loads(line)
        try:
            if "what" not in request:
                answer = {"ready": True}
            else:
                work = {"latency": latency, "throughput": throughput}[request["what"]]
                answer = loop.run_until_complete(work(caller(modules, request), request))
        except Exception as e:  # told to the one who asked
            answer = {"error": f"{type(e).__name__}: {e}"}
        answers.write(json.dumps(answer) + "\n")
        answers.flush()


main()
