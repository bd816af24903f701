package io.camelsandbox.component;

import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.camel.RuntimeCamelException;
import org.apache.camel.spi.Configurer;
import org.apache.camel.spi.UriParam;
import org.apache.camel.spi.UriParams;

/** How code is run: the options that an endpoint has and for which the component holds the defaults. */
@UriParams
@Configurer(extended = true)
public class SandboxConfiguration implements Cloneable {

    @UriParam(
            defaultValue = "10",
            description =
                    "The time limit of a run or a command; readFile and writeFile have one only where it is set. A "
                            + "plain number is seconds, fractions allowed; 500ms, 10s and 1m work too. The ceiling is the "
                            + "component's maxTimeout.")
    private String timeout = "10";

    @UriParam(
            defaultValue = "512MiB",
            description =
                    "The memory limit of a run, or of a sandbox that stays, all its processes together. A plain number is bytes; 64k, "
                            + "512MiB and 1g work too. The ceiling is the component's maxMemory.")
    private String memory = "512MiB";

    @UriParam(
            defaultValue = "1.0",
            description =
                    "The number of processors that a run, or a sandbox that stays, may use; 0.5 is half of one. The ceiling is the "
                            + "component's maxCpu.")
    private double cpu = 1.0;

    @UriParam(
            defaultValue = "128",
            description = "The number of processes and threads of a run that may be alive at once. The ceiling "
                    + "is the component's maxPids.")
    private int pids = 128;

    @UriParam(
            defaultValue = "64MiB",
            description = "The space of a run on everything it can write, in bytes or with a unit. The ceiling "
                    + "is the component's maxDisk.")
    private String disk = "64MiB";

    @UriParam(
            defaultValue = "16384",
            description = "The number of files and folders on everything a run can write. The ceiling is the "
                    + "component's maxFiles.")
    private int files = 16384;

    @UriParam(
            defaultValue = "1024",
            description = "The number of open files of each process of a run. The ceiling is the component's "
                    + "maxOpenFiles.")
    private int openFiles = 1024;

    @UriParam(
            defaultValue = "1MiB",
            description = "How much is kept in memory of each of stdout and stderr, in bytes or with a unit; a larger "
                    + "file comes out of readFile as a stream. The ceiling is the component's maxOutputCeiling.")
    private String maxOutput = "1MiB";

    @UriParam(
            defaultValue = "truncate",
            enums = "truncate,kill",
            description = "What happens when a stream passes its cap: truncate counts and drops the rest, kill "
                    + "ends the run as output_limit.")
    private String onOutputLimit = "truncate";

    @UriParam(
            label = "advanced",
            defaultValue = "false",
            description = "Whether output above maxOutput goes to a temporary file, up to maxSpool, instead of "
                    + "being dropped. The file is gone when the exchange is complete.")
    private boolean spoolOutput = false;

    @UriParam(
            label = "advanced",
            defaultValue = "256MiB",
            description =
                    "How much of each of stdout and stderr is kept with spoolOutput, in bytes or with a " + "unit.")
    private String maxSpool = "256MiB";

    @UriParam(
            defaultValue = "result",
            enums = "result,stdout,stdoutJson,json",
            description = "What the message body is after a run: result is the whole result, stdout its "
                    + "standard output as text, stdoutJson its standard output parsed as JSON, json the "
                    + "whole result as JSON text.")
    private String result = "result";

    @UriParam(
            defaultValue = "false",
            description = "Whether a run that fails is an error: an exit code that is not zero, a signal, or a "
                    + "limit on memory, processes, disk or output that was reached.")
    private boolean failOnNonZeroExit = false;

    @UriParam(defaultValue = "false", description = "Whether a run that reaches its time limit is an error.")
    private boolean failOnTimeout = false;

    @UriParam(
            label = "security",
            description = "Modules that Python code may import itself, with commas between them; what these "
                    + "import in turn works. Empty allows all. This is a policy of the language; the "
                    + "boundary is the sandbox.")
    private String allowedModules;

    @UriParam(
            description = "The directory that the code or the command starts in, and for run all of the sandbox: an "
                    + "absolute path in it. The default of code is the workspace, /workspace, that of a command the "
                    + "sandbox's own.")
    private String workingDir;

    @UriParam(
            description = "The files to collect after the run: patterns relative to the workspace, with commas "
                    + "between them, such as *.csv or out/**.")
    private String outputFiles;

    @UriParam(
            label = "security",
            description = "Variables of this process that the code gets: names or patterns, with commas between "
                    + "them; * is all of them. The default is none.")
    private String inheritEnv;

