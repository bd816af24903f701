package io.camelsandbox.sandbox.spec;

import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What a sandbox is made from. Immutable; made by {@link #builder}. What is not said is left to {@link SandboxDefaults}
 * and then to the engine. Values of secrets are never in it; its text names no values of variables and no contents of
 * files.
 */
public final class SandboxSpec {

    /** What runs where no command is given: does nothing, ends with code 0 at SIGTERM. */
    public static final String KEEP_ALIVE_COMMAND = "/bin/sh";

    /** The arguments of {@link #KEEP_ALIVE_COMMAND}. */
    public static final List<String> KEEP_ALIVE_ARGS = List.of("-c", "trap \"exit 0\" TERM INT; sleep infinity & wait");

    private final String image;
    private final String command;
    private final List<String> args;
    private final String workingDir;
    private final Map<String, String> env;
    private final List<Secret> secrets;
    private final List<String> tags;
    private final Map<String, String> annotations;
    private final ResourceOptions resources;
    private final SecurityContext securityContext;
    private final List<MountedFile> mountedFiles;
    private final List<Volume> volumes;
    private final Duration maxLifetime;
    private final NetworkOptions network;
    private final List<Service> services;
    private final Placement placement;
    private final String runtimeClass;
    private final ObjectStorageAccess objectStorageAccess;
    private final ImagePullCredentials imagePullCredentials;
    private final List<Container> containers;
    private final ComposeFile composeFile;
    private final String templateId;

    SandboxSpec(SandboxSpecBuilder builder) {
        image = builder.image;
        command = builder.command;
        args = builder.args == null ? null : List.copyOf(builder.args);
        workingDir = builder.workingDir;
        env = ordered(builder.env);
        secrets = List.copyOf(builder.secrets);
        tags = List.copyOf(builder.tags);
        annotations = ordered(builder.annotations);
        resources = builder.resources;
        securityContext = builder.securityContext;
        mountedFiles = List.copyOf(builder.mountedFiles);
        volumes = builder.volumes == null ? null : List.copyOf(builder.volumes);
        maxLifetime = builder.maxLifetime;
        network = builder.network;
        services = builder.services == null ? null : List.copyOf(builder.services);
        placement = builder.placement;
        runtimeClass = builder.runtimeClass;
        objectStorageAccess = builder.objectStorageAccess;
        imagePullCredentials = builder.imagePullCredentials;
        containers = List.copyOf(builder.containers);
        composeFile = builder.composeFile;
        templateId = builder.templateId;
    }

    /** Begins a spec that says nothing. */
    public static SandboxSpecBuilder builder() {
        return new SandboxSpecBuilder();
    }

    /** A spec with a command and its arguments; nothing else is said. */
    public static SandboxSpec of(String command, String... args) {
        return builder().command(command).args(List.of(args)).build();
    }

    /** Begins with this one. */
    public SandboxSpecBuilder toBuilder() {
        return new SandboxSpecBuilder(this);
    }

    /** The root file system: a name that the engine knows, or an image of a registry. */
    public Optional<String> image() {
        return Optional.ofNullable(image);
    }

    /** The main process; set in what an engine gets. */
    public Optional<String> command() {
        return Optional.ofNullable(command);
    }

    /** Arguments of {@link #command()}, each literally; empty is not said, which an empty list is not. */
    public Optional<List<String>> args() {
        return Optional.ofNullable(args);
    }

    /** Where the main process starts, and executions that say nothing else. */
    public Optional<String> workingDir() {
        return Optional.ofNullable(workingDir);
    }

    /** Variables of every process. */
    public Map<String, String> env() {
        return env;
    }

    /** Secrets in the environment of every process; each variable once. */
    public List<Secret> secrets() {
        return secrets;
    }

    /** Words to find it by; each once. */
    public List<String> tags() {
        return tags;
    }

    /** Notes that are kept with it. */
    public Map<String, String> annotations() {
        return annotations;
    }

    /** What it gets. */
    public Optional<ResourceOptions> resources() {
        return Optional.ofNullable(resources);
    }

    /** What its processes may do. */
    public Optional<SecurityContext> securityContext() {
        return Optional.ofNullable(securityContext);
    }

    /** Files it has from the start; read-only at run time. */
    public List<MountedFile> mountedFiles() {
        return mountedFiles;
    }

    /** Volumes, each name once; empty is not said. */
    public Optional<List<Volume>> volumes() {
        return Optional.ofNullable(volumes);
    }

    /** Those of {@link #volumes()} that are scratch. */
    public List<ScratchVolume> scratchVolumes() {
        return volumes().orElse(List.of()).stream()
                .filter(ScratchVolume.class::isInstance)
                .map(ScratchVolume.class::cast)
                .toList();
    }

    /** Ids of those of {@link #volumes()} that are registered. */
    public List<String> registeredVolumeIds() {
        return volumes().orElse(List.of()).stream()
                .filter(RegisteredVolume.class::isInstance)
                .map(volume -> ((RegisteredVolume) volume).volumeId())
                .toList();
    }

    /** The longest it lives; empty takes the engine's own, which is never unlimited. */
    public Optional<Duration> maxLifetime() {
        return Optional.ofNullable(maxLifetime);
    }

    /** What it may reach and be reached by. */
    public Optional<NetworkOptions> network() {
        return Optional.ofNullable(network);
    }

    /** Ports that others may reach; empty is not said. */
    public Optional<List<Service>> services() {
        return Optional.ofNullable(services);
    }

    /** Where it may be. */
    public Optional<Placement> placement() {
        return Optional.ofNullable(placement);
    }

    /** The kind of isolation, by the platform's name for it. */
    public Optional<String> runtimeClass() {
        return Optional.ofNullable(runtimeClass);
    }

    /** Object storage it may use. */
    public Optional<ObjectStorageAccess> objectStorageAccess() {
        return Optional.ofNullable(objectStorageAccess);
    }

    /** The key for its image. */
    public Optional<ImagePullCredentials> imagePullCredentials() {
        return Optional.ofNullable(imagePullCredentials);
    }

    /** Several containers instead of one; empty for one. */
    public List<Container> containers() {
        return containers;
    }

    /** The compose file it is made from. */
    public Optional<ComposeFile> composeFile() {
        return Optional.ofNullable(composeFile);
    }

    /** The template it is made from; the other fields are laid over that. */
    public Optional<String> templateId() {
        return Optional.ofNullable(templateId);
    }

    /** The names of all variables, of secrets too. */
    public Set<String> envNames() {
        var names = new java.util.TreeSet<>(env.keySet());
        secrets.forEach(secret -> names.add(secret.envVar()));
        return names;
    }

    /** Equal when all fields are. */
    @Override
    public boolean equals(Object other) {
        return other instanceof SandboxSpec that && SpecFields.of(this).equals(SpecFields.of(that));
    }

    @Override
    public int hashCode() {
        return SpecFields.of(this).hashCode();
    }

    /** Names no values and no contents. */
    @Override
    public String toString() {
        return "SandboxSpec[image=" + image + ", tags=" + tags + ", variables=" + env.size() + ", secrets="
                + secrets.size() + ", files=" + mountedFiles.size() + ", volumes="
                + volumes().map(List::size).orElse(0) + "]";
    }

    private static Map<String, String> ordered(Map<String, String> map) {
        return Collections.unmodifiableMap(new LinkedHashMap<>(map));
    }
}
