package io.camelsandbox.sandbox.spec;

import java.util.Arrays;
import java.util.List;

/** All fields of a spec, to compare. */
final class SpecFields {

    private SpecFields() {}

    static List<Object> of(SandboxSpec spec) {
        return Arrays.asList(
                spec.image(),
                spec.command(),
                spec.args(),
                spec.workingDir(),
                spec.env(),
                spec.secrets(),
                spec.tags(),
                spec.annotations(),
                spec.resources(),
                spec.securityContext(),
                spec.mountedFiles(),
                spec.volumes(),
                spec.maxLifetime(),
                spec.network(),
                spec.services(),
                spec.placement(),
                spec.runtimeClass(),
                spec.objectStorageAccess(),
                spec.imagePullCredentials(),
                spec.containers(),
                spec.composeFile(),
                spec.templateId());
    }
}
