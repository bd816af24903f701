/**
 * Sandboxes on this machine. Java decides, bubblewrap builds the namespaces, and a small native program starts sandboxes
 * (the launcher) and is pid 1 inside each (init).
 */
package io.camelsandbox.engine.local;
