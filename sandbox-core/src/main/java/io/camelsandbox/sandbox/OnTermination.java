package io.camelsandbox.sandbox;

/** What it is for those who wait for a sandbox to complete when it is stopped or terminated. */
public enum OnTermination {
    /** An error: {@link SandboxTerminatedException}. */
    RAISE,
    /** An end like any other. */
    RETURN
}
