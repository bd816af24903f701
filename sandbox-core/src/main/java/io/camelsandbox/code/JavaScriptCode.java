package io.camelsandbox.code;

import io.camelsandbox.CodeRequest;
import io.camelsandbox.Interpreter;
import io.camelsandbox.engine.GuestLayout;
import io.camelsandbox.engine.Program;
import java.util.ArrayList;
import java.util.List;

/** JavaScript through Node.js, which runs the code file itself; the bootstrap is loaded in front of it. */
final class JavaScriptCode implements CodeLanguage {

    @Override
    public String codeFile() {
        return "main.js";
    }

    @Override
    public Program program(CodeRequest request, Interpreter interpreter, Environment environment, String workingDir) {
        ProgramSpace.check(List.of(), environment.boot());
        List<String> argv = command(interpreter, GuestLayout.SUPPORT + "/node.cjs", codePath());
        byte[] work = HarnessRequest.encode(codePath(), workingDir, request.args(), environment.request(), List.of());
        return new Program.Booted(argv, environment.boot(), work);
    }

    static List<String> command(Interpreter interpreter, String bootstrap, String codeFile) {
        var command = new ArrayList<String>();
        command.add(interpreter.path().toString());
        command.addAll(List.of("-r", bootstrap, codeFile));
        return command;
    }
}
