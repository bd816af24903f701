package io.camelsandbox.springboot;

import org.apache.camel.spring.boot.ComponentConfigurationPropertiesCommon;
import org.springframework.boot.context.properties.ConfigurationProperties;

/** The options of the sandbox component. Generated from the component's metadata by the tests of this module. */
@ConfigurationProperties(prefix = "camel.component.sandbox")
public class SandboxComponentConfiguration extends ComponentConfigurationPropertiesCommon {

    /**
     * Whether to enable auto configuration of the sandbox component. This is enabled by default.
     */
    private Boolean enabled;

    /**
     * Whether a result is handed over only when nothing of its sandbox is left, instead of some milliseconds
     * before that. An engine that cannot tell fails the start.
     */
    private Boolean awaitReaped = false;

    /**
     * The defaults of the endpoints' options.
     */
    private io.camelsandbox.component.SandboxConfiguration configuration;

    /**
     * The number of processors that a run, or a sandbox that stays, may use; 0.5 is half of one. The ceiling
     * is the component's maxCpu.
     */
    private Double cpu = 1.0;

    /**
     * The space of a run on everything it can write, in bytes or with a unit. The ceiling is the component's
     * maxDisk.
     */
    private String disk = "64MiB";

    /**
     * Whether a run that fails is an error: an exit code that is not zero, a signal, or a limit on memory,
     * processes, disk or output that was reached.
     */
    private Boolean failOnNonZeroExit = false;

    /**
     * Whether a run that reaches its time limit is an error.
     */
    private Boolean failOnTimeout = false;

    /**
     * The number of files and folders on everything a run can write. The ceiling is the component's maxFiles.
     */
    private Integer files = 16384;

    /**
     * How many runs there are at once, all endpoints together; 0 is twice the number of processors. Further
     * ones wait.
     */
    private Integer maxConcurrent = 0;

    /**
     * The ceiling of cpu.
     */
    private Double maxCpu = 64.0;

    /**
     * The ceiling of disk.
     */
    private String maxDisk = "4GiB";

    /**
     * The ceiling of files.
     */
    private Integer maxFiles = 1048576;

    /**
     * The ceiling of memory.
     */
    private String maxMemory = "4GiB";

    /**
     * The ceiling of openFiles.
     */
    private Integer maxOpenFiles = 65536;

    /**
     * How much is kept in memory of each of stdout and stderr, in bytes or with a unit; a larger file comes
     * out of readFile as a stream. The ceiling is the component's maxOutputCeiling.
     */
    private String maxOutput = "1MiB";

    /**
     * The ceiling of maxOutput.
     */
    private String maxOutputCeiling = "256MiB";

    /**
     * The ceiling of pids.
     */
    private Integer maxPids = 4096;

    /**
     * How many runs may wait; a further one fails at once with a capacity error. 0 lets none wait.
     */
    private Integer maxQueued = 1000;

    /**
     * How many sandboxes that run has started there are at once, all endpoints together; a further one fails
     * at once with a capacity error.
     */
    private Integer maxSandboxes = 100;

    /**
     * The ceiling of timeout.
     */
    private String maxTimeout = "300";

    /**
     * The memory limit of a run, or of a sandbox that stays, all its processes together. A plain number is
     * bytes; 64k, 512MiB and 1g work too. The ceiling is the component's maxMemory.
     */
    private String memory = "512MiB";

    /**
     * What happens when a stream passes its cap: truncate counts and drops the rest, kill ends the run as
     * output_limit.
     */
    private String onOutputLimit = "truncate";

    /**
     * The number of open files of each process of a run. The ceiling is the component's maxOpenFiles.
     */
    private Integer openFiles = 1024;

    /**
     * The files to collect after the run: patterns relative to the workspace, with commas between them, such
     * as .csv or out/.
     */
    private String outputFiles;

    /**
     * The number of processes and threads of a run that may be alive at once. The ceiling is the component's
     * maxPids.
     */
    private Integer pids = 128;

    /**
     * How long a run waits at most before it fails with a capacity error. A plain number is seconds.
     */
    private String queueTimeout = "30";

    /**
     * What the message body is after a run: result is the whole result, stdout its standard output as text,
     * stdoutJson its standard output parsed as JSON, json the whole result as JSON text.
     */
    private String result = "result";

    /**
     * The time limit of a run or a command; readFile and writeFile have one only where it is set. A plain
     * number is seconds, fractions allowed; 500ms, 10s and 1m work too. The ceiling is the component's
     * maxTimeout.
     */
    private String timeout = "10";

