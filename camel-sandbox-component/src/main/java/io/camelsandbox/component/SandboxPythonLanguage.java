package io.camelsandbox.component;

import io.camelsandbox.Language;

/** Expressions in Python: what the code prints. */
@org.apache.camel.spi.annotations.Language("sandbox-python")
public final class SandboxPythonLanguage extends SandboxLanguage {

    public SandboxPythonLanguage() {
        super(Language.PYTHON);
    }
}
