package io.camelsandbox.sandbox.document;

import static io.camelsandbox.sandbox.document.SpecDocument.put;
import static io.camelsandbox.sandbox.document.SpecDocument.putUnlessEmpty;

import io.camelsandbox.SandboxRefusedException;
import io.camelsandbox.sandbox.spec.Gpu;
import io.camelsandbox.sandbox.spec.ImagePullCredentials;
import io.camelsandbox.sandbox.spec.MountedFile;
import io.camelsandbox.sandbox.spec.ObjectStorageAccess;
import io.camelsandbox.sandbox.spec.Placement;
import io.camelsandbox.sandbox.spec.RegisteredVolume;
import io.camelsandbox.sandbox.spec.ResourceAmounts;
import io.camelsandbox.sandbox.spec.ResourceOptions;
import io.camelsandbox.sandbox.spec.ScratchVolume;
import io.camelsandbox.sandbox.spec.Secret;
import io.camelsandbox.sandbox.spec.SecurityContext;
import io.camelsandbox.sandbox.spec.StorageMedium;
import io.camelsandbox.sandbox.spec.Volume;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Parts of a spec as plain values. */
final class Parts {

    private Parts() {}

    static Secret readSecret(Fields fields) {
        return new Secret(
                fields.requiredText("store"),
                fields.requiredText("name"),
                fields.text("field").orElse(""),
                fields.text("env_var").orElse(null));
    }

    static Map<String, Object> write(Secret secret) {
        var map = new LinkedHashMap<String, Object>();
        map.put("store", secret.store());
        map.put("name", secret.name());
        if (!secret.field().isEmpty()) {
            map.put("field", secret.field());
        }
        map.put("env_var", secret.envVar());
        return map;
    }

    /** Both forms: {@code requests} and {@code limits}, or {@code cpu} and {@code memory} for both sides. */
    static ResourceOptions readResources(Fields fields) {
        Optional<Gpu> gpu = readGpu(fields);
        if (fields.has("requests") || fields.has("limits")) {
            return new ResourceOptions(
                    fields.object("requests", Parts::readAmounts).orElse(ResourceAmounts.NONE),
                    fields.object("limits", Parts::readAmounts).orElse(ResourceAmounts.NONE),
                    gpu);
        }
        ResourceAmounts both = readAmounts(fields);
        return new ResourceOptions(both, both, gpu);
    }

    static Map<String, Object> write(ResourceOptions resources) {
        var map = new LinkedHashMap<String, Object>();
        map.put("requests", write(resources.requests()));
        map.put("limits", write(resources.limits()));
        put(map, "gpu", resources.gpu().map(Parts::write));
        return map;
    }

    static SecurityContext readSecurity(Fields fields) {
        return new SecurityContext(
                fields.number("run_as_user"),
                fields.number("run_as_group"),
                fields.flag("privileged"),
                fields.flag("allow_privilege_escalation"),
                fields.flag("read_only_root_filesystem"),
                fields.texts("capabilities_add").orElse(List.of()),
                fields.texts("capabilities_drop").orElse(List.of()),
                fields.choice("seccomp_profile", SecurityContext.Seccomp.class));
    }

    static Map<String, Object> write(SecurityContext context) {
        var map = new LinkedHashMap<String, Object>();
        context.runAsUser().ifPresent(id -> map.put("run_as_user", id));
        context.runAsGroup().ifPresent(id -> map.put("run_as_group", id));
        put(map, "privileged", context.privileged());
        put(map, "allow_privilege_escalation", context.allowPrivilegeEscalation());
        put(map, "read_only_root_filesystem", context.readOnlyRootFilesystem());
        putUnlessEmpty(map, "capabilities_add", context.capabilitiesAdd());
        putUnlessEmpty(map, "capabilities_drop", context.capabilitiesDrop());
        put(map, "seccomp_profile", context.seccompProfile().map(Parts::id));
        return map;
    }

    /** A list of {@code mount_path} and {@code file_content}, or path → content. */
    static List<MountedFile> readFiles(Fields fields) {
        if (fields.raw("mounted_files") instanceof Map<?, ?> map) {
            var files = new ArrayList<MountedFile>();
            map.forEach((path, content) -> files.add(new MountedFile(String.valueOf(path), content(content))));
            return files;
        }
        return fields.objects("mounted_files", Parts::readFile).orElse(List.of());
    }

    static Optional<List<Volume>> readVolumes(Fields fields) {
        return fields.objects("volumes", Parts::readVolume);
    }

    static Map<String, Object> write(Volume volume) {
        var map = new LinkedHashMap<String, Object>();
        map.put("name", volume.name());
        put(map, "mount_path", volume.mountPath());
        if (volume instanceof ScratchVolume scratch) {
            put(map, "size", scratch.size());
            map.put("medium", id(scratch.medium()));
            put(map, "restore_from_snapshot_id", scratch.restoreFromSnapshotId());
            put(map, "sub_path", scratch.subPath());
            map.put("read_only", scratch.readOnly());
        } else if (volume instanceof RegisteredVolume registered) {
            map.put("volume_id", registered.volumeId());
            put(map, "sub_path", registered.subPath());
            map.put("read_only", registered.readOnly());
        }
        return map;
    }

