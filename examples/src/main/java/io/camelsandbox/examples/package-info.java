/** The launcher behind {@code ./run}: a tour of the examples, routes from files, and the doctor. */
package io.camelsandbox.examples;
