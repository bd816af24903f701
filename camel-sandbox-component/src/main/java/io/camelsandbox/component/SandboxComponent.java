package io.camelsandbox.component;

import io.camelsandbox.CodeRequest;
import io.camelsandbox.CodeRunner;
import io.camelsandbox.ExecutionResult;
import io.camelsandbox.Language;
import io.camelsandbox.Limits;
import io.camelsandbox.SandboxRefusedException;
import io.camelsandbox.TimeSpan;
import io.camelsandbox.engine.EngineProbe;
import io.camelsandbox.engine.EngineStats;
import io.camelsandbox.engine.Isolation;
import io.camelsandbox.engine.SandboxEngine;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.Consumer;
import org.apache.camel.Endpoint;
import org.apache.camel.PropertyBindingException;
import org.apache.camel.api.management.ManagedAttribute;
import org.apache.camel.api.management.ManagedResource;
import org.apache.camel.spi.Metadata;
import org.apache.camel.spi.annotations.Component;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The component {@code sandbox}: one engine, one queue and one pool of threads for all its endpoints. */
@ManagedResource(description = "Managed Sandbox Component")
@Component("sandbox")
public class SandboxComponent extends SandboxComponentCounters {

    private static final Logger LOG = LoggerFactory.getLogger(SandboxComponent.class);

    @Metadata(description = "The defaults of the endpoints' options.")
    private SandboxConfiguration configuration = new SandboxConfiguration();

    @Metadata(
            label = "advanced",
            autowired = true,
            description = "The engine that makes sandboxes, instead of one by its name. The component starts it and"
                    + " closes it.")
    private SandboxEngine engine;

    private SandboxEngine started;
    private CodeRunner runner;
    private Runs runs;
    private Runs calls;
    private LiveService live;
    private ExecutorService pool;
    private ExecutorService readers;
    private ScheduledExecutorService timer;
    private SpoolFolder spoolFolder;

    @Override
    protected Endpoint createEndpoint(String uri, String remaining, Map<String, Object> parameters) throws Exception {
        var endpoint = new SandboxEndpoint(uri, this, remaining, configuration.copy());
        endpoint.setCamelContext(getCamelContext());
        boolean showsText = !UriMask.mask(uri).equals(uri);
        try {
            configure(endpoint, parameters);
            if (!showsText) {
                endpoint.check();
            }
        } catch (RuntimeException e) {
            if (!showsText) {
                throw e;
            }
            endpoint.failLater(e);
            parameters.clear();
        }
        return endpoint;
    }

    private void configure(SandboxEndpoint endpoint, Map<String, Object> parameters) throws Exception {
        Map<String, Object> named = OptionNames.camelCase(parameters);
        parameters.clear();
        endpoint.setGiven(named.keySet());
        endpoint.setTexts(TextOptions.take(getCamelContext(), named));
        // Not by Camel's binding, which looks for placeholders in values and shows the whole of one in its errors.
        takeText(named, "code", endpoint::setCode);
        takeText(named, "command", endpoint::setCommand);
        takeText(named, "args", endpoint::setArgs);
        bind(endpoint, named);
        if (!named.isEmpty()) {
            throw new SandboxRefusedException("sandbox:" + endpoint.getOperation() + " has no option "
                    + String.join(", ", new TreeSet<>(named.keySet())));
        }
    }

    private static void takeText(Map<String, Object> options, String name, Consumer<String> setter) {
        if (options.remove(name) instanceof String text) {
            setter.accept(text);
        }
    }

    private void bind(SandboxEndpoint endpoint, Map<String, Object> options) throws Exception {
        try {
            setProperties(endpoint, options);
        } catch (PropertyBindingException e) {
            // Camel's own message shows the value.
            throw new SandboxRefusedException("the value of option " + e.getPropertyName() + " is of a wrong type");
        } catch (ClassCastException e) {
            // Camel converts a bean that is a number to another kind of number only halfway.
            throw new SandboxRefusedException("an option refers to a bean of a wrong type");
        }
    }

    @Override
    protected void doStart() throws Exception {
        super.doStart();
        // Not at init: Camel Main sets options after it.
        ComponentSettings.check(this);
        started = engine != null ? engine : ComponentSettings.createEngine(this);
        started.start();
        ComponentSettings.checkEnforced(this, started);
        runner = new CodeRunner(started);
        var manager = getCamelContext().getExecutorServiceManager();
        timer = manager.newSingleThreadScheduledExecutor(this, "sandbox-queue");
        pool = ComponentSettings.newPool(this, effectiveMaxConcurrent());
        spoolFolder = new SpoolFolder(getCamelContext());
        var gate = new RunGate(
                effectiveMaxConcurrent(), getMaxQueued(), TimeSpan.parse("queueTimeout", getQueueTimeout()), timer);
        runs = new Runs(gate, task -> execute(timer, task), task -> execute(pool, task));
        var openGate = new RunGate(Integer.MAX_VALUE, 0, Duration.ZERO, timer);
        calls = new Runs(openGate, Runnable::run, task -> execute(pool, task));
        live = new LiveService(this, started, timer);
        readers = manager.newCachedThreadPool(this, "sandbox-files");
        LOG.info(
                "Sandbox engine {} is ready: isolation {}, up to {} runs at once",
                started.name(),
                getIsolation(),
                effectiveMaxConcurrent());
    }