    /**
     * What the engine starts ahead of its run: auto is as much as it can, up to an interpreter that waits for
     * its code; bare is sandboxes without an interpreter, and an engine that has none fails the start; none is
     * nothing. A run behaves the same in each. The default is the engine's: local has auto.
     */
    private String warm;

    /**
     * The directory that the code or the command starts in, and for run all of the sandbox: an absolute path
     * in it. The default of code is the workspace, /workspace, that of a command the sandbox's own.
     */
    private String workingDir;

    /**
     * Allows for bridging the consumer to the Camel routing Error Handler, which mean any exceptions (if
     * possible) occurred while the Camel consumer is trying to pickup incoming messages, or the likes, will
     * now be processed as a message and handled by the routing Error Handler. Important: This is only possible
     * if the 3rd party component allows Camel to be alerted if an exception was thrown. Some components handle
     * this internally only, and therefore bridgeErrorHandler is not possible. In other situations we may
     * improve the Camel component to hook into the 3rd party component and make this possible for future
     * releases. By default the consumer will use the org.apache.camel.spi.ExceptionHandler to deal with
     * exceptions, that will be logged at WARN or ERROR level and ignored.
     */
    private Boolean bridgeErrorHandler = false;

    /**
     * Whether the producer should be started lazy (on the first message). By starting lazy you can use this to
     * allow CamelContext and routes to startup in situations where a producer may otherwise fail during
     * starting and cause the route to fail being started. By deferring this startup to be lazy then the
     * startup failure can be handled during routing messages via Camel's routing error handlers. Beware that
     * when the first message is processed then creating and starting the producer may take a little time and
     * prolong the total processing time of the processing.
     */
    private Boolean lazyStartProducer = false;

    /**
     * Whether autowiring is enabled. This is used for automatic autowiring options (the option must be marked
     * as autowired) by looking up in the registry to find if there is a single instance of matching type,
     * which then gets configured on the component. This can be used for automatic configuring JDBC data
     * sources, JMS connection factories, AWS Clients, etc.
     */
    private Boolean autowiredEnabled = true;

    /**
     * The engine that makes sandboxes, instead of one by its name. The component starts it and closes it.
     */
    private io.camelsandbox.engine.SandboxEngine engine;

    /**
     * The engine that makes sandboxes, by its name.
     */
    private String engineName = "local";

    /**
     * Options of the engine alone, by the names that its documentation gives.
     */
    private java.util.Map<String, Object> engineProperties;

    /**
     * How much of each of stdout and stderr is kept with spoolOutput, in bytes or with a unit.
     */
    private String maxSpool = "256MiB";

    /**
     * The name or path of Node.js. The default is to search.
     */
    private String nodeInterpreter;

    /**
     * The name or path of the Python interpreter. The default is to search.
     */
    private String pythonInterpreter;

    /**
     * The name or path of the shell. The default is sh.
     */
    private String shellInterpreter;

    /**
     * Whether output above maxOutput goes to a temporary file, up to maxSpool, instead of being dropped. The
     * file is gone when the exchange is complete.
     */
    private Boolean spoolOutput = false;

    /**
     * Used for enabling or disabling all consumer based health checks from this component
     */
    private Boolean healthCheckConsumerEnabled = true;

    /**
     * Used for enabling or disabling all producer based health checks from this component. Notice: Camel has
     * by default disabled all producer based health-checks. You can turn on producer checks globally by
     * setting camel.health.producersEnabled=true.
     */
    private Boolean healthCheckProducerEnabled = true;

    /**
     * Whether the headers that choose code, command, arguments, variables, limits and sandbox are followed.
     * Otherwise they are removed and ignored, with one warning. Only for routes whose messages come from who
     * writes the route.
     */
    private Boolean allowControlHeaders = false;

    /**
     * Modules that Python code may import itself, with commas between them; what these import in turn works.
     * Empty allows all. This is a policy of the language; the boundary is the sandbox.
     */
    private String allowedModules;

    /**
     * Whether isolation=none and allowControlHeaders=true may be used although Camel's profile is prod.
     */
    private Boolean allowInsecureInProd = false;

    /**
     * Variables that the code or the command gets, and for run all that runs in the sandbox. This is a
     * multi-value option with prefix: env.
     */
    private java.util.Map<String, Object> env;

    /**
     * Variables of this process that the code gets: names or patterns, with commas between them; is all of
     * them. The default is none.
     */
    private String inheritEnv;

    /**
     * What happens where this machine cannot isolate: required fails the start and says what is missing,
     * best_effort uses what there is, none runs the code as a plain process of this user.
     */
    private String isolation = "required";

