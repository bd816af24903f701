package io.camelsandbox.sandbox.spec;

import io.camelsandbox.Quoted;
import io.camelsandbox.SandboxRefusedException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What holds for every spec, whatever the engine. */
final class SpecRules {

    private static final Duration LONGEST_LIFE = Duration.ofDays(30);

    private SpecRules() {}

    static void check(SandboxSpec spec) {
        require(spec.image().filter(String::isBlank).isEmpty(), "an image cannot be blank");
        require(spec.command().filter(String::isEmpty).isEmpty(), "a command cannot be empty");
        spec.command().ifPresent(command -> requireNoNul("a command", command));
        spec.args().ifPresent(args -> args.forEach(arg -> requireNoNul("an argument", arg)));
        spec.workingDir().ifPresent(path -> GuestPaths.requireAbsolute("working_dir", path));
        EnvNames.require("environment_variables", spec.env());
        require(spec.tags().stream().noneMatch(String::isEmpty), "a tag cannot be empty");
        spec.maxLifetime().ifPresent(SpecRules::checkLifetime);
        checkFiles(spec);
        checkVolumes(spec);
        checkKind(spec);
    }

    /** Each variable once: equal secrets are one, other ones for the same variable are refused. */
    static List<Secret> uniqueByVariable(List<Secret> secrets) {
        Map<String, Secret> unique = new LinkedHashMap<>();
        for (Secret secret : secrets) {
            Secret before = unique.putIfAbsent(secret.envVar(), secret);
            if (before != null && !before.sameSource(secret)) {
                throw new SandboxRefusedException(
                        "two secrets for the variable '" + Quoted.text(secret.envVar()) + "' from different sources");
            }
        }
        return new ArrayList<>(unique.values());
    }

    private static void checkLifetime(Duration lifetime) {
        require(
                lifetime.compareTo(Duration.ZERO) > 0 && lifetime.compareTo(LONGEST_LIFE) <= 0,
                "max_lifetime must be greater than zero and at most 30 days; there is no unlimited one");
    }

    private static void checkFiles(SandboxSpec spec) {
        var paths = new HashSet<String>();
        for (MountedFile file : spec.mountedFiles()) {
            require(paths.add(file.path()), "two mounted files at '" + Quoted.text(file.path()) + "'");
        }
    }

    private static void checkVolumes(SandboxSpec spec) {
        var names = new HashSet<String>();
        var paths = new HashSet<String>();
        for (Volume volume : spec.volumes().orElse(List.of())) {
            require(names.add(volume.name()), "two volumes with the name '" + volume.name() + "'");
            volume.mountPath()
                    .ifPresent(path -> require(paths.add(path), "two volumes at '" + Quoted.text(path) + "'"));
            require(
                    volume.mountPath().isPresent() || !spec.containers().isEmpty(),
                    "volume " + volume.name() + " needs a mount_path");
        }
    }

    private static void checkKind(SandboxSpec spec) {
        boolean several = !spec.containers().isEmpty();
        int kinds = (several ? 1 : 0)
                + (spec.composeFile().isPresent() ? 1 : 0)
                + (spec.templateId().isPresent() ? 1 : 0);
        require(kinds <= 1, "containers, compose_file and template_id exclude each other");
        require(spec.templateId().filter(String::isEmpty).isEmpty(), "a template_id cannot be empty");
        if (several) {
            checkSingleFieldsUnsaid(spec);
            Container.requireConsistent(spec.containers());
        }
    }

    private static void checkSingleFieldsUnsaid(SandboxSpec spec) {
        boolean said = spec.image().isPresent()
                || spec.command().isPresent()
                || spec.args().isPresent()
                || spec.resources().isPresent()
                || spec.workingDir().isPresent()
                || spec.securityContext().isPresent()
                || spec.imagePullCredentials().isPresent()
                || !spec.env().isEmpty()
                || !spec.secrets().isEmpty()
                || !spec.mountedFiles().isEmpty();
        require(
                !said,
                "containers exclude command, args, image, resources, mounted_files, secrets, environment_variables, "
                        + "security_context, working_dir and image_pull_credentials: say them of each container");
    }

    private static void requireNoNul(String what, String text) {
        require(text.indexOf('\0') < 0, what + " has a NUL in it");
    }

    private static void require(boolean holds, String message) {
        if (!holds) {
            throw new SandboxRefusedException(message);
        }
    }
}
