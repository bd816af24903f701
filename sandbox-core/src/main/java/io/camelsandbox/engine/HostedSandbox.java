package io.camelsandbox.engine;

import io.camelsandbox.Reason;
import io.camelsandbox.SandboxRefusedException;
import io.camelsandbox.sandbox.FileSystemSnapshot;
import io.camelsandbox.sandbox.spec.SandboxSpec;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * A sandbox as its engine sees it: one object for each time it was asked for, all with the same facts. It does as it is
 * told and reports what happens; the rules of life (who waits, who shares a stop, what a state means) are core's.
 *
 * <p>No call blocks, and each may come from any thread. A future fails with a
 * {@link io.camelsandbox.SandboxException} only, and may be completed on an engine's own thread. Work that needs a
 * running sandbox and does not find one fails with {@code SandboxNotRunningException}.
 */
public interface HostedSandbox {

    /** Its id: unguessable, unique among all that this engine ever made. */
    String id();

    /** What it was made from, without values of secrets. */
    SandboxSpec spec();

    /** What is known now, without asking anybody. */
    SandboxFacts facts();

    /** Asks what is true now. Fails with {@code SandboxNotFoundException} when its record is gone. */
    CompletableFuture<SandboxFacts> refresh();

    /**
     * Reports facts until it has ended: those of now at once, then each change, the end included, then
     * {@link Receiver#complete()}. A change that was overtaken by the next may be left out.
     * {@link Receiver#failed} says that nothing more can be known: {@code SandboxNotFoundException} where the record is
     * gone, {@link io.camelsandbox.EngineLostException} where its holder is. An engine that asks another machine tries
     * again for two seconds before it says that a record is gone, and reports an end together with its exit code.
     */
    Cancellable watch(Receiver<SandboxFacts> receiver);

    /**
     * Starts a process beside the main one. Comes only while it runs. Any number may run at once, at least 64.
     *
     * <p>Its environment is what the main process had (base, spec, secrets) and the order's. All limits of the sandbox
     * hold for it. When it ends, its descendants are dealt with as the order says, and nothing else is touched. When the
     * sandbox ends first, the receiver hears {@link ProcessReceiver#failed} with {@code SandboxNotRunningException}
     * after all output.
     */
    HostedProcess exec(ExecOrder order, ProcessReceiver receiver);

    /**
     * Reads a regular file, whatever its size. Links are resolved beneath the sandbox's own root. Errors:
     * {@code SandboxFileException} with FILE_NOT_FOUND, FILE_IS_DIRECTORY, FILE_PERMISSION_DENIED, FILE_TOO_LARGE (over
     * {@link ReadOrder#maxBytes()}), FILE_TRUNCATED (it ended before its size, or changed it), FILE_IO_FAILED (also what
     * is no regular file). Opening never blocks, on a fifo neither.
     */
    HostedTransfer read(ReadOrder order, Receiver<ByteBuffer> receiver);

    /**
     * Writes a file and replaces what stands under its name at the end, at once: beside it, then renamed. A link at the
     * end of the path is not followed but replaced. Files of {@link SandboxSpec#mountedFiles()} refuse with
     * FILE_PERMISSION_DENIED. Errors come with {@link HostedUpload#write} or {@link HostedUpload#commit()}.
     */
    HostedUpload write(WriteOrder order);

    /**
     * Lists a folder and all below it, in any order; links are not followed. Errors as of {@link #read}, and
     * FILE_NOT_FOUND for what is no folder.
     */
    default CompletableFuture<List<FileEntry>> list(ListOrder order) {
        return CompletableFuture.failedFuture(
                new SandboxRefusedException(Reason.NOT_IMPLEMENTED, "this engine cannot list the files of a sandbox"));
    }

    /**
     * Reports output of the main process, both streams as they came, never output of {@link #exec}. Also of a sandbox
     * that has ended, as long as its record is kept, without {@link LogOrder#follow()}; followed, that is
     * {@code SandboxNotRunningException}. Errors: reason SESSION_NOT_FOUND when a resumed session is not known,
     * REPLAY_GAP when its bytes are gone, INVALID_RESUME_OFFSET when it never had so many. The window counts bytes of
     * {@link LogEntry#data()}. A follower that does not take holds up nobody but itself; it may end with REPLAY_GAP when
     * what it missed was rotated away.
     */
    HostedTransfer logs(LogOrder order, Receiver<LogEntry> receiver);

    /**
     * Ends it. In this order: {@link SandboxFacts#stopRequested()} is reported; snapshots are taken (a failed one does
     * not keep it alive); SIGTERM goes to the main process; when that has ended, or after the grace, SIGKILL to all;
     * when nothing is alive, the end is reported as {@link SandboxFacts.Ending#STOPPED} with the main process's code.
     *
     * <p>The future is completed as soon as this is under way. A repeat, also from another JVM, joins: the sooner kill
     * wins. One that asks for snapshots fails with INVALID_REQUEST when it meets a stop without them or an end, except
     * for a repeat with the same request id, which gets the same receipt. A sandbox that has ended is stopped already.
     * One that is not running yet never will be.
     */
    CompletableFuture<StopReceipt> stop(StopOrder order);

    /**
     * Begins a snapshot of a scratch volume while it runs: the result is {@code creating} or further. The archive is of
     * one moment, or the snapshot fails. A repeat of the request id gives the same snapshot, with another volume it fails
     * with REQUEST_ID_CONFLICT.
     */
    CompletableFuture<FileSystemSnapshot> snapshot(SnapshotOrder order);
}
