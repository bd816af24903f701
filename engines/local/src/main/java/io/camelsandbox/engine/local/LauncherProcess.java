package io.camelsandbox.engine.local;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.Consumer;
import org.apache.commons.exec.CommandLine;
import org.apache.commons.exec.DefaultExecutor;
import org.apache.commons.exec.LogOutputStream;
import org.apache.commons.exec.PumpStreamHandler;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs the launcher, again and again as it is asked to, always from the same thread: the kernel ties the launcher's life
 * to the thread that started it, so this one lives as long as the engine.
 */
final class LauncherProcess implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(LauncherProcess.class);
    private static final Duration PATIENCE = Duration.ofSeconds(5);

    private enum Order {
        RUN,
        END
    }

    private final CommandLine command;
    private final Consumer<String> ended;
    private final LinkedBlockingQueue<Order> orders = new LinkedBlockingQueue<>();
    private final Thread thread;

    /**
     * Prepares to run.
     *
     * @param ended told each time the process is gone, and why; on a thread of its own
     */
    LauncherProcess(Path program, Path socket, Path stage, Consumer<String> ended) {
        this.command = new CommandLine(program.toFile())
                .addArgument("launch", false)
                .addArgument(socket.toString(), false)
                .addArgument(stage.toString(), false);
        this.ended = ended;
        this.thread = new Thread(this::serve, "camel-sandbox-launcher");
        thread.setDaemon(true);
        thread.start();
    }

    /** Starts a launcher as soon as the one before is gone. */
    void run() {
        orders.add(Order.RUN);
    }

    /** Kills the launcher, and so all its sandboxes. */
    void kill() {
        // It ignores the signal that asks for an end, which is all that Commons Exec can send.
        String trace = command.getExecutable() + "\0launch";
        ProcessHandle.current()
                .children()
                .filter(child -> ProcFs.commandLine(child.pid()).startsWith(trace))
                .forEach(ProcessHandle::destroyForcibly);
    }

    /** Waits until the launcher is gone, which it goes by itself when its connection ends; after a while kills it. */
    @Override
    public void close() {
        orders.add(Order.END);
        try {
            thread.join(PATIENCE.toMillis());
            if (thread.isAlive()) {
                LOG.warn("The launcher did not end in {} s and is killed", PATIENCE.toSeconds());
                kill();
                thread.join(PATIENCE.toMillis());
            }
        } catch (InterruptedException e) {
            kill();
            Thread.currentThread().interrupt();
        }
    }

    private void serve() {
        try {
            while (orders.take() == Order.RUN) {
                ended.accept(runOnce());
            }
        } catch (InterruptedException e) {
            LOG.debug("The launcher's thread was interrupted", e);
        }
    }

    private String runOnce() {
        DefaultExecutor executor = DefaultExecutor.builder().get();
        executor.setExitValues(null);
        executor.setStreamHandler(new PumpStreamHandler(new Log(), new Log(), null));
        try {
            return "the launcher ended with exit code " + executor.execute(command, Map.of());
        } catch (IOException e) {
            return "the launcher could not be run: " + e.getMessage();
        }
    }

    private static final class Log extends LogOutputStream {
        @Override
        protected void processLine(String line, int level) {
            LOG.warn("launcher: {}", line);
        }
    }
}
