package io.camelsandbox.component;

import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.camel.spi.Metadata;
import org.apache.camel.support.HealthCheckComponent;

/** What is said once for all endpoints of a component: ceilings, the queue, and the engine. */
public abstract class SandboxComponentOptions extends HealthCheckComponent {

    @Metadata(defaultValue = "300", description = "The ceiling of timeout.")
    private String maxTimeout = "300";

    @Metadata(defaultValue = "4GiB", description = "The ceiling of memory.")
    private String maxMemory = "4GiB";

    @Metadata(defaultValue = "64.0", description = "The ceiling of cpu.")
    private double maxCpu = 64.0;

    @Metadata(defaultValue = "4096", description = "The ceiling of pids.")
    private int maxPids = 4096;

    @Metadata(defaultValue = "4GiB", description = "The ceiling of disk.")
    private String maxDisk = "4GiB";

    @Metadata(defaultValue = "1048576", description = "The ceiling of files.")
    private int maxFiles = 1048576;

    @Metadata(defaultValue = "65536", description = "The ceiling of openFiles.")
    private int maxOpenFiles = 65536;

    @Metadata(defaultValue = "256MiB", description = "The ceiling of maxOutput.")
    private String maxOutputCeiling = "256MiB";

    @Metadata(
            defaultValue = "0",
            description = "How many runs there are at once, all endpoints together; 0 is twice the number of "
                    + "processors. Further ones wait.")
    private int maxConcurrent = 0;

    @Metadata(
            defaultValue = "1000",
            description =
                    "How many runs may wait; a further one fails at once with a capacity error. 0 lets " + "none wait.")
    private int maxQueued = 1000;

    @Metadata(
            defaultValue = "30",
            description = "How long a run waits at most before it fails with a capacity error. A plain number "
                    + "is seconds.")
    private String queueTimeout = "30";

    @Metadata(
            defaultValue = "100",
            description = "How many sandboxes that run has started there are at once, all endpoints together; a further"
                    + " one fails at once with a capacity error.")
    private int maxSandboxes = 100;

    @Metadata(
            label = "security",
            defaultValue = "required",
            enums = "required,best_effort,none",
            security = "insecure:dev",
            insecureValue = "none",
            description = "What happens where this machine cannot isolate: required fails the start and says "
                    + "what is missing, best_effort uses what there is, none runs the code as a plain "
                    + "process of this user.")
    private String isolation = "required";

    @Metadata(
            label = "security",
            description = "Guarantees without which the start fails, with commas between them: filesystem, "
                    + "network, memory, cpu, pids, disk, seccomp, user.")
    private String requireEnforced;

    @Metadata(
            enums = "auto,bare,none",
            description = "What the engine starts ahead of its run: auto is as much as it can, up to an interpreter "
                    + "that waits for its code; bare is sandboxes without an interpreter, and an engine that has none "
                    + "fails the start; none is nothing. A run behaves the same in each. The default is the engine's: "
                    + "local has auto.")
    private String warm;

    @Metadata(
            defaultValue = "false",
            description = "Whether a result is handed over only when nothing of its sandbox is left, instead of some "
                    + "milliseconds before that. An engine that cannot tell fails the start.")
    private boolean awaitReaped = false;

    @Metadata(label = "advanced", defaultValue = "local", description = "The engine that makes sandboxes, by its name.")
    private String engineName = "local";

    @Metadata(
            label = "advanced",
            description = "Options of the engine alone, by the names that its documentation gives.")
    private Map<String, Object> engineProperties = new LinkedHashMap<>();

    @Metadata(label = "advanced", description = "The name or path of the Python interpreter. The default is to search.")
    private String pythonInterpreter;

    @Metadata(label = "advanced", description = "The name or path of Node.js. The default is to search.")
    private String nodeInterpreter;

    @Metadata(label = "advanced", description = "The name or path of the shell. The default is sh.")
    private String shellInterpreter;

