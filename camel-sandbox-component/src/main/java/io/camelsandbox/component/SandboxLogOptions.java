package io.camelsandbox.component;

import org.apache.camel.spi.Configurer;
import org.apache.camel.spi.UriParam;
import org.apache.camel.spi.UriParams;

/** Which part of a log its consumer reads. */
@UriParams
@Configurer(extended = true)
public class SandboxLogOptions {

    @UriParam(
            label = "consumer",
            defaultValue = "true",
            description = "Whether logs goes on with what the main process writes, until it has ended.")
    private boolean follow = true;

    @UriParam(
            label = "consumer",
            description =
                    "How many lines of what was written before logs began it gives, the last ones. The default is all.")
    private Integer tailLines;

    @UriParam(
            label = "consumer",
            description = "The time from which on logs gives what was written, such as 2026-01-31T10:15:30Z.")
    private String sinceTime;

    @UriParam(
            label = "consumer",
            defaultValue = "false",
            description = "Whether each line begins with the time when it was written, and a blank.")
    private boolean timestamps = false;

    public boolean isFollow() {
        return follow;
    }

    public void setFollow(boolean follow) {
        this.follow = follow;
    }

    public Integer getTailLines() {
        return tailLines;
    }

    public void setTailLines(Integer tailLines) {
        this.tailLines = tailLines;
    }

    public String getSinceTime() {
        return sinceTime;
    }

    public void setSinceTime(String sinceTime) {
        this.sinceTime = sinceTime;
    }

    public boolean isTimestamps() {
        return timestamps;
    }

    public void setTimestamps(boolean timestamps) {
        this.timestamps = timestamps;
    }
}
