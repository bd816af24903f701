package io.camelsandbox.engine.local;

import io.camelsandbox.engine.Execution;
import java.io.IOException;
import java.util.List;

/** How strictly a sandbox is kept apart from the host, and what that means for paths. */
interface Isolator {

    /** The command that becomes, or starts, init. */
    List<String> argv(SandboxPlan plan);

    /** True when each sandbox has namespaces, and a writable file system that the launcher makes, of its own. */
    boolean isolates();

    /**
     * Finds a place for an execution's files.
     *
     * @throws io.camelsandbox.SandboxRefusedException when it asks for what this cannot give
     */
    Placed place(Execution execution) throws IOException;

    /**
     * An execution with its paths as init will see them.
     *
     * @param execution  the same, with other paths where they are others
     * @param workspace  where input files go and output files come from
     * @param code       where the code goes
     * @param afterwards frees the place when the sandbox is gone; may block
     */
    record Placed(Execution execution, String workspace, String code, Runnable afterwards) {}
}
