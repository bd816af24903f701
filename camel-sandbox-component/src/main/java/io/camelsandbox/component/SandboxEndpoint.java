package io.camelsandbox.component;

import io.camelsandbox.TimeSpan;
import java.util.LinkedHashMap;
import java.util.Map;
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

/** Run JavaScript, Python or shell code in an isolated sandbox. */
@ManagedResource(description = "Managed Sandbox Endpoint")
@UriEndpoint(
        firstVersion = "0.1.0",
        scheme = "sandbox",
        title = "Sandbox",
        syntax = "sandbox:operation",
        producerOnly = true,
        remote = false,
        category = {Category.SCRIPT, Category.AI},
        headersClass = SandboxConstants.class)
public class SandboxEndpoint extends DefaultEndpoint {

    private static final Logger LOG = LoggerFactory.getLogger(SandboxEndpoint.class);

    @UriPath(
            enums = "js,python,shell",
            description = "What is done: js, python and shell run code of that language, each run in a sandbox of its"
                    + " own.")
    @Metadata(required = true)
    private String operation;

    @UriParam(
            security = "secret",
            description = "The code: text, resource:, classpath: or file: with the place of a file that is read at the"
                    + " start, #bean: with the name of a bean that holds it, or variable: with the name of a variable"
                    + " of the exchange. With it the body is standard input; without it the body is the code.")
    @Metadata(largeInput = true, supportFileReference = true)
    private String code;

    @UriParam(security = "secret", description = "The same as code, by the name that it has for shell.")
    @Metadata(largeInput = true, supportFileReference = true)
    private String command;

    @UriParam(
            security = "secret",
            description = "Arguments of the code, with commas between them. In a YAML step it is a list, whose values"
                    + " may hold commas and may be expressions.")
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
            label = "advanced",
            description = "The long-lived sandbox to run in. There are none yet: setting it is an error.")
    private String sandboxId;

    @UriParam
    private SandboxConfiguration configuration;

    private TextOptions texts = TextOptions.NONE;
    private RuntimeException problem;
    private RunSettings settings;

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
        return new SandboxProducer(this);
    }

    @Override
    public Consumer createConsumer(Processor processor) {
        throw new UnsupportedOperationException(
                "sandbox:" + operation + " is for to, not for from: it runs code and starts no exchanges");
    }

    /**
     * The options, read and checked.
     *
     * @throws io.camelsandbox.SandboxRefusedException with the first that is wrong
     */
    synchronized RunSettings settings() {
        if (problem != null) {
            throw problem;
        }
        if (settings == null) {
            getComponent().checkProfile(configuration);
            settings = RunSettings.of(this);
            if (configuration.isAllowControlHeaders()) {
                LOG.warn(
                        "allowControlHeaders=true at {}: who sends a message there chooses the code that is run", this);
            }
        }
        return settings;
    }

    /** True when the options were read and nothing is wrong with them. */
    synchronized boolean isUsable() {
        return settings != null;
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

    public SandboxConfiguration getConfiguration() {
        return configuration;
    }

    public void setConfiguration(SandboxConfiguration configuration) {
        this.configuration = configuration;
    }

    @ManagedAttribute(description = "The time limit of a run, with its unit")
    public String getEffectiveTimeout() {
        return TimeSpan.format(settings().limits().timeout());
    }

    @ManagedAttribute(description = "The memory limit of a run, in bytes")
    public long getEffectiveMemory() {
        return settings().limits().memory();
    }
}
