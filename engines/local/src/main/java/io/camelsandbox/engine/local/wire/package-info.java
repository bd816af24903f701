/** Frames and connections: how Java talks to the native program. The protocol is written down beside its code. */
package io.camelsandbox.engine.local.wire;
