package io.camelsandbox.benchmarks.contest;

import java.util.List;
import java.util.Locale;

/** The script that everybody runs, once in each language: it says a word and ends. */
public enum TinyScript {
    PYTHON("main.py", "print('hello')\n", "import sys; print(sys.executable)", List.of("-I")),
    JS("main.js", "console.log('hello')\n", "console.log(process.execPath)", List.of()),
    SHELL("main.sh", "echo hello\n", "readlink /proc/$$/exe || echo /bin/sh", List.of());

    private static final String OUTPUT = "hello\n";

    private final String fileName;
    private final String code;
    private final String interpreterQuestion;
    private final List<String> plainOptions;

    TinyScript(String fileName, String code, String interpreterQuestion, List<String> plainOptions) {
        this.fileName = fileName;
        this.code = code;
        this.interpreterQuestion = interpreterQuestion;
        this.plainOptions = plainOptions;
    }

    /** The name in rows and endpoints: {@code python}, {@code js} or {@code shell}. */
    public String id() {
        return name().toLowerCase(Locale.ROOT);
    }

    public String fileName() {
        return fileName;
    }

    public String code() {
        return code;
    }

    /** Code that prints the path of the interpreter that runs it. */
    public String interpreterQuestion() {
        return interpreterQuestion;
    }

    /** The options of a plain start that ask the interpreter for no more than a sandbox gives. */
    public List<String> plainOptions() {
        return plainOptions;
    }

    /** Fails when {@code output} is not what the script writes: a failed run is not a fast one. */
    public void check(String contestant, String output) {
        if (!OUTPUT.equals(output)) {
            throw new IllegalStateException(
                    contestant + " ran the " + id() + " script and got " + length(output) + " instead of its word");
        }
    }

    private static String length(String output) {
        return output == null ? "nothing" : output.length() + " characters";
    }
}
