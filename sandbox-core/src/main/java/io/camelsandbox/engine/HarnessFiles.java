package io.camelsandbox.engine;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The interpreters' bootstraps. An engine puts each of them, readable and not writable, into
 * {@link GuestLayout#SUPPORT} of every sandbox; {@link Program.Booted#argv()} names them there.
 */
public final class HarnessFiles {

    /**
     * An engine that starts a {@link Program.Booted} ahead of its request may append this to its arguments: the
     * interpreter then warms up before it reads descriptor 3. A run that waits for it should not ask: it pays for it.
     */
    public static final String REHEARSE = "--rehearse";

    private static final String RESOURCES = "/io/camelsandbox/harness/";
    private static final List<String> NAMES = List.of(
            "python.py",
            "python_end.py",
            "python_policy.py",
            "python_views.py",
            "python_state.py",
            "node.cjs",
            "node_rehearsal.cjs",
            "node_state.cjs");

    private HarnessFiles() {}

    /** Plain file name → content; read anew at each call. */
    public static Map<String, byte[]> load() {
        var files = new LinkedHashMap<String, byte[]>();
        for (String name : NAMES) {
            files.put(name, read(name));
        }
        return files;
    }

    private static byte[] read(String name) {
        try (InputStream resource = HarnessFiles.class.getResourceAsStream(RESOURCES + name)) {
            if (resource == null) {
                throw new IllegalStateException("sandbox-core is incomplete: " + RESOURCES + name + " is missing");
            }
            return resource.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
