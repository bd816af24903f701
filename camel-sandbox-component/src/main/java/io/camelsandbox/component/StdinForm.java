package io.camelsandbox.component;

import io.camelsandbox.SandboxRefusedException;

/** What standard input is made from. */
enum StdinForm {
    BODY("body"),
    NONE("none"),
    JSON("json");

    private final String id;

    StdinForm(String id) {
        this.id = id;
    }

    static StdinForm of(String text) {
        for (StdinForm form : values()) {
            if (form.id.equalsIgnoreCase(text)) {
                return form;
            }
        }
        throw new SandboxRefusedException("stdin=" + text + " is unknown: use body, none or json");
    }
}
