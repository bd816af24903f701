package io.camelsandbox.engine.local;

import io.camelsandbox.SandboxRefusedException;
import io.camelsandbox.code.HarnessRequest;
import io.camelsandbox.engine.Execution;
import io.camelsandbox.engine.GuestLayout;
import io.camelsandbox.engine.Program;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs executions as the JVM's own user on the host itself, for operators who said so. Each has a private temporary
 * folder that plays the folders of {@link GuestLayout}; every other path is the host's. Time, output and, where there
 * are groups, memory, processors and processes are limited; nothing else is.
 */
final class NoIsolation implements Isolator {

    private static final Logger LOG = LoggerFactory.getLogger(NoIsolation.class);

    private final RuntimeFolder folder;

    NoIsolation(RuntimeFolder folder) {
        this.folder = folder;
    }

    @Override
    public List<String> argv(SandboxPlan plan) {
        return List.of(folder.program().toString(), "init");
    }

    @Override
    public boolean isolates() {
        return false;
    }

    @Override
    public Placed place(Execution execution) throws IOException {
        if (!execution.mounts().isEmpty()) {
            throw new SandboxRefusedException("mounts need isolation: with isolation=none code sees the host's own"
                    + " folders at their own paths");
        }
        Path place = Folders.create(folder.newRun(), Folders.PRIVATE);
        var paths = new HashMap<String, String>();
        paths.put(GuestLayout.SUPPORT, folder.support().toString());
        for (String own : List.of(GuestLayout.WORKSPACE, GuestLayout.CODE, GuestLayout.TMP, GuestLayout.HOME)) {
            Path name = Path.of(own).getFileName();
            paths.put(own, Folders.create(place.resolve(name), Folders.PRIVATE).toString());
        }
        return new Placed(
                relocated(execution, paths),
                paths.get(GuestLayout.WORKSPACE),
                paths.get(GuestLayout.CODE),
                () -> delete(place));
    }

    private static void delete(Path place) {
        try {
            Folders.delete(place);
        } catch (IOException e) {
            LOG.warn("The folder {} of an execution could not be deleted: {}", place, e.toString());
        }
    }

    private static Execution relocated(Execution execution, Map<String, String> paths) {
        return new Execution(
                execution.id(),
                relocated(execution.program(), paths),
                execution.interpreter(),
                execution.codeFiles(),
                execution.inputFiles(),
                execution.outputFiles(),
                execution.stdin(),
                relocated(execution.workingDir(), paths),
                execution.limits(),
                execution.outputPolicy(),
                execution.spool(),
                execution.mounts());
    }

    private static Program relocated(Program program, Map<String, String> paths) {
        List<String> argv =
                program.argv().stream().map(arg -> relocated(arg, paths)).toList();
        var env = new HashMap<>(program.env());
        env.replaceAll((name, value) -> name.equals("HOME") || name.equals("TMPDIR") ? relocated(value, paths) : value);
        if (program instanceof Program.Booted booted) {
            byte[] request = HarnessRequest.relocate(booted.request(), path -> relocated(path, paths));
            return new Program.Booted(argv, env, request);
        }
        return new Program.Direct(argv, env);
    }

    private static String relocated(String path, Map<String, String> paths) {
        for (Map.Entry<String, String> entry : paths.entrySet()) {
            if (path.equals(entry.getKey()) || path.startsWith(entry.getKey() + "/")) {
                return entry.getValue() + path.substring(entry.getKey().length());
            }
        }
        return path;
    }
}
