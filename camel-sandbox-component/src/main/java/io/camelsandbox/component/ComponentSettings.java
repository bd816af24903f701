package io.camelsandbox.component;

import io.camelsandbox.ByteSize;
import io.camelsandbox.Enforcement;
import io.camelsandbox.Guarantee;
import io.camelsandbox.Limits;
import io.camelsandbox.Reason;
import io.camelsandbox.SandboxRefusedException;
import io.camelsandbox.SandboxUnavailableException;
import io.camelsandbox.TimeSpan;
import io.camelsandbox.engine.Capability;
import io.camelsandbox.engine.EngineSettings;
import io.camelsandbox.engine.Isolation;
import io.camelsandbox.engine.SandboxEngine;
import io.camelsandbox.engine.SandboxEngineProvider;
import io.camelsandbox.engine.WarmStart;
import io.camelsandbox.sandbox.Sandboxes;
import io.camelsandbox.sandbox.SandboxesBuilder;
import io.camelsandbox.sandbox.spec.SecretProvider;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.apache.camel.spi.ThreadPoolProfile;
import org.apache.camel.util.concurrent.ThreadPoolRejectedPolicy;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Reads and checks the options of the component. */
final class ComponentSettings {

    private static final Logger LOG = LoggerFactory.getLogger(ComponentSettings.class);
    private static final String PRODUCTION = "prod";
    private static final int FEWEST_THREADS = 32;
    private static final int MOST_THREADS = 256;

    private ComponentSettings() {}

    static Limits ceilings(SandboxComponentOptions options) {
        try {
            return new Limits(
                    TimeSpan.parse("maxTimeout", options.getMaxTimeout()),
                    ByteSize.parse("maxMemory", options.getMaxMemory()),
                    options.getMaxCpu(),
                    options.getMaxPids(),
                    ByteSize.parse("maxDisk", options.getMaxDisk()),
                    options.getMaxFiles(),
                    options.getMaxOpenFiles(),
                    ByteSize.parse("maxOutputCeiling", options.getMaxOutputCeiling()));
        } catch (IllegalArgumentException e) {
            throw new SandboxRefusedException("the component's ceiling of " + e.getMessage());
        }
    }

    static void check(SandboxComponent component) {
        if (component.getMaxConcurrent() < 0 || component.getMaxQueued() < 0) {
            throw new SandboxRefusedException("maxConcurrent and maxQueued must not be negative");
        }
        if (component.getMaxSandboxes() < 1) {
            throw new SandboxRefusedException("maxSandboxes must be greater than zero");
        }
        TimeSpan.parse("queueTimeout", component.getQueueTimeout());
        required(component);
        ceilings(component);
        warm(component);
        checkGivenEngine(component);
        checkProfile(component, component.getConfiguration());
        if (component.isolationLevel() == Isolation.NONE) {
            LOG.warn("isolation=none: code runs as a plain process of this user, with its files and its network");
        }
    }

    static void checkProfile(SandboxComponent component, SandboxConfiguration options) {
        boolean production = PRODUCTION.equals(
                component.getCamelContext().getCamelContextExtension().getProfile());
        if (!production || component.isAllowInsecureInProd()) {
            return;
        }
        if (component.isolationLevel() == Isolation.NONE) {
            throw refusedInProduction("isolation=none");
        }
        if (options.isAllowControlHeaders()) {
            throw refusedInProduction("allowControlHeaders=true");
        }
    }

    private static SandboxRefusedException refusedInProduction(String option) {
        return new SandboxRefusedException(option + " is refused in Camel's profile prod: leave it out, or say"
                + " allowInsecureInProd=true on the component");
    }

    static Isolation isolation(String text) {
        for (Isolation isolation : Isolation.values()) {
            if (isolation.name().equalsIgnoreCase(text)) {
                return isolation;
            }
        }
        throw new SandboxRefusedException("isolation=" + text + " is unknown: use required, best_effort or none");
    }

