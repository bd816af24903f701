package io.camelsandbox.sandbox.document;

import io.camelsandbox.SandboxRefusedException;
import io.camelsandbox.TimeSpan;
import io.camelsandbox.sandbox.spec.SandboxDefaults;
import io.camelsandbox.sandbox.spec.SandboxSpec;
import java.time.Duration;
import java.util.Map;
import java.util.Set;

/**
 * {@link SandboxDefaults} from plain values, as {@link SpecDocument} has them and {@code request_timeout_seconds},
 * {@code graceful_shutdown_seconds} and {@code temp_dir}. They may be a part of a larger configuration: names that are
 * not known are ignored, but for those that the reference system once had, which would do nothing unseen.
 */
public final class DefaultsDocument {

    private static final Set<String> REMOVED = Set.of(
            "profile_ids", "profile_names", "s3_mount", "ports", "max_timeout_seconds", "tower_ids", "runway_ids");

    private DefaultsDocument() {}

    /**
     * Reads defaults.
     *
     * @throws SandboxRefusedException with the first thing that is wrong
     */
    public static SandboxDefaults fromMap(Map<String, ?> document) {
        Fields fields = Fields.of("defaults", document);
        for (String name : REMOVED) {
            if (fields.has(name)) {
                throw new SandboxRefusedException("defaults have no '" + name + "' any more");
            }
        }
        SandboxSpec spec = SpecDocument.read(fields);
        SandboxDefaults defaults = SandboxDefaults.of(spec);
        return defaults.withRequestTimeout(time(fields, "request_timeout_seconds", defaults.requestTimeout()))
                .withGrace(time(fields, "graceful_shutdown_seconds", defaults.grace()))
                .withTempDir(fields.text("temp_dir").orElse(defaults.tempDir()));
    }

    private static Duration time(Fields fields, String name, Duration otherwise) {
        return fields.text(name).map(text -> TimeSpan.parse(name, text)).orElse(otherwise);
    }
}
