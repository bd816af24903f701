package io.camelsandbox.sandbox.spec;

import java.time.Duration;
import java.util.Objects;

/**
 * What specs take where they say nothing, and how long calls wait. Immutable.
 *
 * <p>Tags of the defaults come first and the spec's are added. Variables and annotations are merged, the spec's are
 * stronger. Secrets are those of both; the same variable from two sources is refused. All else is the spec's where it
 * says something and the default's where not; default arguments come with the default command only. A spec with several
 * containers does not inherit what each container says itself. A spec from a compose file inherits of all this tags,
 * annotations, network, placement, object storage and lifetime, one from a template the tags alone.
 *
 * @param spec           the values
 * @param requestTimeout how long calls wait that say nothing: for a sandbox to run or to complete, and for commands
 * @param grace          time between SIGTERM and SIGKILL when a sandbox is stopped
 * @param tempDir        where functions keep their files in a sandbox
 */
public record SandboxDefaults(SandboxSpec spec, Duration requestTimeout, Duration grace, String tempDir) {

    /** The engine's own image, the keep-alive command, 300 s, 10 s, {@code /tmp}. */
    public static final SandboxDefaults STANDARD = of(SandboxSpec.builder().build());

    public SandboxDefaults {
        Objects.requireNonNull(spec);
        Objects.requireNonNull(requestTimeout);
        Objects.requireNonNull(grace);
        GuestPaths.requireAbsolute("temp_dir", tempDir);
    }

    /** These values, and the standard times. */
    public static SandboxDefaults of(SandboxSpec spec) {
        return new SandboxDefaults(spec, Duration.ofSeconds(300), Duration.ofSeconds(10), "/tmp");
    }

    public SandboxDefaults withSpec(SandboxSpec value) {
        return new SandboxDefaults(value, requestTimeout, grace, tempDir);
    }

    public SandboxDefaults withRequestTimeout(Duration value) {
        return new SandboxDefaults(spec, value, grace, tempDir);
    }

    public SandboxDefaults withGrace(Duration value) {
        return new SandboxDefaults(spec, requestTimeout, value, tempDir);
    }

    public SandboxDefaults withTempDir(String value) {
        return new SandboxDefaults(spec, requestTimeout, grace, value);
    }

    /**
     * A spec with everything that it inherits, and with the keep-alive command where neither says one.
     *
     * @throws io.camelsandbox.SandboxRefusedException when the two do not fit together
     */
    public SandboxSpec applyTo(SandboxSpec given) {
        SandboxSpecBuilder merged = given.toBuilder();
        mergeTags(merged, given);
        if (given.templateId().isPresent()) {
            return merged.build();
        }
        inheritOfSandbox(merged, given);
        if (given.composeFile().isPresent()) {
            return merged.build();
        }
        inheritStorageAndServices(merged, given);
        if (given.containers().isEmpty()) {
            inheritOfContainer(merged, given);
        }
        return merged.build();
    }

    private void mergeTags(SandboxSpecBuilder merged, SandboxSpec given) {
        merged.tags.clear();
        merged.tags(spec.tags()).tags(given.tags());
    }

    private void inheritOfSandbox(SandboxSpecBuilder merged, SandboxSpec given) {
        merged.annotations.clear();
        merged.annotations(spec.annotations()).annotations(given.annotations());
        merged.maxLifetime(given.maxLifetime().or(spec::maxLifetime).orElse(null));
        merged.network(given.network().or(spec::network).orElse(null));
        merged.placement(given.placement().or(spec::placement).orElse(null));
        merged.objectStorageAccess(
                given.objectStorageAccess().or(spec::objectStorageAccess).orElse(null));
    }

    private void inheritStorageAndServices(SandboxSpecBuilder merged, SandboxSpec given) {
        merged.runtimeClass(given.runtimeClass().or(spec::runtimeClass).orElse(null));
        if (given.volumes().isEmpty()) {
            spec.volumes().ifPresent(volumes -> volumes.forEach(merged::volume));
        }
        if (given.services().isEmpty()) {
            spec.services().ifPresent(services -> services.forEach(merged::service));
        }
    }

    private void inheritOfContainer(SandboxSpecBuilder merged, SandboxSpec given) {
        merged.image(given.image().or(spec::image).orElse(null));
        merged.resources(given.resources().or(spec::resources).orElse(null));
        merged.securityContext(given.securityContext().or(spec::securityContext).orElse(null));
        merged.workingDir(given.workingDir().or(spec::workingDir).orElse(null));
        merged.imagePullCredentials(
                given.imagePullCredentials().or(spec::imagePullCredentials).orElse(null));
        merged.env.clear();
        merged.env(spec.env()).env(given.env());
        merged.secrets.addAll(0, spec.secrets());
        if (given.mountedFiles().isEmpty()) {
            spec.mountedFiles().forEach(merged::mountedFile);
        }
        inheritCommand(merged, given);
    }

    private void inheritCommand(SandboxSpecBuilder merged, SandboxSpec given) {
        if (given.command().isPresent()) {
            return;
        }
        boolean said = spec.command().isPresent();
        merged.command(spec.command().orElse(SandboxSpec.KEEP_ALIVE_COMMAND));
        if (given.args().isEmpty()) {
            merged.args(spec.args().orElse(said ? null : SandboxSpec.KEEP_ALIVE_ARGS));
        }
    }
}
