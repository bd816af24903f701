package io.camelsandbox.code;

import io.camelsandbox.CodeRequest;
import io.camelsandbox.Interpreter;
import io.camelsandbox.engine.GuestLayout;
import io.camelsandbox.engine.Program;
import java.util.List;

/** Python, isolated from everything that others could have left for it to import. */
final class PythonCode implements CodeLanguage {

    @Override
    public String codeFile() {
        return "main.py";
    }

    @Override
    public Program program(CodeRequest request, Interpreter interpreter, Environment environment, String workingDir) {
        ProgramSpace.check(List.of(), environment.boot());
        List<String> argv = List.of(interpreter.path().toString(), "-I", "-B", GuestLayout.SUPPORT + "/python.py");
        byte[] work = HarnessRequest.encode(
                codePath(), workingDir, request.args(), environment.request(), request.allowedModules());
        return new Program.Booted(argv, environment.boot(), work);
    }
}
