package io.camelsandbox.component;

import io.camelsandbox.Language;

/** Expressions in the shell: what the code prints. */
@org.apache.camel.spi.annotations.Language("sandbox-shell")
public final class SandboxShellLanguage extends SandboxLanguage {

    public SandboxShellLanguage() {
        super(Language.SHELL);
    }
}
