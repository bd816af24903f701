package io.camelsandbox.engine.local.live;

import io.camelsandbox.engine.local.cgroup.GroupLimits;
import io.camelsandbox.engine.local.store.StoredCell;
import java.io.IOException;
import java.nio.file.Path;

/** Makes cells. */
public interface Cells {

    /**
     * A cell that has all it needs and is not started. May block.
     *
     * @param afterwards done when nothing of it is left; may block
     * @throws io.camelsandbox.SandboxException when there is nothing left to make it of
     */
    Cell prepare(CellPlan plan, Runnable afterwards);

    /**
     * A cell of an engine that has died, in which the main process was started. May block.
     *
     * @param limits as it was made with
     */
    Cell adopt(StoredCell kept, GroupLimits limits);

    /** A new folder whose files can be shown in cells; whoever asked deletes it. */
    Path newFolder() throws IOException;
}
