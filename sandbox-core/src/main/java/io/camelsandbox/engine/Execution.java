package io.camelsandbox.engine;

import io.camelsandbox.Interpreter;
import io.camelsandbox.Limits;
import io.camelsandbox.Mount;
import io.camelsandbox.OutputPolicy;
import io.camelsandbox.Spool;
import io.camelsandbox.Stdin;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * One execution, as an engine gets it: everything is checked and nothing is left to decide. Byte arrays are not copied.
 *
 * @param id           names the sandbox and its result; unguessable
 * @param program      what is started
 * @param interpreter  what runs it; its folders are to be visible
 * @param codeFiles    name → content, written to {@link GuestLayout#CODE} before the program gets its work
 * @param inputFiles   path relative to {@link GuestLayout#WORKSPACE} → content, written before the program gets its
 *                     work
 * @param outputFiles  globs of files below the workspace to collect, relative to it; empty for none
 * @param stdin        standard input
 * @param workingDir   an absolute path in the sandbox; if it is not a folder there the execution is refused
 * @param limits       all limits
 * @param outputPolicy what happens when a stream passes its cap
 * @param spool        where output above {@link Limits#output()} goes; empty drops it
 * @param mounts       host folders to show
 */
public record Execution(
        String id,
        Program program,
        Interpreter interpreter,
        Map<String, byte[]> codeFiles,
        Map<String, byte[]> inputFiles,
        List<String> outputFiles,
        Stdin stdin,
        String workingDir,
        Limits limits,
        OutputPolicy outputPolicy,
        Optional<Spool> spool,
        List<Mount> mounts) {

    public Execution {
        Objects.requireNonNull(id);
        Objects.requireNonNull(program);
        Objects.requireNonNull(interpreter);
        Objects.requireNonNull(stdin);
        Objects.requireNonNull(workingDir);
        Objects.requireNonNull(limits);
        Objects.requireNonNull(outputPolicy);
        codeFiles = Map.copyOf(codeFiles);
        inputFiles = Map.copyOf(inputFiles);
        outputFiles = List.copyOf(outputFiles);
        mounts = List.copyOf(mounts);
    }

    /** Names no content. */
    @Override
    public String toString() {
        return "Execution[id=" + id + ", " + interpreter.language().id() + "]";
    }
}