    /** The short form: one scratch volume, restored from a snapshot where there is one. */
    static ScratchVolume readSnapshotVolume(Fields fields) {
        var volume = ScratchVolume.at(
                fields.text("name").orElse("workspace"),
                fields.text("mount_path").orElse("/workspace"));
        Optional<String> size = fields.text("size");
        Optional<String> snapshot = fields.text("file_system_snapshot_id");
        volume = size.isPresent() ? volume.withSize(size.get()) : volume;
        return snapshot.isPresent() ? volume.restoredFrom(snapshot.get()) : volume;
    }

    static Optional<Placement> readPlacement(Fields fields) {
        Optional<Placement.Mode> mode = fields.choice("placement_mode", Placement.Mode.class);
        Optional<Placement.Spillover> spillover = fields.choice("placement_spillover", Placement.Spillover.class);
        Optional<List<String>> runners = fields.texts("runner_ids");
        return mode.isEmpty() && spillover.isEmpty() && runners.isEmpty()
                ? Optional.empty()
                : Optional.of(
                        new Placement(mode, spillover.orElse(Placement.Spillover.STRICT), runners.orElse(List.of())));
    }

    static void write(Map<String, Object> map, Placement placement) {
        put(map, "placement_mode", placement.mode().map(Parts::id));
        map.put("placement_spillover", id(placement.spillover()));
        map.put("runner_ids", placement.runnerIds());
    }

    static ObjectStorageAccess readObjectStorage(Fields fields) {
        return new ObjectStorageAccess(
                fields.texts("buckets").orElse(List.of()),
                fields.choice("permission", ObjectStorageAccess.Permission.class)
                        .orElse(ObjectStorageAccess.Permission.READ),
                fields.text("object_prefix"));
    }

    static Map<String, Object> write(ObjectStorageAccess access) {
        var map = new LinkedHashMap<String, Object>();
        map.put("buckets", access.buckets());
        map.put("permission", id(access.permission()));
        put(map, "object_prefix", access.objectPrefix());
        return map;
    }

    static ImagePullCredentials readCredentials(Fields fields) {
        return new ImagePullCredentials(
                fields.requiredText("registry"),
                fields.requiredText("store"),
                fields.requiredText("name"),
                fields.text("field").orElse(""));
    }

    static Map<String, Object> write(ImagePullCredentials credentials) {
        return Map.of(
                "registry", credentials.registry(),
                "store", credentials.store(),
                "name", credentials.name(),
                "field", credentials.field());
    }

    static String id(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT);
    }

    private static ResourceAmounts readAmounts(Fields fields) {
        return ResourceAmounts.of(
                fields.text("cpu").orElse(null), fields.text("memory").orElse(null));
    }

    private static Map<String, Object> write(ResourceAmounts amounts) {
        var map = new LinkedHashMap<String, Object>();
        put(map, "cpu", amounts.cpu().map(Object::toString));
        put(map, "memory", amounts.memory().map(Object::toString));
        return map;
    }

    private static Optional<Gpu> readGpu(Fields fields) {
        if (fields.raw("gpu") instanceof Map<?, ?>) {
            return fields.object("gpu", Parts::gpu);
        }
        return fields.has("gpu")
                ? Optional.of(
                        new Gpu(fields.integer("gpu").orElseThrow(), Optional.empty(), java.util.OptionalInt.empty()))
                : Optional.empty();
    }

    private static Gpu gpu(Fields fields) {
        return new Gpu(fields.integer("count").orElse(1), fields.text("type"), fields.integer("memory_gb"));
    }

    private static Map<String, Object> write(Gpu gpu) {
        var map = new LinkedHashMap<String, Object>();
        map.put("count", gpu.count());
        put(map, "type", gpu.type());
        gpu.memoryGb().ifPresent(memory -> map.put("memory_gb", memory));
        return map;
    }

    private static MountedFile readFile(Fields fields) {
        byte[] content = fields.text("file_content_base64")
                .map(text -> Base64.getDecoder().decode(text))
                .or(() -> fields.bytes("file_content"))
                .orElseThrow(() -> new SandboxRefusedException("a mounted file needs file_content"));
        return new MountedFile(fields.requiredText("mount_path"), content);
    }

    private static byte[] content(Object content) {
        if (content instanceof byte[] bytes) {
            return bytes;
        }
        if (content instanceof CharSequence text) {
            return text.toString().getBytes(StandardCharsets.UTF_8);
        }
        throw new SandboxRefusedException("the content of a mounted file must be a text or bytes");
    }

    private static Volume readVolume(Fields fields) {
        String name = fields.requiredText("name");
        Optional<String> mountPath = fields.text("mount_path");
        Optional<String> subPath = fields.text("sub_path");
        boolean readOnly = fields.flag("read_only").orElse(false);
        if (fields.has("volume_id")) {
            return new RegisteredVolume(name, fields.requiredText("volume_id"), mountPath, subPath, readOnly);
        }
        return new ScratchVolume(
                name,
                mountPath,
                fields.text("size"),
                fields.choice("medium", StorageMedium.class).orElse(StorageMedium.UNSPECIFIED),
                fields.text("restore_from_snapshot_id"),
                subPath,
                readOnly);
    }
}
