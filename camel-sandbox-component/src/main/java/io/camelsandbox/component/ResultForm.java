package io.camelsandbox.component;

import io.camelsandbox.SandboxRefusedException;

/** What the body of the message is after a run. */
enum ResultForm {
    RESULT("result"),
    STDOUT("stdout"),
    STDOUT_JSON("stdoutJson"),
    JSON("json");

    private final String id;

    ResultForm(String id) {
        this.id = id;
    }

    static ResultForm of(String text) {
        for (ResultForm form : values()) {
            if (form.id.equalsIgnoreCase(text)) {
                return form;
            }
        }
        throw new SandboxRefusedException("result=" + text + " is unknown: use result, stdout, stdoutJson or json");
    }
}
