/** What a sandbox is made from: values that are checked when they are made, and the rules by which defaults are merged. */
package io.camelsandbox.sandbox.spec;