    /**
     * Host folders that the sandbox sees, with commas between them: /host/folder:/folder for reading,
     * /host/folder:/folder:rw for writing too.
     */
    private String mounts;

    /**
     * Guarantees without which the start fails, with commas between them: filesystem, network, memory, cpu,
     * pids, disk, seccomp, user.
     */
    private String requireEnforced;

    public Boolean getAwaitReaped() {
        return awaitReaped;
    }

    public void setAwaitReaped(Boolean awaitReaped) {
        this.awaitReaped = awaitReaped;
    }

    public io.camelsandbox.component.SandboxConfiguration getConfiguration() {
        return configuration;
    }

    public void setConfiguration(io.camelsandbox.component.SandboxConfiguration configuration) {
        this.configuration = configuration;
    }

    public Double getCpu() {
        return cpu;
    }

    public void setCpu(Double cpu) {
        this.cpu = cpu;
    }

    public String getDisk() {
        return disk;
    }

    public void setDisk(String disk) {
        this.disk = disk;
    }

    public Boolean getFailOnNonZeroExit() {
        return failOnNonZeroExit;
    }

    public void setFailOnNonZeroExit(Boolean failOnNonZeroExit) {
        this.failOnNonZeroExit = failOnNonZeroExit;
    }

    public Boolean getFailOnTimeout() {
        return failOnTimeout;
    }

    public void setFailOnTimeout(Boolean failOnTimeout) {
        this.failOnTimeout = failOnTimeout;
    }

    public Integer getFiles() {
        return files;
    }

    public void setFiles(Integer files) {
        this.files = files;
    }

    public Integer getMaxConcurrent() {
        return maxConcurrent;
    }

    public void setMaxConcurrent(Integer maxConcurrent) {
        this.maxConcurrent = maxConcurrent;
    }

    public Double getMaxCpu() {
        return maxCpu;
    }

    public void setMaxCpu(Double maxCpu) {
        this.maxCpu = maxCpu;
    }

    public String getMaxDisk() {
        return maxDisk;
    }

    public void setMaxDisk(String maxDisk) {
        this.maxDisk = maxDisk;
    }

    public Integer getMaxFiles() {
        return maxFiles;
    }

    public void setMaxFiles(Integer maxFiles) {
        this.maxFiles = maxFiles;
    }

    public String getMaxMemory() {
        return maxMemory;
    }

    public void setMaxMemory(String maxMemory) {
        this.maxMemory = maxMemory;
    }

    public Integer getMaxOpenFiles() {
        return maxOpenFiles;
    }

    public void setMaxOpenFiles(Integer maxOpenFiles) {
        this.maxOpenFiles = maxOpenFiles;
    }

    public String getMaxOutput() {
        return maxOutput;
    }

    public void setMaxOutput(String maxOutput) {
        this.maxOutput = maxOutput;
    }

    public String getMaxOutputCeiling() {
        return maxOutputCeiling;
    }

    public void setMaxOutputCeiling(String maxOutputCeiling) {
        this.maxOutputCeiling = maxOutputCeiling;
    }

    public Integer getMaxPids() {
        return maxPids;
    }

    public void setMaxPids(Integer maxPids) {
        this.maxPids = maxPids;
    }

    public Integer getMaxQueued() {
        return maxQueued;
    }

    public void setMaxQueued(Integer maxQueued) {
        this.maxQueued = maxQueued;
    }

    public Integer getMaxSandboxes() {
        return maxSandboxes;
    }

    public void setMaxSandboxes(Integer maxSandboxes) {
        this.maxSandboxes = maxSandboxes;
    }

    public String getMaxTimeout() {
        return maxTimeout;
    }

    public void setMaxTimeout(String maxTimeout) {
        this.maxTimeout = maxTimeout;
    }

    public String getMemory() {
        return memory;
    }

    public void setMemory(String memory) {
        this.memory = memory;
    }

    public String getOnOutputLimit() {
        return onOutputLimit;
    }

    public void setOnOutputLimit(String onOutputLimit) {
        this.onOutputLimit = onOutputLimit;
    }

    public Integer getOpenFiles() {
        return openFiles;
    }

    public void setOpenFiles(Integer openFiles) {
        this.openFiles = openFiles;
    }

    public String getOutputFiles() {
        return outputFiles;
    }

    public void setOutputFiles(String outputFiles) {
        this.outputFiles = outputFiles;
    }

    public Integer getPids() {
        return pids;
    }

    public void setPids(Integer pids) {
        this.pids = pids;
    }

    public String getQueueTimeout() {
        return queueTimeout;
    }

    public void setQueueTimeout(String queueTimeout) {
        this.queueTimeout = queueTimeout;
    }

    public String getResult() {
        return result;
    }

