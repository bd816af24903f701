package io.camelsandbox.engine.local.store;

import io.camelsandbox.Quoted;
import io.camelsandbox.SandboxRefusedException;
import io.camelsandbox.SandboxUnavailableException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;

/** The images of this machine: {@code host}, which is the machine's own programs, and root folders with names. */
public final class Images {

    /** The image that a sandbox has when it names none. */
    public static final String HOST = "host";

    private static final String SHELL = "/bin/sh";
    private static final int MOST_LINKS = 40;

    private final Map<String, Path> roots = new TreeMap<>();

    /**
     * Checks the folders.
     *
     * @param roots  name → root folder
     * @param whyNot tells why the user of sandboxes cannot read a path; empty when it can
     * @throws SandboxUnavailableException naming the first that will not do, and why
     */
    public Images(Map<String, Path> roots, Function<Path, Optional<String>> whyNot) {
        new TreeMap<>(roots).forEach((name, folder) -> this.roots.put(name, checked(name, folder, whyNot)));
    }

    private static Path checked(String name, Path folder, Function<Path, Optional<String>> whyNot) {
        if (name.equals(HOST)) {
            throw new SandboxUnavailableException(
                    "engine property image.host: 'host' is the machine's own; choose another name");
        }
        if (!Files.isDirectory(folder)) {
            throw wrong(name, folder, "there is no such folder");
        }
        whyNot.apply(folder).ifPresent(why -> {
            throw wrong(name, folder, why);
        });
        try {
            Path root = folder.toRealPath();
            Path shell = within(root, SHELL);
            if (!Files.isRegularFile(shell, LinkOption.NOFOLLOW_LINKS)) {
                throw wrong(name, folder, "it has no " + SHELL);
            }
            whyNot.apply(shell).ifPresent(why -> {
                throw wrong(name, folder, why);
            });
            return root;
        } catch (IOException e) {
            throw wrong(name, folder, "its " + SHELL + " cannot be looked at: " + e.getMessage());
        }
    }

    private static SandboxUnavailableException wrong(String name, Path folder, String why) {
        return new SandboxUnavailableException("engine property image." + name + " '" + folder + "': " + why);
    }

    /** Where a path leads whose root is {@code root}: links are taken as they are taken inside. */
    private static Path within(Path root, String path) throws IOException {
        Deque<String> rest = new ArrayDeque<>(List.of(path.substring(1).split("/")));
        Path at = root;
        int links = 0;
        while (!rest.isEmpty()) {
            String step = rest.pop();
            if (step.isEmpty() || step.equals(".")) {
                continue;
            }
            if (step.equals("..")) {
                at = at.equals(root) ? root : at.getParent();
                continue;
            }
            Path next = at.resolve(step);
            if (!Files.isSymbolicLink(next)) {
                at = next;
                continue;
            }
            if (++links > MOST_LINKS) {
                throw new IOException("too many links");
            }
            String target = Files.readSymbolicLink(next).toString();
            at = target.startsWith("/") ? root : at;
            List<String> steps = List.of(target.split("/"));
            for (int i = steps.size() - 1; i >= 0; i--) {
                rest.push(steps.get(i));
            }
        }
        return at;
    }

    /**
     * The root folder of an image; empty for {@link #HOST}.
     *
     * @throws SandboxRefusedException when there is no such image; lists those there are
     */
    public Optional<Path> root(String name) {
        if (name.equals(HOST)) {
            return Optional.empty();
        }
        Path root = roots.get(name);
        if (root == null) {
            throw new SandboxRefusedException("no image '" + Quoted.text(name) + "': there are "
                    + String.join(", ", names()) + " (the engine property image.NAME adds one)");
        }
        return Optional.of(root);
    }

    /** All names, in order. */
    public List<String> names() {
        var names = new TreeSet<>(roots.keySet());
        names.add(HOST);
        return List.copyOf(names);
    }
}
