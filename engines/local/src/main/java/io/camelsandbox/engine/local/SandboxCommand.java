package io.camelsandbox.engine.local;

import java.util.List;

/** What is executed to make a sandbox of a plan. */
interface SandboxCommand {

    /** The command that becomes, or starts, init. */
    List<String> argv(SandboxPlan plan);
}
