package io.camelsandbox.sandbox.spec;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/** Collects a {@link SandboxSpec}. Null leaves a value unsaid; what takes several adds to those said before. */
public final class SandboxSpecBuilder {

    String image;
    String command;
    List<String> args;
    String workingDir;
    Map<String, String> env = new LinkedHashMap<>();
    List<Secret> secrets = new ArrayList<>();
    Set<String> tags = new LinkedHashSet<>();
    Map<String, String> annotations = new LinkedHashMap<>();
    ResourceOptions resources;
    SecurityContext securityContext;
    List<MountedFile> mountedFiles = new ArrayList<>();
    List<Volume> volumes;
    Duration maxLifetime;
    NetworkOptions network;
    List<Service> services;
    Placement placement;
    String runtimeClass;
    ObjectStorageAccess objectStorageAccess;
    ImagePullCredentials imagePullCredentials;
    List<Container> containers = new ArrayList<>();
    ComposeFile composeFile;
    String templateId;

    SandboxSpecBuilder() {}

    SandboxSpecBuilder(SandboxSpec spec) {
        image = spec.image().orElse(null);
        command = spec.command().orElse(null);
        args = spec.args().orElse(null);
        workingDir = spec.workingDir().orElse(null);
        env.putAll(spec.env());
        secrets.addAll(spec.secrets());
        tags.addAll(spec.tags());
        annotations.putAll(spec.annotations());
        resources = spec.resources().orElse(null);
        securityContext = spec.securityContext().orElse(null);
        mountedFiles.addAll(spec.mountedFiles());
        volumes = spec.volumes().map(ArrayList::new).orElse(null);
        maxLifetime = spec.maxLifetime().orElse(null);
        network = spec.network().orElse(null);
        services = spec.services().map(ArrayList::new).orElse(null);
        placement = spec.placement().orElse(null);
        runtimeClass = spec.runtimeClass().orElse(null);
        objectStorageAccess = spec.objectStorageAccess().orElse(null);
        imagePullCredentials = spec.imagePullCredentials().orElse(null);
        containers.addAll(spec.containers());
        composeFile = spec.composeFile().orElse(null);
        templateId = spec.templateId().orElse(null);
    }

    /** The root file system: a name that the engine knows, or an image of a registry. */
    public SandboxSpecBuilder image(String value) {
        image = value;
        return this;
    }

    /** The main process. */
    public SandboxSpecBuilder command(String value) {
        command = value;
        return this;
    }

    /** All arguments of the main process. */
    public SandboxSpecBuilder args(List<String> values) {
        args = values;
        return this;
    }

    /** Where the main process starts; an absolute path in the sandbox. */
    public SandboxSpecBuilder workingDir(String value) {
        workingDir = value;
        return this;
    }

    /** A variable of every process. */
    public SandboxSpecBuilder env(String name, String value) {
        env.put(name, Objects.requireNonNull(value));
        return this;
    }

    /** Variables of every process. */
    public SandboxSpecBuilder env(Map<String, String> values) {
        env.putAll(values);
        return this;
    }

    /** A secret in the environment of every process. */
    public SandboxSpecBuilder secret(Secret value) {
        secrets.add(Objects.requireNonNull(value));
        return this;
    }

    /** Words to find it by. */
    public SandboxSpecBuilder tags(Collection<String> values) {
        tags.addAll(values);
        return this;
    }

    /** Words to find it by. */
    public SandboxSpecBuilder tags(String... values) {
        return tags(List.of(values));
    }

    /** A note that is kept with it. */
    public SandboxSpecBuilder annotation(String name, String value) {
        annotations.put(name, Objects.requireNonNull(value));
        return this;
    }

    /** Notes that are kept with it. */
    public SandboxSpecBuilder annotations(Map<String, String> values) {
        annotations.putAll(values);
        return this;
    }

    /** What it gets. */
    public SandboxSpecBuilder resources(ResourceOptions value) {
        resources = value;
        return this;
    }

    /** What its processes may do. */
    public SandboxSpecBuilder securityContext(SecurityContext value) {
        securityContext = value;
        return this;
    }

    /** A file it has from the start; read-only at run time. */
    public SandboxSpecBuilder mountedFile(MountedFile value) {
        mountedFiles.add(Objects.requireNonNull(value));
        return this;
    }

    /** A volume. */
    public SandboxSpecBuilder volume(Volume value) {
        volumes = volumes == null ? new ArrayList<>() : volumes;
        volumes.add(Objects.requireNonNull(value));
        return this;
    }

    /** The longest it lives: more than nothing, at most 30 days. */
    public SandboxSpecBuilder maxLifetime(Duration value) {
        maxLifetime = value;
        return this;
    }

    /** What it may reach and be reached by. */
    public SandboxSpecBuilder network(NetworkOptions value) {
        network = value;
        return this;
    }

    /** A port that others may reach. */
    public SandboxSpecBuilder service(Service value) {
        services = services == null ? new ArrayList<>() : services;
        services.add(Objects.requireNonNull(value));
        return this;
    }

    /** Where it may be. */
    public SandboxSpecBuilder placement(Placement value) {
        placement = value;
        return this;
    }

    /** The kind of isolation, by the platform's name for it. */
    public SandboxSpecBuilder runtimeClass(String value) {
        runtimeClass = value;
        return this;
    }

    /** Object storage it may use. */
    public SandboxSpecBuilder objectStorageAccess(ObjectStorageAccess value) {
        objectStorageAccess = value;
        return this;
    }

    /** The key for its image. */
    public SandboxSpecBuilder imagePullCredentials(ImagePullCredentials value) {
        imagePullCredentials = value;
        return this;
    }

    /** Several containers instead of one; at least one. */
    public SandboxSpecBuilder containers(List<Container> values) {
        containers.addAll(values);
        return this;
    }

    /** The compose file it is made from. */
    public SandboxSpecBuilder composeFile(ComposeFile value) {
        composeFile = value;
        return this;
    }

    /** The template it is made from. */
    public SandboxSpecBuilder templateId(String value) {
        templateId = value;
        return this;
    }

    /**
     * The spec.
     *
     * @throws io.camelsandbox.SandboxRefusedException with the first thing in it that no engine could do
     */
    public SandboxSpec build() {
        secrets = SpecRules.uniqueByVariable(secrets);
        var spec = new SandboxSpec(this);
        SpecRules.check(spec);
        return spec;
    }
}
