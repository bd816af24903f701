package io.camelsandbox.component;

import io.camelsandbox.SandboxRefusedException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;
import org.apache.camel.Message;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes every header of ours off a message before it runs: what looks like our output would be believed if the run
 * failed, and what chooses code or limits is data from a sender unless the route says that it is not.
 */
final class ControlHeaders {

    private static final Logger LOG = LoggerFactory.getLogger(ControlHeaders.class);
    private static final String MARK = comparable(SandboxConstants.PREFIX);

    private static final Set<String> OUTPUT = comparable(List.of(
            SandboxConstants.EXIT_CODE,
            SandboxConstants.STDERR,
            SandboxConstants.EXECUTION_TIME_MS,
            SandboxConstants.TERMINATION,
            SandboxConstants.TIMED_OUT,
            SandboxConstants.TRUNCATED,
            SandboxConstants.SIGNAL,
            SandboxConstants.ENGINE,
            SandboxConstants.ID,
            SandboxConstants.FILES,
            SandboxConstants.STATUS,
            SandboxConstants.RETURN_CODE,
            SandboxConstants.FILE_SIZE,
            SandboxConstants.SNAPSHOT_ID,
            SandboxConstants.SNAPSHOT_STATUS));

    private final boolean allowed;
    private final String endpoint;
    private final AtomicBoolean warned = new AtomicBoolean();

    /** For messages of {@code endpoint}, which is how the warning names it. */
    ControlHeaders(boolean allowed, String endpoint) {
        this.allowed = allowed;
        this.endpoint = endpoint;
    }

    /** Removes our headers in any case and spelling, and gives what those ask for that may ask. */
    RequestFields take(Message message) {
        if (!message.hasHeaders()) {
            return RequestFields.NONE;
        }
        List<String> ours = new ArrayList<>();
        for (String name : message.getHeaders().keySet()) {
            if (comparable(name).startsWith(MARK)) {
                ours.add(name);
            }
        }
        if (ours.isEmpty()) {
            return RequestFields.NONE;
        }
        RequestFields fields = allowed ? read(message.getHeaders()) : RequestFields.NONE;
        boolean control = false;
        for (String name : ours) {
            message.removeHeader(name);
            control |= !OUTPUT.contains(comparable(name));
        }
        if (control && !allowed && warned.compareAndSet(false, true)) {
            LOG.warn(
                    "Headers that choose code, limits or a sandbox are ignored at {}: a message has such a header, and"
                            + " allowControlHeaders is not true. This is said once for each endpoint.",
                    endpoint);
        }
        return fields;
    }

    private static RequestFields read(Map<String, Object> headers) {
        Object code = headers.get(SandboxConstants.CODE);
        Object command = headers.get(SandboxConstants.COMMAND);
        if (code != null && command != null) {
            throw new SandboxRefusedException("the headers " + SandboxConstants.CODE + " and "
                    + SandboxConstants.COMMAND + " are the same: give one");
        }
        return new RequestFields(
                text(SandboxConstants.CODE, code == null ? command : code),
                RequestFields.texts(SandboxConstants.ARGS, headers.get(SandboxConstants.ARGS)),
                RequestFields.textsByName(SandboxConstants.ENV, headers.get(SandboxConstants.ENV)),
                scalar(headers, SandboxConstants.TIMEOUT),
                scalar(headers, SandboxConstants.MEMORY),
                scalar(headers, SandboxConstants.CPU),
                scalar(headers, SandboxConstants.PIDS),
                scalar(headers, SandboxConstants.DISK),
                scalar(headers, SandboxConstants.MAX_OUTPUT),
                RequestFields.texts(SandboxConstants.ALLOWED_MODULES, headers.get(SandboxConstants.ALLOWED_MODULES)),
                text(SandboxConstants.WORKING_DIR, headers.get(SandboxConstants.WORKING_DIR)),
                text(SandboxConstants.TARGET_ID, headers.get(SandboxConstants.TARGET_ID)));
    }

    private static String scalar(Map<String, Object> headers, String name) {
        return RequestFields.scalar(name, headers.get(name));
    }

    private static String text(String name, Object value) {
        if (value == null || value instanceof String) {
            return (String) value;
        }
        throw new SandboxRefusedException("the header " + name + " must be a text, not a "
                + value.getClass().getName());
    }

    /** A name without its case and its punctuation: some transports change both. */
    private static String comparable(String name) {
        var letters = new StringBuilder(name.length());
        for (int i = 0; i < name.length(); i++) {
            char c = name.charAt(i);
            if (Character.isLetterOrDigit(c)) {
                letters.append(Character.toLowerCase(c));
            }
        }
        return letters.toString().toLowerCase(Locale.ROOT);
    }

    private static Set<String> comparable(List<String> names) {
        return names.stream().map(ControlHeaders::comparable).collect(Collectors.toUnmodifiableSet());
    }
}