    public void setResult(String result) {
        this.result = result;
    }

    public String getTimeout() {
        return timeout;
    }

    public void setTimeout(String timeout) {
        this.timeout = timeout;
    }

    public String getWarm() {
        return warm;
    }

    public void setWarm(String warm) {
        this.warm = warm;
    }

    public String getWorkingDir() {
        return workingDir;
    }

    public void setWorkingDir(String workingDir) {
        this.workingDir = workingDir;
    }

    public Boolean getBridgeErrorHandler() {
        return bridgeErrorHandler;
    }

    public void setBridgeErrorHandler(Boolean bridgeErrorHandler) {
        this.bridgeErrorHandler = bridgeErrorHandler;
    }

    public Boolean getLazyStartProducer() {
        return lazyStartProducer;
    }

    public void setLazyStartProducer(Boolean lazyStartProducer) {
        this.lazyStartProducer = lazyStartProducer;
    }

    public Boolean getAutowiredEnabled() {
        return autowiredEnabled;
    }

    public void setAutowiredEnabled(Boolean autowiredEnabled) {
        this.autowiredEnabled = autowiredEnabled;
    }

    public io.camelsandbox.engine.SandboxEngine getEngine() {
        return engine;
    }

    public void setEngine(io.camelsandbox.engine.SandboxEngine engine) {
        this.engine = engine;
    }

    public String getEngineName() {
        return engineName;
    }

    public void setEngineName(String engineName) {
        this.engineName = engineName;
    }

    public java.util.Map<String, Object> getEngineProperties() {
        return engineProperties;
    }

    public void setEngineProperties(java.util.Map<String, Object> engineProperties) {
        this.engineProperties = engineProperties;
    }

    public String getMaxSpool() {
        return maxSpool;
    }

    public void setMaxSpool(String maxSpool) {
        this.maxSpool = maxSpool;
    }

    public String getNodeInterpreter() {
        return nodeInterpreter;
    }

    public void setNodeInterpreter(String nodeInterpreter) {
        this.nodeInterpreter = nodeInterpreter;
    }

    public String getPythonInterpreter() {
        return pythonInterpreter;
    }

    public void setPythonInterpreter(String pythonInterpreter) {
        this.pythonInterpreter = pythonInterpreter;
    }

    public String getShellInterpreter() {
        return shellInterpreter;
    }

    public void setShellInterpreter(String shellInterpreter) {
        this.shellInterpreter = shellInterpreter;
    }

    public Boolean getSpoolOutput() {
        return spoolOutput;
    }

    public void setSpoolOutput(Boolean spoolOutput) {
        this.spoolOutput = spoolOutput;
    }

    public Boolean getHealthCheckConsumerEnabled() {
        return healthCheckConsumerEnabled;
    }

    public void setHealthCheckConsumerEnabled(Boolean healthCheckConsumerEnabled) {
        this.healthCheckConsumerEnabled = healthCheckConsumerEnabled;
    }

    public Boolean getHealthCheckProducerEnabled() {
        return healthCheckProducerEnabled;
    }

    public void setHealthCheckProducerEnabled(Boolean healthCheckProducerEnabled) {
        this.healthCheckProducerEnabled = healthCheckProducerEnabled;
    }

    public Boolean getAllowControlHeaders() {
        return allowControlHeaders;
    }

    public void setAllowControlHeaders(Boolean allowControlHeaders) {
        this.allowControlHeaders = allowControlHeaders;
    }

    public String getAllowedModules() {
        return allowedModules;
    }

    public void setAllowedModules(String allowedModules) {
        this.allowedModules = allowedModules;
    }

    public Boolean getAllowInsecureInProd() {
        return allowInsecureInProd;
    }

    public void setAllowInsecureInProd(Boolean allowInsecureInProd) {
        this.allowInsecureInProd = allowInsecureInProd;
    }

    public java.util.Map<String, Object> getEnv() {
        return env;
    }

    public void setEnv(java.util.Map<String, Object> env) {
        this.env = env;
    }

    public String getInheritEnv() {
        return inheritEnv;
    }

    public void setInheritEnv(String inheritEnv) {
        this.inheritEnv = inheritEnv;
    }

    public String getIsolation() {
        return isolation;
    }

    public void setIsolation(String isolation) {
        this.isolation = isolation;
    }

    public String getMounts() {
        return mounts;
    }

    public void setMounts(String mounts) {
        this.mounts = mounts;
    }

    public String getRequireEnforced() {
        return requireEnforced;
    }

    public void setRequireEnforced(String requireEnforced) {
        this.requireEnforced = requireEnforced;
    }
}
