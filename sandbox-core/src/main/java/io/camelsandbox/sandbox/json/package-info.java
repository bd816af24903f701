/** A small, strict reader and writer of JSON. */
package io.camelsandbox.sandbox.json;
