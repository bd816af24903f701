package io.camelsandbox.engine.local;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Removes what engines of dead JVMs left. A JVM that is killed takes its launcher with it, and the launcher its
 * sandboxes; what is left even then (the launcher was killed too) is found here: processes by the runtime folder in
 * their arguments, then the folder. Only what belongs to this JVM's user is touched, and nothing of a folder with a
 * sandbox that was made to outlive its JVM, until that is gone.
 */
final class Sweep {

    private static final Logger LOG = LoggerFactory.getLogger(Sweep.class);
    private static final int RANDOM_PART = 9;

    private final long userId;

    Sweep(long userId) {
        this.userId = userId;
    }

    /** Removes the runtime folders of dead JVMs below {@code parents}, and the processes that use them. */
    void run(List<Path> parents) {
        for (Path parent : parents) {
            for (Path folder : abandoned(parent)) {
                LOG.info("Removing {}, left by a JVM that is gone", folder);
                killUsers(folder);
                try {
                    Folders.delete(folder);
                } catch (IOException e) {
                    LOG.warn("{} could not be deleted: {}", folder, e.toString());
                }
            }
        }
    }

    private List<Path> abandoned(Path parent) {
        var found = new ArrayList<Path>();
        try (DirectoryStream<Path> folders = Files.newDirectoryStream(parent, RuntimeFolder.PREFIX + "*")) {
            for (Path folder : folders) {
                if (Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)
                        && Folders.owner(folder) == userId
                        && isOfTheDead(folder.getFileName().toString())
                        && !CellMarks.anyAlive(folder)) {
                    found.add(folder.toRealPath());
                }
            }
        } catch (IOException | RuntimeException e) {
            LOG.debug("{} could not be searched", parent, e);
        }
        return found;
    }

    /** True for the name of a runtime folder, or of what is named after it, whose JVM and sandboxes are gone. */
    static boolean isAbandoned(String name) {
        return isOfTheDead(name) && !CellMarks.anyAlive(name);
    }

    private static boolean isOfTheDead(String name) {
        int end = name.length() - RANDOM_PART;
        return name.startsWith(RuntimeFolder.PREFIX)
                && end > RuntimeFolder.PREFIX.length()
                && Owner.parse(name.substring(RuntimeFolder.PREFIX.length(), end))
                        .map(Owner::isDead)
                        .orElse(false);
    }

    private static void killUsers(Path folder) {
        String trace = folder + "/";
        ProcessHandle.allProcesses()
                .filter(process -> ProcFs.commandLine(process.pid()).contains(trace))
                .forEach(process -> {
                    LOG.info("Killing process {}, left by a JVM that is gone", process.pid());
                    process.destroyForcibly();
                });
    }
}
