package io.camelsandbox.component;

import io.camelsandbox.Limits;
import io.camelsandbox.SandboxRefusedException;
import io.camelsandbox.TimeSpan;
import io.camelsandbox.sandbox.spec.MountedFile;
import io.camelsandbox.sandbox.spec.ResourceOptions;
import io.camelsandbox.sandbox.spec.SandboxSpec;
import io.camelsandbox.sandbox.spec.SandboxSpecBuilder;
import io.camelsandbox.sandbox.spec.ScratchVolume;
import io.camelsandbox.sandbox.spec.Secret;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.camel.Exchange;

/**
 * Turns a message into what a sandbox is made from. The program and each argument are what they are: no shell reads
 * them.
 *
 * @param command    the main process; null for one that does nothing until it is stopped
 * @param image      null for the engine's own
 * @param workingDir null for the engine's own
 * @param snapshotId what the volume begins with
 * @param restored   which volume; empty for the only one
 */
record SpecMapper(
        String command,
        MessageValues args,
        MessageValues env,
        String image,
        String workingDir,
        MessageValues tags,
        MessageValues annotations,
        MessageValues mountedFiles,
        List<Secret> secrets,
        List<ScratchVolume> volumes,
        Optional<MessageValue> snapshotId,
        Optional<String> restored,
        Optional<Duration> maxLifetime,
        ResourceOptions resources) {

    /** Reads the options of {@code endpoint}. */
    static SpecMapper of(SandboxEndpoint endpoint) {
        SandboxSpecOptions options = endpoint.getSpecOptions();
        SandboxConfiguration common = endpoint.getConfiguration();
        TextOptions texts = endpoint.getTexts();
        var context = endpoint.getCamelContext();
        String command = texts.has("command") ? texts.text("command") : endpoint.getCommand();
        var args = MessageValues.of(context, "args", texts.values("args", endpoint.getArgs()));
        if (command == null && !args.isEmpty()) {
            throw new SandboxRefusedException("args of sandbox:run are those of its command, which is not given");
        }
        var mapper = new SpecMapper(
                command,
                args,
                MessageValues.of(context, "env", texts.valuesByName("env", common.getEnv())),
                options.getImage(),
                endpoint.hasOption("workingDir") ? common.getWorkingDir() : null,
                endpoint.tags(),
                MessageValues.of(context, "annotations", texts.valuesByName("annotations", options.getAnnotations())),
                MessageValues.of(
                        context, "mountedFiles", texts.valuesByName("mountedFiles", options.getMountedFiles())),
                texts.list("secrets", options.getSecrets()).stream()
                        .map(SpecTexts::secret)
                        .toList(),
                texts.list("volumes", options.getVolumes()).stream()
                        .map(SpecTexts::volume)
                        .toList(),
                endpoint.reference("snapshotId", endpoint.getOperationOptions().getSnapshotId()),
                Optional.ofNullable(endpoint.getOperationOptions().getVolume()),
                Optional.ofNullable(options.getMaxLifetime()).map(text -> TimeSpan.parse("maxLifetime", text)),
                resources(LimitOptions.read(common, endpoint.getComponent().ceilings())));
        mapper.requireVolumeToRestore();
        return mapper;
    }

    private static ResourceOptions resources(Limits limits) {
        return ResourceOptions.of(BigDecimal.valueOf(limits.cpu()).toPlainString(), String.valueOf(limits.memory()));
    }

    private void requireVolumeToRestore() {
        if (snapshotId.isPresent() && volumes.isEmpty()) {
            throw new SandboxRefusedException("snapshotId of sandbox:run is restored to a volume: give volumes");
        }
        if (snapshotId.isPresent() && restored.isEmpty() && volumes.size() > 1) {
            throw new SandboxRefusedException("there are several volumes: say with volume which snapshotId is for");
        }
        if (restored.isPresent()) {
            if (snapshotId.isEmpty()) {
                throw new SandboxRefusedException("volume of sandbox:run says where snapshotId is restored: give that");
            }
            if (volumes.stream().noneMatch(volume -> volume.name().equals(restored.get()))) {
                throw new SandboxRefusedException("volume is none of volumes");
            }
        }
    }

    /** Names no content. */
    @Override
    public String toString() {
        return "SpecMapper";
    }

    /** What can be checked before there is a message. */
    SandboxSpec sample() {
        SandboxSpecBuilder spec = plain();
        args(spec, List.copyOf(args.samples().values()));
        spec.env(env.samples());
        mountedFiles.samples().keySet().forEach(path -> spec.mountedFile(new MountedFile(path, new byte[0])));
        volumes.forEach(spec::volume);
        return spec.build();
    }

    /**
     * The spec of one exchange.
     *
     * @throws SandboxRefusedException when the message cannot be one
     */
    SandboxSpec map(Exchange exchange) {
        SandboxSpecBuilder spec = plain();
        args(spec, args.texts(exchange));
        spec.env(env.textsByName(exchange));
        spec.tags(tags.texts(exchange));
        spec.annotations(annotations.textsByName(exchange));
        Map<String, byte[]> files = mountedFiles.bytesByName(exchange);
        files.forEach((path, content) -> spec.mountedFile(new MountedFile(path, content)));
        Optional<String> snapshot = snapshotId.map(value -> value.text(exchange));
        volumes.forEach(volume ->
                spec.volume(snapshot.isPresent() && isRestored(volume) ? volume.restoredFrom(snapshot.get()) : volume));
        return spec.build();
    }

    private boolean isRestored(ScratchVolume volume) {
        return restored.isEmpty() || restored.get().equals(volume.name());
    }

    private void args(SandboxSpecBuilder spec, List<String> values) {
        if (command != null) {
            spec.command(command).args(values);
        }
    }

    private SandboxSpecBuilder plain() {
        SandboxSpecBuilder spec = SandboxSpec.builder()
                .image(image)
                .workingDir(workingDir)
                .resources(resources)
                .maxLifetime(maxLifetime.orElse(null));
        secrets.forEach(spec::secret);
        return spec;
    }
}
