package io.camelsandbox.component;

import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.camel.Component;
import org.apache.camel.api.management.ManagedAttribute;
import org.apache.camel.spi.Metadata;
import org.apache.camel.spi.UriParam;
import org.apache.camel.spi.UriPath;
import org.apache.camel.support.DefaultEndpoint;

/** What is said of one endpoint alone: what it does, with which code or command, and in which sandbox. */
public abstract class SandboxEndpointOptions extends DefaultEndpoint {

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

    @UriParam(
            defaultValue = "false",
            description =
                    "Whether js and python find the variables, imports and definitions that earlier such code has left"
                            + " in the sandbox, which is that of sandboxId or of the exchange. What the last expression and calls"
                            + " of display show comes back in the result.")
    private boolean stateful = false;

    @UriParam
    private SandboxSpecOptions specOptions = new SandboxSpecOptions();

    @UriParam
    private SandboxOperationOptions operationOptions = new SandboxOperationOptions();

    @UriParam
    private SandboxLogOptions logOptions = new SandboxLogOptions();

    @UriParam
    private SandboxConfiguration configuration;

    SandboxEndpointOptions(String uri, Component component) {
        super(uri, component);
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

    public boolean isStateful() {
        return stateful;
    }

    public void setStateful(boolean stateful) {
        this.stateful = stateful;
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
}
