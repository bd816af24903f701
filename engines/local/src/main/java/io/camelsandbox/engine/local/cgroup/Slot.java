package io.camelsandbox.engine.local.cgroup;

import java.nio.file.Path;

/**
 * A place where groups can be made.
 *
 * @param parent  the folder in which
 * @param version the form of its files
 */
record Slot(Path parent, Version version) {}
