package io.camelsandbox;

/** What happens when a stream passes its cap. */
public enum OutputPolicy {
    /** Output beyond the cap is counted and dropped; the execution goes on. */
    TRUNCATE,
    /** The execution is killed and ends as {@link Termination#OUTPUT_LIMIT}. */
    KILL
}
