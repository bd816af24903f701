package io.camelsandbox.component;

import org.apache.camel.spi.Configurer;
import org.apache.camel.spi.UriParam;
import org.apache.camel.spi.UriParams;

/** What operations on sandboxes that stay, on their files and on snapshots are told. */
@UriParams
@Configurer(extended = true)
public class SandboxOperationOptions {

    @UriParam(
            description =
                    "The snapshot of getSnapshot and deleteSnapshot, instead of the one that the exchange took last; for run the one that its volume begins with. It may be variable: with the name of a variable, and in a YAML step an expression.")
    private String snapshotId;

    @UriParam(
            description =
                    "The file of readFile and writeFile: an absolute path in the sandbox. It may be variable: with the name of a variable, and in a YAML step an expression.")
    private String path;

    @UriParam(
            label = "advanced",
            defaultValue = "0644",
            description =
                    "The permissions of a file that writeFile makes, as octal digits. One that is replaced keeps its own.")
    private String fileMode = "0644";

    @UriParam(defaultValue = "1GiB", description = "The largest file that readFile takes, in bytes or with a unit.")
    private String maxFileSize = "1GiB";

    @UriParam(
            description =
                    "Which scratch volume snapshot takes, or run restores snapshotId to. The default is the only one.")
    private String volume;

    @UriParam(
            label = "advanced",
            description =
                    "Makes a repeat of run, snapshot or stop harmless: with the same id it gives the same sandbox or snapshot. It may be variable: with the name of a variable, and in a YAML step an expression.")
    private String requestId;

    @UriParam(
            defaultValue = "true",
            description = "Whether snapshot, and stop with snapshotOnStop, wait until the snapshot is ready.")
    private boolean waitForReady = true;

    @UriParam(defaultValue = "false", description = "Whether stop keeps the scratch volumes as snapshots.")
    private boolean snapshotOnStop = false;

    @UriParam(
            defaultValue = "10",
            description =
                    "The time between SIGTERM to the main process and SIGKILL to all when the sandbox is stopped. A plain number is seconds.")
    private String grace = "10";

    @UriParam(
            defaultValue = "false",
            description = "Whether stop, delete and deleteSnapshot take what is not there for done.")
    private boolean missingOk = false;

    @UriParam(
            defaultValue = "true",
            description =
                    "Whether it is an error for waitUntilComplete when the sandbox was stopped or its lifetime was over, instead of its main process ending.")
    private boolean raiseOnTermination = true;

    @UriParam(
            defaultValue = "300",
            description = "How long wait and waitUntilComplete wait. A plain number is seconds.")
    private String waitTimeout = "300";

    @UriParam(
            description =
                    "The only state that list has: pending, creating, running, paused, terminating, completed, failed or terminated; for listSnapshots creating, ready, failed or deleting.")
    private String status;

    @UriParam(defaultValue = "false", description = "Whether list has sandboxes that have ended too.")
    private boolean showTerminated = false;

    @UriParam(
            defaultValue = "false",
            description =
                    "Whether processes that an exec has started may live on when its command ends; otherwise they die with it.")
    private boolean background = false;

    public String getSnapshotId() {
        return snapshotId;
    }

    public void setSnapshotId(String snapshotId) {
        this.snapshotId = snapshotId;
    }

    public String getPath() {
        return path;
    }

    public void setPath(String path) {
        this.path = path;
    }

    public String getFileMode() {
        return fileMode;
    }

    public void setFileMode(String fileMode) {
        this.fileMode = fileMode;
    }

    public String getMaxFileSize() {
        return maxFileSize;
    }

    public void setMaxFileSize(String maxFileSize) {
        this.maxFileSize = maxFileSize;
    }

    public String getVolume() {
        return volume;
    }

    public void setVolume(String volume) {
        this.volume = volume;
    }

    public String getRequestId() {
        return requestId;
    }

    public void setRequestId(String requestId) {
        this.requestId = requestId;
    }

    public boolean isWaitForReady() {
        return waitForReady;
    }

    public void setWaitForReady(boolean waitForReady) {
        this.waitForReady = waitForReady;
    }

    public boolean isSnapshotOnStop() {
        return snapshotOnStop;
    }

    public void setSnapshotOnStop(boolean snapshotOnStop) {
        this.snapshotOnStop = snapshotOnStop;
    }

    public String getGrace() {
        return grace;
    }

    public void setGrace(String grace) {
        this.grace = grace;
    }

    public boolean isMissingOk() {
        return missingOk;
    }

    public void setMissingOk(boolean missingOk) {
        this.missingOk = missingOk;
    }

    public boolean isRaiseOnTermination() {
        return raiseOnTermination;
    }

    public void setRaiseOnTermination(boolean raiseOnTermination) {
        this.raiseOnTermination = raiseOnTermination;
    }

    public String getWaitTimeout() {
        return waitTimeout;
    }

    public void setWaitTimeout(String waitTimeout) {
        this.waitTimeout = waitTimeout;
    }

    public String getStatus() {
        return status;
    }

    public void setStatus(String status) {
        this.status = status;
    }

    public boolean isShowTerminated() {
        return showTerminated;
    }

    public void setShowTerminated(boolean showTerminated) {
        this.showTerminated = showTerminated;
    }

    public boolean isBackground() {
        return background;
    }

    public void setBackground(boolean background) {
        this.background = background;
    }
}
