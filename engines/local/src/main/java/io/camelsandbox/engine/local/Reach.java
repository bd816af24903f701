package io.camelsandbox.engine.local;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.Optional;
import java.util.Set;

/**
 * Tells what of the host a sandbox's user can get at. As that user is a stranger to the host, what counts is what others
 * may do; in a sandbox of the JVM's own user it is what the JVM may do.
 */
final class Reach {

    private final boolean foreignUser;

    /** For sandboxes whose user is another than this JVM's, or the same. */
    Reach(boolean foreignUser) {
        this.foreignUser = foreignUser;
    }

    /** Why the sandbox's user cannot read {@code path}, links in it resolved; empty when it can. */
    Optional<String> whyNot(Path path) {
        try {
            Path real = path.toRealPath();
            return foreignUser ? whyNotForOthers(real) : whyNotForSelf(real);
        } catch (IOException e) {
            return Optional.of("it is not there, or cannot be looked at");
        }
    }

    private static Optional<String> whyNotForOthers(Path real) throws IOException {
        Path closed = Folders.firstClosedTo(Set.of(PosixFilePermission.OTHERS_EXECUTE), real);
        if (closed != null) {
            return Optional.of(
                    "the sandbox's user may not pass through " + closed + " (chmod o+x " + closed + " allows it)");
        }
        Set<PosixFilePermission> permissions = Files.getPosixFilePermissions(real);
        boolean readable = permissions.contains(PosixFilePermission.OTHERS_READ)
                && (!Files.isDirectory(real) || permissions.contains(PosixFilePermission.OTHERS_EXECUTE));
        return readable
                ? Optional.empty()
                : Optional.of("the sandbox's user may not read " + real + " (chmod o+rX " + real + " allows it)");
    }

    private static Optional<String> whyNotForSelf(Path real) {
        boolean readable = Files.isReadable(real) && (!Files.isDirectory(real) || Files.isExecutable(real));
        return readable ? Optional.empty() : Optional.of("this JVM's user may not read " + real);
    }
}
