/** What the local engine keeps of its sandboxes: records, logs, snapshots, and the images it knows. */
package io.camelsandbox.engine.local.store;
