/** Sandboxes that stay: their life, what runs in them, their files. */
package io.camelsandbox.engine.local.live;
