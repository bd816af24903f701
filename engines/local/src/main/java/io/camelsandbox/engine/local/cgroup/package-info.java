/** Control groups, version 1, version 2 or both: limits on memory, processes and processor time of a sandbox. */
package io.camelsandbox.engine.local.cgroup;
