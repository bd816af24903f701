package io.camelsandbox.engine.local.live;

import io.camelsandbox.Limits;
import io.camelsandbox.engine.local.cgroup.GroupLimits;
import io.camelsandbox.sandbox.spec.Quantity;
import io.camelsandbox.sandbox.spec.ResourceAmounts;
import io.camelsandbox.sandbox.spec.ResourceOptions;
import io.camelsandbox.sandbox.spec.SandboxSpec;
import io.camelsandbox.sandbox.spec.ScratchVolume;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** What a spec means on this machine: what it gets where it says nothing, and the cell that gives it. */
final class SpecPlan {

    /** Of every scratch volume that says none. */
    static final String VOLUME_SIZE = "256Mi";

    /** Each command has a process of its own that holds its descendants. */
    private static final int PIDS = 1_024;

    private static final int FILES = 65_536;

    private final SandboxSpec spec;
    private final ResourceOptions resources;

    SpecPlan(SandboxSpec spec) {
        this.spec = spec;
        this.resources = effective(spec.resources());
    }

    /** The resources in force. */
    ResourceOptions resources() {
        return resources;
    }

    /** Bytes of memory. */
    long memory() {
        return resources.limits().memory().orElseThrow().wholeUnits();
    }

    /** What its group enforces. */
    GroupLimits groupLimits() {
        double cpu = resources.limits().cpu().orElseThrow().amount().doubleValue();
        return new GroupLimits(memory(), cpu, PIDS);
    }

    /** The cell for it. */
    CellPlan cell(Optional<Path> image, List<CellPlan.ShownFile> files) {
        return new CellPlan(
                image,
                spec.scratchVolumes().stream().map(this::scratch).toList(),
                files,
                groupLimits(),
                memory(),
                FILES,
                Limits.DEFAULTS.openFiles());
    }

    private CellPlan.Scratch scratch(ScratchVolume volume) {
        long bytes = volume.bytes(memory())
                .orElseGet(() -> Quantity.parse("size", VOLUME_SIZE).wholeUnits());
        return new CellPlan.Scratch(volume.mountPath().orElseThrow(), bytes);
    }

    private static ResourceOptions effective(Optional<ResourceOptions> said) {
        ResourceAmounts requests = said.map(ResourceOptions::requests).orElse(ResourceAmounts.NONE);
        ResourceAmounts limits = said.map(ResourceOptions::limits).orElse(ResourceAmounts.NONE);
        Quantity cpu =
                limit(limits.cpu(), requests.cpu(), Quantity.parse("cpu", Double.toString(Limits.DEFAULTS.cpu())));
        Quantity memory = limit(
                limits.memory(), requests.memory(), Quantity.parse("memory", Long.toString(Limits.DEFAULTS.memory())));
        var most = new ResourceAmounts(Optional.of(cpu), Optional.of(memory));
        var least = new ResourceAmounts(
                requests.cpu().or(() -> Optional.of(cpu)), requests.memory().or(() -> Optional.of(memory)));
        return ResourceOptions.of(least, most);
    }

    private static Quantity limit(Optional<Quantity> said, Optional<Quantity> request, Quantity usual) {
        return said.orElseGet(
                () -> request.filter(least -> least.compareTo(usual) > 0).orElse(usual));
    }
}
