package io.camelsandbox.sandbox.document;

import io.camelsandbox.SandboxRefusedException;
import io.camelsandbox.TimeSpan;
import io.camelsandbox.sandbox.json.Json;
import io.camelsandbox.sandbox.spec.ComposeFile;
import io.camelsandbox.sandbox.spec.MountedFile;
import io.camelsandbox.sandbox.spec.SandboxSpec;
import io.camelsandbox.sandbox.spec.SandboxSpecBuilder;
import java.math.BigDecimal;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A {@link SandboxSpec} as plain values: maps, lists, texts, numbers. The names are those of the reference system's
 * parameters, {@code snake_case}, and {@code camelCase} is read too. One form serves YAML steps, configuration and the
 * stores of engines. It holds variables and contents of files, never values of secrets.
 */
public final class SpecDocument {

    private SpecDocument() {}

    /**
     * Reads a spec. Times are texts as {@link TimeSpan} reads them, contents texts or bytes.
     *
     * @throws SandboxRefusedException with the first thing that is wrong, a name that is not known too
     */
    public static SandboxSpec fromMap(Map<String, ?> document) {
        Fields fields = Fields.of("sandbox", document);
        SandboxSpec spec = read(fields);
        fields.requireAllKnown();
        return spec;
    }

    /** Writes what {@link #fromMap} reads to an equal spec. */
    public static Map<String, Object> toMap(SandboxSpec spec) {
        return write(spec);
    }

    /** Reads a spec that {@link #toJson} wrote. */
    public static SandboxSpec fromJson(String text) {
        return fromMap(Json.parseObject(text));
    }

    /** Writes a spec as one line of JSON. */
    public static String toJson(SandboxSpec spec) {
        return Json.write(write(spec));
    }

    static SandboxSpec read(Fields fields) {
        SandboxSpecBuilder builder = SandboxSpec.builder();
        readContainer(fields, builder);
        fields.texts("tags").ifPresent(builder::tags);
        builder.annotations(fields.textMap("annotations"));
        Parts.readVolumes(fields).ifPresent(volumes -> volumes.forEach(builder::volume));
        fields.object("file_system_snapshot", Parts::readSnapshotVolume).ifPresent(builder::volume);
        fields.text("max_lifetime_seconds")
                .map(text -> TimeSpan.parse("max_lifetime_seconds", text))
                .ifPresent(builder::maxLifetime);
        fields.object("network", NetworkParts::readNetwork).ifPresent(builder::network);
        fields.objects("services", NetworkParts::readService).ifPresent(services -> services.forEach(builder::service));
        Parts.readPlacement(fields).ifPresent(builder::placement);
        builder.runtimeClass(fields.text("runtime_class").orElse(null));
        fields.object("object_storage_access", Parts::readObjectStorage).ifPresent(builder::objectStorageAccess);
        readKind(fields, builder);
        return builder.build();
    }

    private static void readContainer(Fields fields, SandboxSpecBuilder builder) {
        builder.image(fields.text("container_image").orElse(null));
        builder.command(fields.text("command").orElse(null));
        builder.args(fields.texts("args").orElse(null));
        builder.workingDir(fields.text("working_dir").orElse(null));
        builder.env(fields.textMap("environment_variables"));
        fields.objects("secrets", Parts::readSecret).ifPresent(secrets -> secrets.forEach(builder::secret));
        fields.object("resources", Parts::readResources).ifPresent(builder::resources);
        fields.object("security_context", Parts::readSecurity).ifPresent(builder::securityContext);
        Parts.readFiles(fields).forEach(builder::mountedFile);
        fields.object("image_pull_credentials", Parts::readCredentials).ifPresent(builder::imagePullCredentials);
    }

    private static void readKind(Fields fields, SandboxSpecBuilder builder) {
        builder.templateId(fields.text("template_id").orElse(null));
        fields.objects("containers", ContainerParts::read).ifPresent(containers -> {
            if (containers.isEmpty()) {
                throw new SandboxRefusedException("containers cannot be an empty list");
            }
            builder.containers(containers);
        });
        fields.object("compose_file", SpecDocument::readCompose).ifPresent(builder::composeFile);
    }

    private static ComposeFile readCompose(Fields fields) {
        byte[] contents = fields.text("contents_base64")
                .map(text -> Base64.getDecoder().decode(text))
                .or(() -> fields.bytes("contents"))
                .orElseThrow(() -> new SandboxRefusedException("a compose file needs its contents"));
        return new ComposeFile(
                contents,
                fields.requiredText("primary_service"),
                fields.textMap("image_overrides"),
                fields.object("default_resources", Parts::readResources));
    }

    private static Map<String, Object> write(SandboxSpec spec) {
        var map = new LinkedHashMap<String, Object>();
        put(map, "container_image", spec.image());
        put(map, "command", spec.command());
        put(map, "args", spec.args());
        put(map, "working_dir", spec.workingDir());
        putUnlessEmpty(map, "environment_variables", spec.env());
        putUnlessEmpty(map, "secrets", spec.secrets().stream().map(Parts::write).toList());
        putUnlessEmpty(map, "tags", spec.tags());
        putUnlessEmpty(map, "annotations", spec.annotations());
        put(map, "resources", spec.resources().map(Parts::write));
        put(map, "security_context", spec.securityContext().map(Parts::write));
        putUnlessEmpty(
                map,
                "mounted_files",
                spec.mountedFiles().stream().map(SpecDocument::file).toList());
        put(map, "volumes", spec.volumes().map(volumes -> volumes.stream()
                .map(Parts::write)
                .toList()));
        put(map, "max_lifetime_seconds", spec.maxLifetime().map(time -> BigDecimal.valueOf(time.toMillis(), 3)
                .stripTrailingZeros()
                .toPlainString()));
        put(map, "network", spec.network().map(NetworkParts::write));
        put(map, "services", spec.services().map(services -> services.stream()
                .map(NetworkParts::write)
                .toList()));
        spec.placement().ifPresent(place -> Parts.write(map, place));
        put(map, "runtime_class", spec.runtimeClass());
        put(map, "object_storage_access", spec.objectStorageAccess().map(Parts::write));
        put(map, "image_pull_credentials", spec.imagePullCredentials().map(Parts::write));
        put(map, "template_id", spec.templateId());
        putUnlessEmpty(
                map,
                "containers",
                spec.containers().stream().map(ContainerParts::write).toList());
        put(map, "compose_file", spec.composeFile().map(SpecDocument::write));
        return map;
    }

    private static Map<String, Object> write(ComposeFile compose) {
        var map = new LinkedHashMap<String, Object>();
        map.put("contents_base64", Base64.getEncoder().encodeToString(compose.contents()));
        map.put("primary_service", compose.primaryService());
        putUnlessEmpty(map, "image_overrides", compose.imageOverrides());
        put(map, "default_resources", compose.defaultResources().map(Parts::write));
        return map;
    }

    static Map<String, Object> file(MountedFile file) {
        var map = new LinkedHashMap<String, Object>();
        map.put("mount_path", file.path());
        map.put("file_content_base64", Base64.getEncoder().encodeToString(file.content()));
        return map;
    }

    static void put(Map<String, Object> map, String name, Optional<?> value) {
        value.ifPresent(present -> map.put(name, present));
    }

    static void putUnlessEmpty(Map<String, Object> map, String name, Map<String, ?> value) {
        if (!value.isEmpty()) {
            map.put(name, value);
        }
    }

    static void putUnlessEmpty(Map<String, Object> map, String name, List<?> value) {
        if (!value.isEmpty()) {
            map.put(name, value);
        }
    }
}
