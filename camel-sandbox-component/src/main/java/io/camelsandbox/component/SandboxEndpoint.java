package io.camelsandbox.component;

import io.camelsandbox.Limits;
import io.camelsandbox.SandboxRefusedException;
import io.camelsandbox.TimeSpan;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.camel.Category;
import org.apache.camel.Consumer;
import org.apache.camel.Processor;
import org.apache.camel.Producer;
import org.apache.camel.api.management.ManagedAttribute;
import org.apache.camel.api.management.ManagedResource;
import org.apache.camel.spi.UriEndpoint;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Run code in an isolated sandbox, and work with sandboxes that stay. */
@ManagedResource(description = "Managed Sandbox Endpoint")
@UriEndpoint(
        firstVersion = "0.1.0",
        scheme = "sandbox",
        title = "Sandbox",
        syntax = "sandbox:operation",
        remote = false,
        category = {Category.SCRIPT, Category.AI},
        headersClass = SandboxConstants.class)
public class SandboxEndpoint extends SandboxEndpointOptions {

    private static final Logger LOG = LoggerFactory.getLogger(SandboxEndpoint.class);

    private TextOptions texts = TextOptions.NONE;
    private RuntimeException problem;
    private Set<String> given = Set.of();
    private RunSettings settings;
    private boolean checked;

    /** An endpoint of {@code component} whose options are {@code configuration}, which is its own. */
    public SandboxEndpoint(
            String uri, SandboxComponent component, String operation, SandboxConfiguration configuration) {
        super(UriMask.mask(uri), component);
        setOperation(operation);
        setConfiguration(configuration);
    }

    @Override
    public SandboxComponent getComponent() {
        return (SandboxComponent) super.getComponent();
    }

    @Override
    public Producer createProducer() {
        check();
        return switch (kind()) {
            case JS, PYTHON, SHELL -> new CodeProducer(this);
            case RUN -> new RunProducer(this);
            case GET, LIST, WAIT, WAIT_UNTIL_COMPLETE, STOP, DELETE -> new LifeProducer(this);
            case EXEC -> new ExecProducer(this);
            case READ_FILE, WRITE_FILE -> new FileProducer(this);
            case SNAPSHOT, GET_SNAPSHOT, LIST_SNAPSHOTS, DELETE_SNAPSHOT -> new SnapshotProducer(this);
            case LOGS ->
                throw new SandboxRefusedException(
                        "sandbox:logs is for from, not for to: each line of a log starts an exchange");
        };
    }

    @Override
    public Consumer createConsumer(Processor processor) throws Exception {
        check();
        if (!kind().isConsumer()) {
            throw new SandboxRefusedException(
                    "sandbox:" + getOperation() + " is for to, not for from: it starts no exchanges");
        }
        var consumer = new SandboxLogConsumer(this, processor);
        configureConsumer(consumer);
        return consumer;
    }

    /** What is done. */
    SandboxOperation kind() {
        return SandboxOperation.of(getOperation());
    }

    /**
     * Checks what can be checked before there is a message.
     *
     * @throws io.camelsandbox.SandboxRefusedException with the first thing that is wrong
     */
    synchronized void check() {
        if (problem != null) {
            throw problem;
        }
        if (checked) {
            return;
        }
        given.forEach(kind()::require);
        getComponent().checkProfile(getConfiguration());
        if (kind().language().isPresent()) {
            settings = RunSettings.of(this);
            requireNothingOfTheSandbox();
        }
        checked = true;
        if (getConfiguration().isAllowControlHeaders()) {
            LOG.warn("allowControlHeaders=true at {}: who sends a message there chooses the code that is run", this);
        }
    }

    private void requireNothingOfTheSandbox() {
        if (isInLiveSandbox()) {
            given.stream()
                    .filter(OptionSets.OF_THE_SANDBOX::contains)
                    .sorted()
                    .findFirst()
                    .ifPresent(option -> {
                        throw new SandboxRefusedException(
                                option + " is the sandbox's own where code runs in one that is there:"
                                        + " leave it out, or give it to sandbox:run");
                    });
        }
    }

    /**
     * The options of an endpoint that runs code, read and checked.
     *
     * @throws io.camelsandbox.SandboxRefusedException with the first that is wrong
     */
    synchronized RunSettings settings() {
        check();
        return settings;
    }

    /** The limits of what it runs. */
    Limits limits() {
        check();
        return settings != null
                ? settings.limits()
                : LimitOptions.read(getConfiguration(), getComponent().ceilings());
    }

    /** True when an option was given to this endpoint, by whatever way. */
    boolean hasOption(String name) {
        return given.contains(name) || texts.has(name);
    }

    /** True for code that does not run in a sandbox of its own. */
    boolean isInLiveSandbox() {
        return isStateful() || hasOption("sandboxId");
    }

    void setGiven(Set<String> options) {
        given = options.stream()
                .map(name -> name.indexOf('.') < 0 ? name : name.substring(0, name.indexOf('.')))
                .collect(Collectors.toUnmodifiableSet());
    }

    /** An option that is one value: text, a variable's or an expression's; empty where it is not given. */
    Optional<MessageValue> reference(String name, String written) {
        Object content = texts.has(name) ? texts.value(name) : written;
        return Optional.ofNullable(content).map(value -> MessageValue.ofReference(getCamelContext(), name, value));
    }

    /** The option {@code tags}. */
    MessageValues tags() {
        return MessageValues.of(
                getCamelContext(), "tags", texts.values("tags", getSpecOptions().getTags()));
    }

    /** The option {@code grace}; zero ends a sandbox at once. */
    Duration grace() {
        String text = getOperationOptions().getGrace().trim();
        return text.equals("0") ? Duration.ZERO : TimeSpan.parse("grace", text);
    }

    /** True when the options were read and nothing is wrong with them. */
    synchronized boolean isUsable() {
        return checked;
    }

    /** Keeps an error for {@link #settings()}: where it is thrown now, Camel's own message shows the URI. */
    void failLater(RuntimeException failure) {
        problem = failure;
    }

    TextOptions getTexts() {
        return texts;
    }

    void setTexts(TextOptions texts) {
        this.texts = texts;
    }

    // The masked URI is not unique: two endpoints with different code are never the same.
    @Override
    public boolean equals(Object other) {
        return this == other;
    }

    @Override
    public int hashCode() {
        return System.identityHashCode(this);
    }

    @ManagedAttribute(description = "The time limit of a run, with its unit")
    public String getEffectiveTimeout() {
        return TimeSpan.format(limits().timeout());
    }

    @ManagedAttribute(description = "The memory limit of a run, in bytes")
    public long getEffectiveMemory() {
        return limits().memory();
    }
}
