/** How what ran in a sandbox ended, as init and the kernel tell it. */
package io.camelsandbox.engine.local.outcome;
