package io.camelsandbox.sandbox.document;

import static io.camelsandbox.sandbox.document.SpecDocument.put;
import static io.camelsandbox.sandbox.document.SpecDocument.putUnlessEmpty;

import io.camelsandbox.sandbox.spec.Container;
import io.camelsandbox.sandbox.spec.VolumeMount;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Containers of a spec as plain values. */
final class ContainerParts {

    private ContainerParts() {}

    static Container read(Fields fields) {
        return new Container(
                fields.text("name"),
                fields.requiredText("image"),
                fields.text("command"),
                fields.texts("args").orElse(List.of()),
                fields.textMap("environment_variables"),
                fields.object("resources", Parts::readResources),
                Parts.readFiles(fields),
                fields.objects("volume_mounts", ContainerParts::readMount).orElse(List.of()),
                fields.objects("secrets", Parts::readSecret).orElse(List.of()),
                fields.text("working_dir"),
                fields.object("image_pull_credentials", Parts::readCredentials),
                fields.flag("primary").orElse(false));
    }

    static Map<String, Object> write(Container container) {
        var map = new LinkedHashMap<String, Object>();
        put(map, "name", container.name());
        map.put("image", container.image());
        put(map, "command", container.command());
        putUnlessEmpty(map, "args", container.args());
        putUnlessEmpty(map, "environment_variables", container.env());
        put(map, "resources", container.resources().map(Parts::write));
        putUnlessEmpty(
                map,
                "mounted_files",
                container.mountedFiles().stream().map(SpecDocument::file).toList());
        putUnlessEmpty(
                map,
                "volume_mounts",
                container.volumeMounts().stream().map(ContainerParts::write).toList());
        putUnlessEmpty(
                map, "secrets", container.secrets().stream().map(Parts::write).toList());
        put(map, "working_dir", container.workingDir());
        put(map, "image_pull_credentials", container.pullCredentials().map(Parts::write));
        map.put("primary", container.primary());
        return map;
    }

    private static VolumeMount readMount(Fields fields) {
        return new VolumeMount(
                fields.requiredText("volume"),
                fields.requiredText("mount_path"),
                fields.flag("read_only").orElse(false),
                fields.text("sub_path"));
    }

    private static Map<String, Object> write(VolumeMount mount) {
        var map = new LinkedHashMap<String, Object>();
        map.put("volume", mount.volume());
        map.put("mount_path", mount.mountPath());
        map.put("read_only", mount.readOnly());
        put(map, "sub_path", mount.subPath());
        return map;
    }
}
