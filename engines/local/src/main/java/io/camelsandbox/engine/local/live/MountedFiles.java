package io.camelsandbox.engine.local.live;

import io.camelsandbox.Reason;
import io.camelsandbox.SandboxUnavailableException;
import io.camelsandbox.sandbox.spec.MountedFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The mounted files of one sandbox, on the host. May block. */
final class MountedFiles {

    private static final Logger LOG = LoggerFactory.getLogger(MountedFiles.class);

    private final List<Path> made = new ArrayList<>();
    private final List<CellPlan.ShownFile> shown = new ArrayList<>();

    private MountedFiles() {}

    /** @throws SandboxUnavailableException when they cannot be written */
    static MountedFiles write(List<MountedFile> files, Cells cells) {
        var written = new MountedFiles();
        if (files.isEmpty()) {
            return written;
        }
        try {
            Path folder = cells.newFolder();
            for (MountedFile file : files) {
                Path path = folder.resolve(Integer.toString(written.made.size()));
                written.made.add(path);
                Files.write(path, file.content());
                Files.setPosixFilePermissions(path, PosixFilePermissions.fromString("r--r--r--"));
                written.shown.add(new CellPlan.ShownFile(path, file.path()));
            }
            written.made.add(folder);
            return written;
        } catch (IOException e) {
            written.delete();
            throw new SandboxUnavailableException(
                    Reason.BACKEND_UNAVAILABLE, "the mounted files of a sandbox cannot be written: " + e, e);
        }
    }

    List<CellPlan.ShownFile> shown() {
        return shown;
    }

    void delete() {
        for (Path path : made) {
            try {
                Files.deleteIfExists(path);
            } catch (IOException e) {
                LOG.warn("A mounted file of a sandbox could not be deleted: {}", e.toString());
            }
        }
    }
}