    static SandboxEngine createEngine(SandboxComponent component) {
        Map<String, SandboxEngineProvider> providers = new TreeMap<>();
        ClassLoader application = component.getCamelContext().getApplicationContextClassLoader();
        for (ClassLoader loader : new ClassLoader[] {SandboxEngineProvider.class.getClassLoader(), application}) {
            if (loader != null) {
                ServiceLoader.load(SandboxEngineProvider.class, loader)
                        .forEach(provider -> providers.put(provider.name(), provider));
            }
        }
        SandboxEngineProvider provider = providers.get(component.getEngineName());
        if (provider == null) {
            throw new SandboxUnavailableException("there is no engine '" + component.getEngineName() + "' on the class"
                    + " path; there is " + (providers.isEmpty() ? "none" : String.join(", ", providers.keySet()))
                    + ". Add the dependency io.camelsandbox:sandbox-engine-" + component.getEngineName());
        }
        return provider.create(engineSettings(component));
    }

    private static EngineSettings engineSettings(SandboxComponent component) {
        Map<String, String> properties = new LinkedHashMap<>();
        component.getEngineProperties().forEach((name, value) -> properties.put(name, String.valueOf(value)));
        return new EngineSettings(
                component.isolationLevel(),
                required(component),
                warm(component),
                component.isAwaitReaped(),
                properties);
    }

    private static Optional<WarmStart> warm(SandboxComponent component) {
        try {
            return Optional.ofNullable(component.getWarm()).map(text -> WarmStart.parse("warm", text));
        } catch (IllegalArgumentException e) {
            throw new SandboxRefusedException(e.getMessage());
        }
    }

    /** An engine that was made elsewhere has its settings from there. */
    private static void checkGivenEngine(SandboxComponent component) {
        if (component.getEngine() == null) {
            return;
        }
        if (component.getWarm() != null || component.isAwaitReaped()) {
            throw new SandboxRefusedException("warm and awaitReaped are for an engine that the component makes by"
                    + " engineName, and it was given one: leave them out, and set up that engine where it is made");
        }
    }

    private static Set<Guarantee> required(SandboxComponent component) {
        try {
            return OptionLists.split(component.getRequireEnforced()).stream()
                    .map(Guarantee::of)
                    .collect(Collectors.toCollection(TreeSet::new));
        } catch (IllegalArgumentException e) {
            throw new SandboxRefusedException("requireEnforced: " + e.getMessage());
        }
    }

    /** Refuses an engine that does not enforce what the operator requires, whoever made it. */
    static void checkEnforced(SandboxComponent component, SandboxEngine engine) {
        String missing = required(component).stream()
                .filter(guarantee -> engine.probe().enforcement().level(guarantee) != Enforcement.Level.ENFORCED)
                .map(Guarantee::id)
                .collect(Collectors.joining(", "));
        if (!missing.isEmpty()) {
            throw new SandboxUnavailableException("requireEnforced: the engine " + engine.name() + " does not enforce "
                    + missing + " on this machine");
        }
    }

    /** Sandboxes that stay; stores of secrets are the providers in the registry, by their names. */
    static Sandboxes sandboxes(SandboxComponent component, SandboxEngine engine) {
        SandboxesBuilder sandboxes = Sandboxes.builder(engine);
        component
                .getCamelContext()
                .getRegistry()
                .findByTypeWithName(SecretProvider.class)
                .forEach(sandboxes::secrets);
        return sandboxes.build();
    }

    static void requireSnapshots(Sandboxes sandboxes, SandboxEngine engine, String what) {
        if (!sandboxes.can(Capability.SNAPSHOTS)) {
            throw new SandboxRefusedException(
                    Reason.NOT_IMPLEMENTED, what + ": the engine " + engine.name() + " takes no snapshots");
        }
    }

    /** Threads on which exchanges go on: more than runs, since what follows in a route may block. */
    static ExecutorService newPool(SandboxComponent component, int maxConcurrent) {
        int threads = Math.max(FEWEST_THREADS, Math.min(maxConcurrent, MOST_THREADS));
        var profile = new ThreadPoolProfile("sandbox");
        profile.setPoolSize(threads);
        profile.setMaxPoolSize(threads);
        profile.setMaxQueueSize(-1);
        profile.setAllowCoreThreadTimeOut(true);
        profile.setKeepAliveTime(60L);
        profile.setTimeUnit(TimeUnit.SECONDS);
        profile.setRejectedPolicy(ThreadPoolRejectedPolicy.Abort);
        return component.getCamelContext().getExecutorServiceManager().newThreadPool(component, "sandbox", profile);
    }
}
