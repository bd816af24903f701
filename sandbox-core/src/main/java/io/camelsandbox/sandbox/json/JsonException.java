package io.camelsandbox.sandbox.json;

/** A text that is no JSON, or a value that JSON cannot hold. The message holds none of it. */
public class JsonException extends IllegalArgumentException {

    private static final long serialVersionUID = 1L;

    /** Says what and where. */
    public JsonException(String message) {
        super(message);
    }
}