    @Override
    protected void doStop() throws Exception {
        if (runs != null) {
            runs.close();
            calls.close();
        }
        if (live != null) {
            live.close();
        }
        if (started != null) {
            started.close();
            started = null;
        }
        var manager = getCamelContext().getExecutorServiceManager();
        if (pool != null) {
            manager.shutdownGraceful(pool);
        }
        if (readers != null) {
            manager.shutdownNow(readers);
        }
        if (timer != null) {
            manager.shutdownNow(timer);
        }
        if (spoolFolder != null) {
            spoolFolder.close();
        }
        super.doStop();
    }

    /** Every outcome must be handed over: when a pool has ended at a stop, by the thread that brings it. */
    private static void execute(Executor executor, Runnable task) {
        try {
            executor.execute(task);
        } catch (RejectedExecutionException e) {
            task.run();
        }
    }

    /** Checks a request as far as that is possible without running it, and that its interpreter is there. */
    void checkRunnable(CodeRequest sample) {
        runner.check(sample);
    }

    /** Refuses what the profile {@code prod} does not have unless the operator says so. */
    void checkProfile(SandboxConfiguration options) {
        ComponentSettings.checkProfile(this, options);
    }

    Limits ceilings() {
        return ComponentSettings.ceilings(this);
    }

    /** Executions: they wait for a place. */
    Runs runs() {
        return runs;
    }

    /** Calls that are no executions: none waits for a place. */
    Runs calls() {
        return calls;
    }

    CompletableFuture<ExecutionResult> runCode(CodeRequest request) {
        return runner.run(request);
    }

    /** Threads that read what is written to sandboxes, and may block. */
    Executor readers() {
        return readers;
    }

    /**
     * The sandboxes that stay.
     *
     * @throws io.camelsandbox.SandboxException with reason NOT_IMPLEMENTED when the engine has none
     */
    LiveSandboxes live() {
        return live.get();
    }

    /** What is known of the sandboxes that run has started and that have not ended. */
    List<SandboxInfo> heldSandboxes() {
        return live == null ? List.of() : live.held();
    }

    /** Refuses {@code what} where the engine takes no snapshots. */
    void requireSnapshots(String what) {
        ComponentSettings.requireSnapshots(live().sandboxes(), started, what);
    }

    SpoolFolder spoolFolder() {
        return spoolFolder;
    }

    /** What the engine found; null when the component is not started. */
    EngineProbe probe() {
        return started == null ? null : started.probe();
    }

    @Override
    public Optional<EngineStats> engineStats() {
        SandboxEngine current = started;
        return current == null ? Optional.empty() : current.stats();
    }

    /** The operator's choice of an interpreter; null to search. */
    String interpreterOf(Language language) {
        return switch (language) {
            case JS -> getNodeInterpreter();
            case PYTHON -> getPythonInterpreter();
            case SHELL -> getShellInterpreter();
        };
    }

    int effectiveMaxConcurrent() {
        return getMaxConcurrent() > 0
                ? getMaxConcurrent()
                : 2 * Runtime.getRuntime().availableProcessors();
    }

    Isolation isolationLevel() {
        return ComponentSettings.isolation(getIsolation());
    }

    @ManagedAttribute(description = "Runs at this moment")
    public int getRunning() {
        return runs == null ? 0 : runs.gate().running();
    }

    @ManagedAttribute(description = "Runs that wait for a place at this moment")
    public int getQueued() {
        return runs == null ? 0 : runs.gate().queued();
    }

    @ManagedAttribute(description = "Runs that gave a result since the start")
    public long getFinished() {
        return runs == null ? 0 : runs.finished();
    }

    @ManagedAttribute(description = "Runs that ended without a result since the start")
    public long getFailed() {
        return runs == null ? 0 : runs.failed();
    }

    @ManagedAttribute(description = "Sandboxes that run has started and that have not ended")
    public int getLiveSandboxes() {
        return live == null ? 0 : live.count();
    }

    public SandboxConfiguration getConfiguration() {
        return configuration;
    }

    public void setConfiguration(SandboxConfiguration configuration) {
        this.configuration = configuration;
    }

    public SandboxEngine getEngine() {
        return engine;
    }

    public void setEngine(SandboxEngine engine) {
        this.engine = engine;
    }
}
