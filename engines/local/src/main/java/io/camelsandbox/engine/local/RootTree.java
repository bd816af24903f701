package io.camelsandbox.engine.local;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The read-only part of a sandbox's root, in words of bubblewrap. Where something is to be put into a folder of it, the
 * folder is made anew and all that is in it is shown one by one: nothing can be made in a folder that is shown whole.
 */
final class RootTree {

    private static final List<String> SYSTEM_FOLDERS = List.of("bin", "sbin", "lib", "lib32", "lib64", "libx32");

    /** What every sandbox has of its own, whatever its image. */
    private static final Set<String> OWN =
            Set.of("proc", "sys", "dev", "tmp", "run", "home", "sandbox", "code", "workspace", "etc");

    /** What a sandbox's {@code /etc} says of users and hosts is the engine's, whatever its image. */
    private static final List<String> OWN_ETC =
            List.of("passwd", "group", "hosts", "hostname", "resolv.conf", "nsswitch.conf");

    /** A folder of the host and where it is seen. */
    private record Shown(Path source, String target) {}

    private final List<Shown> folders;
    private final List<String> words;
    private final List<String> after;

    private RootTree(List<Shown> folders, List<String> words, List<String> after) {
        this.folders = List.copyOf(folders);
        this.words = List.copyOf(words);
        this.after = List.copyOf(after);
    }

    /** The host's own system below {@code root}, with {@code etc} as its {@code /etc}. */
    static RootTree ofHost(Path root, Path etc) {
        var folders = new ArrayList<Shown>();
        var words = new ArrayList<String>();
        folders.add(new Shown(Path.of("/usr"), "/usr"));
        SYSTEM_FOLDERS.forEach(name -> add(root.resolve(name), "/" + name, folders, words));
        folders.add(new Shown(etc, "/etc"));
        return new RootTree(folders, words, List.of());
    }

    /** What is in {@code image}, with files of {@code etc} over its own. */
    static RootTree ofImage(Path image, Path etc) {
        var folders = new ArrayList<Shown>();
        var words = new ArrayList<String>();
        var after = new ArrayList<String>();
        for (Path entry : entries(image)) {
            String name = entry.getFileName().toString();
            if (!OWN.contains(name)) {
                add(entry, "/" + name, folders, words);
            }
        }
        Path own = image.resolve("etc");
        if (Files.isDirectory(own, LinkOption.NOFOLLOW_LINKS)) {
            folders.add(new Shown(own, "/etc"));
            OWN_ETC.stream()
                    .filter(name -> Files.isRegularFile(own.resolve(name), LinkOption.NOFOLLOW_LINKS))
                    .forEach(name ->
                            after.addAll(List.of("--ro-bind", etc.resolve(name).toString(), "/etc/" + name)));
        } else {
            folders.add(new Shown(etc, "/etc"));
        }
        words.addAll(List.of("--dir", "/run"));
        return new RootTree(folders, words, after);
    }

    /** On a merged system some of these are links into /usr, elsewhere folders. */
    private static void add(Path entry, String target, List<Shown> folders, List<String> words) {
        if (Files.isSymbolicLink(entry)) {
            words.addAll(List.of("--symlink", linkTarget(entry), target));
        } else if (Files.isDirectory(entry)) {
            folders.add(new Shown(entry, target));
        }
    }

    /** The words that build it with room for something at each of {@code places}. */
    List<String> words(Collection<String> places) {
        var all = new ArrayList<String>();
        folders.forEach(shown -> show(shown.source, shown.target, places, all));
        all.addAll(words);
        all.addAll(after);
        return all;
    }

    private static void show(Path source, String target, Collection<String> places, List<String> words) {
        boolean needsRoom =
                places.stream().anyMatch(place -> place.startsWith(target + "/") && !isThere(source, target, place));
        if (!needsRoom) {
            words.addAll(List.of("--ro-bind", source.toString(), target));
            return;
        }
        words.addAll(List.of("--dir", target));
        for (Path child : entries(source)) {
            String at = target + "/" + child.getFileName();
            if (Files.isSymbolicLink(child)) {
                words.addAll(List.of("--symlink", linkTarget(child), at));
            } else if (Files.isDirectory(child)) {
                show(child, at, places, words);
            } else if (!places.contains(at) && Files.isReadable(child)) {
                words.addAll(List.of("--ro-bind", child.toString(), at));
            }
        }
    }

    /** A file that is there can be covered as it is. */
    private static boolean isThere(Path source, String target, String place) {
        return Files.isRegularFile(source.resolve(place.substring(target.length() + 1)), LinkOption.NOFOLLOW_LINKS);
    }

    private static List<Path> entries(Path folder) {
        try (Stream<Path> entries = Files.list(folder)) {
            return entries.sorted().toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String linkTarget(Path link) {
        try {
            return Files.readSymbolicLink(link).toString();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
