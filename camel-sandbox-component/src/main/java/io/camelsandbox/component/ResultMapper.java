package io.camelsandbox.component;

import io.camelsandbox.ExecutionResult;
import io.camelsandbox.Output;
import io.camelsandbox.OutputFile;
import io.camelsandbox.Reason;
import io.camelsandbox.SandboxException;
import io.camelsandbox.SandboxExecutionException;
import io.camelsandbox.Termination;
import io.camelsandbox.TimeSpan;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.camel.Exchange;
import org.apache.camel.Message;
import org.apache.camel.converter.stream.FileInputStreamCache;
import org.apache.camel.support.SynchronizationAdapter;
import org.apache.camel.util.json.DeserializationException;
import org.apache.camel.util.json.Jsoner;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Puts a result on a message, and decides which results are errors. */
final class ResultMapper {

    private static final Logger LOG = LoggerFactory.getLogger(ResultMapper.class);
    private static final int STDERR_HEADER = 64 * 1024;

    private final ResultRules rules;

    ResultMapper(ResultRules rules) {
        this.rules = rules;
    }

    /**
     * Puts {@code result} on the message: headers always, the body unless the result is an error, so that a redelivery
     * sends what the first try was sent.
     *
     * @throws SandboxException when the result is an error
     */
    void map(Exchange exchange, ExecutionResult result) {
        discardAtEnd(exchange, result);
        headers(exchange.getMessage(), new SandboxResult(result));
        SandboxException failure = failure(result);
        if (failure != null) {
            throw failure;
        }
        exchange.getMessage().setBody(body(result));
    }

    /** Puts what is known of a failed run on the message. */
    static void mapFailure(Exchange exchange, SandboxException failure) {
        failure.result().ifPresent(result -> {
            discardAtEnd(exchange, result);
            headers(exchange.getMessage(), new SandboxResult(result));
        });
    }

    private Object body(ExecutionResult result) {
        return switch (rules.form()) {
            case RESULT -> new SandboxResult(result);
            case STDOUT -> stdout(result.stdout());
            case STDOUT_JSON -> parsed(result);
            case JSON -> ResultJson.of(new SandboxResult(result)).toJson();
        };
    }

    private static Object stdout(Output stdout) {
        return stdout.file().isEmpty()
                ? stdout.text()
                : new FileInputStreamCache(stdout.file().get().toFile());
    }

    private static Object parsed(ExecutionResult result) {
        try {
            String text = SandboxResultConverter.toText(new SandboxResult(result));
            if (!text.isBlank()) {
                return Jsoner.deserialize(text);
            }
        } catch (IOException | DeserializationException | RuntimeException e) {
            // What the parser says shows output, so it is not passed on as a cause.
            LOG.debug("Standard output is not JSON", e);
        }
        throw new SandboxExecutionException(
                Reason.EXECUTION_FAILED,
                "standard output is not JSON, as result=stdoutJson needs it (" + ending(result) + ")",
                result);
    }

    private SandboxException failure(ExecutionResult result) {
        if (result.termination() == Termination.TIMED_OUT) {
            return rules.failOnTimeout()
                    ? new SandboxExecutionException(
                            Reason.COMMAND_TIMEOUT,
                            "the run reached its time limit after "
                                    + TimeSpan.format(result.usage().wallTime()),
                            result)
                    : null;
        }
        return rules.failOnNonZeroExit() && !result.succeeded()
                ? new SandboxExecutionException(Reason.EXECUTION_FAILED, "the run failed: " + ending(result), result)
                : null;
    }

    private static String ending(ExecutionResult result) {
        String signal = result.signal().isPresent()
                ? ", " + Signals.name(result.signal().getAsInt())
                : "";
        return result.termination().id() + ", exit code " + result.exitCode() + signal;
    }

    private static void headers(Message message, SandboxResult result) {
        message.setHeader(SandboxConstants.EXIT_CODE, result.getExitCode());
        message.setHeader(SandboxConstants.STDERR, capped(result));
        message.setHeader(SandboxConstants.EXECUTION_TIME_MS, result.getExecutionTimeMs());
        message.setHeader(SandboxConstants.TERMINATION, result.getTermination());
        message.setHeader(SandboxConstants.TIMED_OUT, result.isTimedOut());
        message.setHeader(SandboxConstants.TRUNCATED, result.isTruncated());
        message.setHeader(SandboxConstants.ENGINE, result.getEngine());
        message.setHeader(SandboxConstants.ID, result.getSandboxId());
        if (result.getSignal() != null) {
            message.setHeader(SandboxConstants.SIGNAL, result.getSignal());
        }
        if (!result.getExecution().files().isEmpty()) {
            message.setHeader(SandboxConstants.FILES, contents(result.getExecution()));
        }
    }

    private static String capped(SandboxResult result) {
        byte[] stderr = result.getExecution().stderr().bytes();
        if (stderr.length <= STDERR_HEADER) {
            return result.getStderr();
        }
        byte[] head = Arrays.copyOf(stderr, STDERR_HEADER);
        return Output.of(head, stderr.length).text();
    }

    private static Map<String, byte[]> contents(ExecutionResult result) {
        Map<String, byte[]> contents = new LinkedHashMap<>();
        for (OutputFile file : result.files()) {
            contents.put(file.name(), file.content());
        }
        return Collections.unmodifiableMap(contents);
    }

    private static void discardAtEnd(Exchange exchange, ExecutionResult result) {
        boolean spooled =
                result.stdout().file().isPresent() || result.stderr().file().isPresent();
        if (spooled) {
            exchange.getExchangeExtension().addOnCompletion(new SynchronizationAdapter() {
                @Override
                public void onDone(Exchange done) {
                    discard(result.stdout());
                    discard(result.stderr());
                }
            });
        }
    }

    private static void discard(Output output) {
        try {
            output.discard();
        } catch (IOException e) {
            LOG.warn(
                    "Spooled output in {} could not be removed",
                    output.file().map(Path::getFileName).orElse(null));
        }
    }
}
