package io.camelsandbox.code;

import io.camelsandbox.CodeRequest;
import io.camelsandbox.Interpreter;
import io.camelsandbox.Language;
import io.camelsandbox.engine.GuestLayout;
import io.camelsandbox.engine.Program;

/** How code of one language is started. */
interface CodeLanguage {

    /** The name of the code file in {@link GuestLayout#CODE}. */
    String codeFile();

    /**
     * The program that runs the code file.
     *
     * @param workingDir an absolute path in the sandbox
     * @throws io.camelsandbox.SandboxRefusedException when arguments or variables do not fit
     */
    Program program(CodeRequest request, Interpreter interpreter, Environment environment, String workingDir);

    /** The code file as the sandbox sees it. */
    default String codePath() {
        return GuestLayout.CODE + "/" + codeFile();
    }

    static CodeLanguage of(Language language) {
        return switch (language) {
            case PYTHON -> new PythonCode();
            case JS -> new JavaScriptCode();
            case SHELL -> new ShellCode();
        };
    }
}
