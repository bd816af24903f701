package io.camelsandbox.component;

import io.camelsandbox.Language;

/** Expressions in JavaScript: what the code prints. */
@org.apache.camel.spi.annotations.Language("sandbox-js")
public final class SandboxJsLanguage extends SandboxLanguage {

    public SandboxJsLanguage() {
        super(Language.JS);
    }
}
