package io.camelsandbox.engine.local.store;

import io.camelsandbox.engine.SnapshotOrder;
import io.camelsandbox.engine.StandardStream;
import io.camelsandbox.sandbox.FileSystemSnapshot.Trigger;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.util.concurrent.Executors;

/** A JVM that makes records, a log and a snapshot as fast as it can until it is killed; a program of its own. */
final class StoreProcess {

    private StoreProcess() {}

    /** Takes the state folder and a file to make when all of it is under way. */
    public static void main(String[] args) throws Exception {
        Path place = Path.of(args[0]);
        StateFolder folder = Stores.open(place);
        SandboxStore store = Stores.store(folder);
        var background = Executors.newFixedThreadPool(2);
        Stores.accept(store, "first");
        SandboxLog log = new SandboxLogs(folder, 65_536, background).create("first");
        var snapshots = new SnapshotStore(folder, 1L << 40, background, Clock.systemUTC());
        var begun = snapshots.begin("first", new SnapshotOrder("data", "r"), Trigger.MANUAL);
        for (int i = 0; i < 1_000_000; i++) {
            begun.writer().orElseThrow().write(ByteBuffer.wrap(new byte[1_000]));
            log.append(
                            StandardStream.STDOUT,
                            ByteBuffer.wrap(("line " + i + "\n").getBytes(StandardCharsets.UTF_8)),
                            Instant.now())
                    .join();
            Stores.accept(store, "sandbox" + i);
            if (i == 20) {
                Files.createFile(Path.of(args[1]));
            }
        }
    }
}
