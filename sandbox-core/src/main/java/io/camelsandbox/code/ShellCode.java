package io.camelsandbox.code;

import io.camelsandbox.CodeRequest;
import io.camelsandbox.Interpreter;
import io.camelsandbox.engine.Program;
import java.util.ArrayList;
import java.util.Map;

/** A shell script. What follows the name of the script are its arguments, whatever they look like. */
final class ShellCode implements CodeLanguage {

    @Override
    public String codeFile() {
        return "main.sh";
    }

    @Override
    public Program program(CodeRequest request, Interpreter interpreter, Environment environment, String workingDir) {
        Map<String, String> env = environment.all();
        ProgramSpace.check(request.args(), env);
        var argv = new ArrayList<String>();
        argv.add(interpreter.path().toString());
        argv.add(codePath());
        argv.addAll(request.args());
        return new Program.Direct(argv, env);
    }
}