    @Metadata(
            label = "security",
            defaultValue = "false",
            description = "Whether isolation=none and allowControlHeaders=true may be used although Camel's "
                    + "profile is prod.")
    private boolean allowInsecureInProd = false;

    public String getMaxTimeout() {
        return maxTimeout;
    }

    public void setMaxTimeout(String maxTimeout) {
        this.maxTimeout = maxTimeout;
    }

    public String getMaxMemory() {
        return maxMemory;
    }

    public void setMaxMemory(String maxMemory) {
        this.maxMemory = maxMemory;
    }

    public double getMaxCpu() {
        return maxCpu;
    }

    public void setMaxCpu(double maxCpu) {
        this.maxCpu = maxCpu;
    }

    public int getMaxPids() {
        return maxPids;
    }

    public void setMaxPids(int maxPids) {
        this.maxPids = maxPids;
    }

    public String getMaxDisk() {
        return maxDisk;
    }

    public void setMaxDisk(String maxDisk) {
        this.maxDisk = maxDisk;
    }

    public int getMaxFiles() {
        return maxFiles;
    }

    public void setMaxFiles(int maxFiles) {
        this.maxFiles = maxFiles;
    }

    public int getMaxOpenFiles() {
        return maxOpenFiles;
    }

    public void setMaxOpenFiles(int maxOpenFiles) {
        this.maxOpenFiles = maxOpenFiles;
    }

    public String getMaxOutputCeiling() {
        return maxOutputCeiling;
    }

    public void setMaxOutputCeiling(String maxOutputCeiling) {
        this.maxOutputCeiling = maxOutputCeiling;
    }

    public int getMaxConcurrent() {
        return maxConcurrent;
    }

    public void setMaxConcurrent(int maxConcurrent) {
        this.maxConcurrent = maxConcurrent;
    }

    public int getMaxQueued() {
        return maxQueued;
    }

    public void setMaxQueued(int maxQueued) {
        this.maxQueued = maxQueued;
    }

    public String getQueueTimeout() {
        return queueTimeout;
    }

    public void setQueueTimeout(String queueTimeout) {
        this.queueTimeout = queueTimeout;
    }

    public int getMaxSandboxes() {
        return maxSandboxes;
    }

    public void setMaxSandboxes(int maxSandboxes) {
        this.maxSandboxes = maxSandboxes;
    }

    public String getIsolation() {
        return isolation;
    }

    public void setIsolation(String isolation) {
        this.isolation = isolation;
    }

    public String getRequireEnforced() {
        return requireEnforced;
    }

    public void setRequireEnforced(String requireEnforced) {
        this.requireEnforced = requireEnforced;
    }

    public String getWarm() {
        return warm;
    }

    public void setWarm(String warm) {
        this.warm = warm;
    }

    public boolean isAwaitReaped() {
        return awaitReaped;
    }

    public void setAwaitReaped(boolean awaitReaped) {
        this.awaitReaped = awaitReaped;
    }

    public String getEngineName() {
        return engineName;
    }

    public void setEngineName(String engineName) {
        this.engineName = engineName;
    }

    public Map<String, Object> getEngineProperties() {
        return engineProperties;
    }

    public void setEngineProperties(Map<String, Object> engineProperties) {
        this.engineProperties = engineProperties;
    }

    public String getPythonInterpreter() {
        return pythonInterpreter;
    }

    public void setPythonInterpreter(String pythonInterpreter) {
        this.pythonInterpreter = pythonInterpreter;
    }

    public String getNodeInterpreter() {
        return nodeInterpreter;
    }

    public void setNodeInterpreter(String nodeInterpreter) {
        this.nodeInterpreter = nodeInterpreter;
    }

    public String getShellInterpreter() {
        return shellInterpreter;
    }

    public void setShellInterpreter(String shellInterpreter) {
        this.shellInterpreter = shellInterpreter;
    }

    public boolean isAllowInsecureInProd() {
        return allowInsecureInProd;
    }

    public void setAllowInsecureInProd(boolean allowInsecureInProd) {
        this.allowInsecureInProd = allowInsecureInProd;
    }
}