    @UriParam(
            label = "security",
            prefix = "env.",
            multiValue = true,
            security = "secret",
            description = "Variables that the code or the command gets, and for run all that runs in the sandbox.")
    private Map<String, Object> env = new LinkedHashMap<>();

    @UriParam(
            label = "security",
            description = "Host folders that the sandbox sees, with commas between them: /host/folder:/folder "
                    + "for reading, /host/folder:/folder:rw for writing too.")
    private String mounts;

    @UriParam(
            label = "security",
            defaultValue = "false",
            security = "insecure:dev",
            insecureValue = "true",
            description = "Whether the headers that choose code, command, arguments, variables, limits and sandbox are "
                    + "followed. Otherwise they are removed and ignored, with one warning. Only for routes "
                    + "whose messages come from who writes the route.")
    private boolean allowControlHeaders = false;

    /** A copy that shares nothing that can change: no variable of one endpoint is ever seen by another. */
    public SandboxConfiguration copy() {
        try {
            SandboxConfiguration copy = (SandboxConfiguration) super.clone();
            copy.env = new LinkedHashMap<>(env);
            return copy;
        } catch (CloneNotSupportedException e) {
            throw new RuntimeCamelException(e);
        }
    }

    public String getTimeout() {
        return timeout;
    }

    public void setTimeout(String timeout) {
        this.timeout = timeout;
    }

    public String getMemory() {
        return memory;
    }

    public void setMemory(String memory) {
        this.memory = memory;
    }

    public double getCpu() {
        return cpu;
    }

    public void setCpu(double cpu) {
        this.cpu = cpu;
    }

    public int getPids() {
        return pids;
    }

    public void setPids(int pids) {
        this.pids = pids;
    }

    public String getDisk() {
        return disk;
    }

    public void setDisk(String disk) {
        this.disk = disk;
    }

    public int getFiles() {
        return files;
    }

    public void setFiles(int files) {
        this.files = files;
    }

    public int getOpenFiles() {
        return openFiles;
    }

    public void setOpenFiles(int openFiles) {
        this.openFiles = openFiles;
    }

    public String getMaxOutput() {
        return maxOutput;
    }

    public void setMaxOutput(String maxOutput) {
        this.maxOutput = maxOutput;
    }

    public String getOnOutputLimit() {
        return onOutputLimit;
    }

    public void setOnOutputLimit(String onOutputLimit) {
        this.onOutputLimit = onOutputLimit;
    }

    public boolean isSpoolOutput() {
        return spoolOutput;
    }

    public void setSpoolOutput(boolean spoolOutput) {
        this.spoolOutput = spoolOutput;
    }

    public String getMaxSpool() {
        return maxSpool;
    }

    public void setMaxSpool(String maxSpool) {
        this.maxSpool = maxSpool;
    }

    public String getResult() {
        return result;
    }

    public void setResult(String result) {
        this.result = result;
    }

    public boolean isFailOnNonZeroExit() {
        return failOnNonZeroExit;
    }

    public void setFailOnNonZeroExit(boolean failOnNonZeroExit) {
        this.failOnNonZeroExit = failOnNonZeroExit;
    }

    public boolean isFailOnTimeout() {
        return failOnTimeout;
    }

    public void setFailOnTimeout(boolean failOnTimeout) {
        this.failOnTimeout = failOnTimeout;
    }

    public String getAllowedModules() {
        return allowedModules;
    }

    public void setAllowedModules(String allowedModules) {
        this.allowedModules = allowedModules;
    }

    public String getWorkingDir() {
        return workingDir;
    }

    public void setWorkingDir(String workingDir) {
        this.workingDir = workingDir;
    }

    public String getOutputFiles() {
        return outputFiles;
    }

    public void setOutputFiles(String outputFiles) {
        this.outputFiles = outputFiles;
    }

    public String getInheritEnv() {
        return inheritEnv;
    }

    public void setInheritEnv(String inheritEnv) {
        this.inheritEnv = inheritEnv;
    }

    public Map<String, Object> getEnv() {
        return env;
    }

    public void setEnv(Map<String, Object> env) {
        this.env = env;
    }

    public String getMounts() {
        return mounts;
    }

    public void setMounts(String mounts) {
        this.mounts = mounts;
    }

    public boolean isAllowControlHeaders() {
        return allowControlHeaders;
    }

    public void setAllowControlHeaders(boolean allowControlHeaders) {
        this.allowControlHeaders = allowControlHeaders;
    }
}
