package io.camelsandbox.engine.local;

import io.camelsandbox.engine.local.wire.FrameType;
import io.camelsandbox.engine.local.wire.FrameWriter;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** What Java says to the launcher. */
final class LauncherFrames {

    /**
     * A folder of the writable file system.
     *
     * @param name its name
     * @param mode its permissions
     */
    record StagedFolder(String name, int mode) {}

    /**
     * How a sandbox is started.
     *
     * @param id          names it on this connection
     * @param uid         its host user and group; {@link UserIds#KEEP} for the JVM's own
     * @param oomScoreAdj how willingly the kernel kills it when the machine is out of memory
     * @param diskBytes   size of its writable file system; 0 for none
     * @param diskFiles   number of files on it
     * @param joinFiles   files to write its pid to
     * @param folders     made on the writable file system
     * @param argv        the command
     * @param listen      where it waits for connections, so that it can outlive the launcher's; empty: it connects itself
     */
    record Start(
            long id,
            long uid,
            int oomScoreAdj,
            long diskBytes,
            long diskFiles,
            List<String> joinFiles,
            List<StagedFolder> folders,
            List<String> argv,
            Optional<Path> listen) {

        private static final int ADOPTABLE = 2;

        /** The frame that starts it at once. */
        ByteBuffer frame() {
            FrameWriter writer = FrameWriter.of(FrameType.START)
                    .u64(id)
                    .u8(listen.isPresent() ? ADOPTABLE : 0)
                    .u32(uid)
                    .u32(uid)
                    .u32(oomScoreAdj)
                    .u64(diskBytes)
                    .u64(diskFiles)
                    .strings(joinFiles)
                    .u32(folders.size());
            folders.forEach(folder -> writer.string(folder.name()).u32(folder.mode()));
            writer.strings(argv);
            listen.ifPresent(path -> writer.string(path.toString()));
            return writer.frame();
        }
    }

    private LauncherFrames() {}

    static ByteBuffer kill(long id) {
        return FrameWriter.of(FrameType.KILL).u64(id).frame();
    }
}
