package io.camelsandbox.sandbox;

import io.camelsandbox.Quoted;
import io.camelsandbox.SandboxRefusedException;
import java.util.regex.Pattern;

/**
 * A function as its source.
 *
 * @param name        what it is called in the source
 * @param source      a module that defines it; it is executed before each call
 * @param interpreter a Python of the sandbox, looked up in its PATH
 */
public record PythonFunction(String name, String source, String interpreter) {

    private static final Pattern NAME = Pattern.compile("[\\p{L}_][\\p{L}\\p{N}_]*");

    public PythonFunction {
        if (!NAME.matcher(name).matches()) {
            throw new SandboxRefusedException("'" + Quoted.text(name) + "' is not a name of a function");
        }
        if (source.isBlank()) {
            throw new SandboxRefusedException("a function needs its source");
        }
    }

    /** A function for {@code python3}. */
    public static PythonFunction of(String name, String source) {
        return new PythonFunction(name, source, "python3");
    }

    /** Names no source. */
    @Override
    public String toString() {
        return "PythonFunction[" + name + "]";
    }
}
