/** How code of each language becomes an execution. Not for use outside this library. */
package io.camelsandbox.code;
