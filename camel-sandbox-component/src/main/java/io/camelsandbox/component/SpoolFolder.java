package io.camelsandbox.component;

import io.camelsandbox.Reason;
import io.camelsandbox.SandboxException;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.apache.camel.CamelContext;
import org.apache.camel.util.FileUtil;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The folder for output that is larger than its cap: made when it is first needed, readable by its owner only. */
final class SpoolFolder implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(SpoolFolder.class);

    private final CamelContext context;
    private Path folder;

    SpoolFolder(CamelContext context) {
        this.context = context;
    }

    /** The folder; below Camel's own for stream caching where there is one. */
    synchronized Path get() {
        if (folder == null) {
            try {
                var ownerOnly = PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"));
                folder = Files.createTempDirectory(parent(), "camel-sandbox-", ownerOnly);
            } catch (IOException e) {
                throw new SandboxException(Reason.FILE_IO_FAILED, "no folder can be made to spool output to", e);
            }
        }
        return folder;
    }

    private Path parent() throws IOException {
        File camels = context.getStreamCachingStrategy() == null
                ? null
                : context.getStreamCachingStrategy().getSpoolDirectory();
        Path parent = camels == null ? Path.of(System.getProperty("java.io.tmpdir")) : camels.toPath();
        return Files.createDirectories(parent);
    }

    /** Removes the folder and what is left in it. */
    @Override
    public synchronized void close() {
        if (folder != null) {
            FileUtil.removeDir(folder.toFile());
            if (Files.exists(folder)) {
                LOG.warn("The folder {} for spooled output could not be removed", folder);
            }
            folder = null;
        }
    }
}
