package io.camelsandbox.component;

import io.camelsandbox.Limits;
import io.camelsandbox.SandboxRefusedException;
import io.camelsandbox.TimeSpan;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.camel.Category;
import org.apache.camel.Consumer;
import org.apache.camel.Processor;
import org.apache.camel.Producer;
import org.apache.camel.api.management.ManagedAttribute;
import org.apache.camel.api.management.ManagedResource;
import org.apache.camel.spi.Metadata;
import org.apache.camel.spi.UriEndpoint;
import org.apache.camel.spi.UriParam;
import org.apache.camel.spi.UriPath;
import org.apache.camel.support.DefaultEndpoint;
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
public class SandboxEndpoint extends DefaultEndpoint {

    private static final Logger LOG = LoggerFactory.getLogger(SandboxEndpoint.class);

    @UriPath(
            enums = "js,python,shell,run,get,list,wait,waitUntilComplete,stop,delete,exec,readFile,writeFile,snapshot,"
                    + "getSnapshot,listSnapshots,deleteSnapshot,logs",
            description = "What is done: js, python and shell run code of that language, each run in a sandbox of its"
                    + " own, or in the one that sandboxId says. run starts a sandbox that stays, the others work with"
                    + " it: get, list, wait, waitUntilComplete, stop, delete, exec, readFile, writeFile, snapshot,"
                    + " getSnapshot, listSnapshots and deleteSnapshot. From logs come the lines that its main process"
                    + " writes.")
    @Metadata(required = true)
    private String operation;

    @UriParam(
            security = "secret",
            description = "The code: text, resource:, classpath: or file: with the place of a file that is read at the"
                    + " start, #bean: with the name of a bean that holds it, or variable: with the name of a variable"
                    + " of the exchange. With it the body is standard input; without it the body is the code.")
    @Metadata(largeInput = true, supportFileReference = true)
    private String code;

    @UriParam(
            security = "secret",
            description = "For shell the same as code. For exec the program to run, and for run the main process of the"
                    + " sandbox, which without it does nothing until it is stopped: one name or path, taken literally,"
                    + " which no shell reads.")
    @Metadata(largeInput = true, supportFileReference = true)
    private String command;

    @UriParam(
            security = "secret",
            description = "Arguments of the code or the command, with commas between them, or repeated, each taken"
                    + " literally. In a YAML step it is a list, whose values may hold commas and may be expressions.")
    private String args;

    @UriParam(
            prefix = "inputFiles.",
            multiValue = true,
            security = "secret",
            description = "Files that are put into the workspace before the code runs: name to content.")
    private Map<String, Object> inputFiles = new LinkedHashMap<>();

    @UriParam(
            defaultValue = "body",
            enums = "body,none,json",
            description = "What standard input is when the code is not the body: body takes text, bytes and streams as"
                    + " they are and refuses other types, json writes a map, a list or a number as JSON, none leaves"
                    + " it empty.")
    private String stdin = "body";

    @UriParam(
            label = "advanced",
            description = "The name or path of the interpreter that runs the code, such as bash for shell. The default"
                    + " is the component's.")
    private String interpreter;

    @UriParam(
            description = "The sandbox that an operation is for, instead of the one that run has started in the"
                    + " exchange; for js, python and shell the sandbox to run in instead of one of their own. It may be"
                    + " variable: with the name of a variable, and in a YAML step an expression.")
    private String sandboxId;

    @UriParam
    private SandboxSpecOptions specOptions = new SandboxSpecOptions();

    @UriParam
    private SandboxOperationOptions operationOptions = new SandboxOperationOptions();

    @UriParam
    private SandboxLogOptions logOptions = new SandboxLogOptions();

    @UriParam
    private SandboxConfiguration configuration;

    private TextOptions texts = TextOptions.NONE;
    private RuntimeException problem;
    private Set<String> given = Set.of();
    private RunSettings settings;
    private boolean checked;

    /** An endpoint of {@code component} whose options are {@code configuration}, which is its own. */
    public SandboxEndpoint(
            String uri, SandboxComponent component, String operation, SandboxConfiguration configuration) {
        super(UriMask.mask(uri), component);
        this.operation = operation;
        this.configuration = configuration;
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
                    "sandbox:" + operation + " is for to, not for from: it starts no exchanges");
        }
        var consumer = new SandboxLogConsumer(this, processor);
        configureConsumer(consumer);
        return consumer;
    }

    /** What is done. */
    SandboxOperation kind() {
        return SandboxOperation.of(operation);
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
        getComponent().checkProfile(configuration);
        if (kind().language().isPresent()) {
            settings = RunSettings.of(this);
            requireNothingOfTheSandbox();
        }
        checked = true;
        if (configuration.isAllowControlHeaders()) {
            LOG.warn("allowControlHeaders=true at {}: who sends a message there chooses the code that is run", this);
        }
    }

    private void requireNothingOfTheSandbox() {
        if (hasOption("sandboxId")) {
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
                : LimitOptions.read(configuration, getComponent().ceilings());
    }

    /** True when an option was given to this endpoint, by whatever way. */
    boolean hasOption(String name) {
        return given.contains(name) || texts.has(name);
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
        return MessageValues.of(getCamelContext(), "tags", texts.values("tags", specOptions.getTags()));
    }

    /** The option {@code grace}; zero ends a sandbox at once. */
    Duration grace() {
        String text = operationOptions.getGrace().trim();
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

    @ManagedAttribute(description = "What the endpoint does")
    public String getOperation() {
        return operation;
    }

    public void setOperation(String operation) {
        this.operation = operation;
    }

    public String getCode() {
        return code;
    }

    public void setCode(String code) {
        this.code = code;
    }

    public String getCommand() {
        return command;
    }

    public void setCommand(String command) {
        this.command = command;
    }

    public String getArgs() {
        return args;
    }

    public void setArgs(String args) {
        this.args = args;
    }

    public Map<String, Object> getInputFiles() {
        return inputFiles;
    }

    public void setInputFiles(Map<String, Object> inputFiles) {
        this.inputFiles = inputFiles;
    }

    public String getStdin() {
        return stdin;
    }

    public void setStdin(String stdin) {
        this.stdin = stdin;
    }

    public String getInterpreter() {
        return interpreter;
    }

    public void setInterpreter(String interpreter) {
        this.interpreter = interpreter;
    }

    public String getSandboxId() {
        return sandboxId;
    }

    public void setSandboxId(String sandboxId) {
        this.sandboxId = sandboxId;
    }

    public SandboxSpecOptions getSpecOptions() {
        return specOptions;
    }

    public void setSpecOptions(SandboxSpecOptions specOptions) {
        this.specOptions = specOptions;
    }

    public SandboxOperationOptions getOperationOptions() {
        return operationOptions;
    }

    public void setOperationOptions(SandboxOperationOptions operationOptions) {
        this.operationOptions = operationOptions;
    }

    public SandboxLogOptions getLogOptions() {
        return logOptions;
    }

    public void setLogOptions(SandboxLogOptions logOptions) {
        this.logOptions = logOptions;
    }

    public SandboxConfiguration getConfiguration() {
        return configuration;
    }

    public void setConfiguration(SandboxConfiguration configuration) {
        this.configuration = configuration;
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
