package io.camelsandbox.sandbox;

import io.camelsandbox.Reason;
import io.camelsandbox.SandboxRefusedException;
import io.camelsandbox.engine.Capability;
import io.camelsandbox.engine.SandboxHost;
import io.camelsandbox.sandbox.spec.NetworkOptions;
import io.camelsandbox.sandbox.spec.Placement;
import io.camelsandbox.sandbox.spec.ResourceOptions;
import io.camelsandbox.sandbox.spec.SandboxSpec;
import io.camelsandbox.sandbox.spec.ScratchVolume;

/** Refuses at once what an engine has no capability for, by the name of the field. */
final class SpecCapabilities {

    private final SandboxHost host;

    SpecCapabilities(SandboxHost host) {
        this.host = host;
    }

    void require(SandboxSpec spec) {
        need(!spec.containers().isEmpty(), Capability.SEVERAL_CONTAINERS, "containers");
        need(spec.composeFile().isPresent(), Capability.COMPOSE_FILES, "a compose file");
        need(spec.templateId().isPresent(), Capability.TEMPLATES, "a template");
        need(spec.services().filter(services -> !services.isEmpty()).isPresent(), Capability.SERVICES, "services");
        // to deny everything is what a sandbox without a network does anyhow
        need(
                spec.network().filter(network -> !onlyDenies(network)).isPresent(),
                Capability.NETWORK_RULES,
                "network rules");
        need(spec.runtimeClass().isPresent(), Capability.RUNTIME_CLASSES, "a runtime_class");
        need(spec.objectStorageAccess().isPresent(), Capability.OBJECT_STORAGE, "object_storage_access");
        need(spec.imagePullCredentials().isPresent(), Capability.IMAGE_PULL, "image_pull_credentials");
        need(
                spec.placement().filter(place -> !place.equals(Placement.ANY)).isPresent(),
                Capability.PLACEMENT,
                "placement");
        need(spec.resources().flatMap(ResourceOptions::gpu).isPresent(), Capability.GPUS, "a gpu");
        need(!spec.registeredVolumeIds().isEmpty(), Capability.REGISTERED_VOLUMES, "registered volumes");
        need(!spec.scratchVolumes().isEmpty(), Capability.SCRATCH_VOLUMES, "scratch volumes");
        need(
                spec.scratchVolumes().stream()
                        .map(ScratchVolume::restoreFromSnapshotId)
                        .anyMatch(id -> id.isPresent()),
                Capability.SNAPSHOTS,
                "a volume restored from a snapshot");
    }

    void need(boolean asked, Capability capability, String what) {
        if (asked && !host.capabilities().contains(capability)) {
            throw new SandboxRefusedException(
                    Reason.NOT_IMPLEMENTED, "the engine '" + host.name() + "' cannot give a sandbox " + what);
        }
    }

    private static boolean onlyDenies(NetworkOptions network) {
        return network.deniesOnly();
    }
}
