/**
 * Executions that find what earlier ones left: one interpreter of a language that stays in a sandbox, given one
 * {@link io.camelsandbox.sandbox.state.StatefulExecution} after the other.
 *
 * <p>Code's standard streams are the process's own, so nothing of them is lost however it ends. Where one execution ends
 * and what it showed is told by frames between the output ({@link io.camelsandbox.sandbox.state.StateFrames}). Each begins
 * with a mark that is drawn anew for each execution: code that guesses or finds it can falsify what is said of itself, as
 * it could by printing something else, and what comes out of order or out of bounds ends the interpreter.
 */
package io.camelsandbox.sandbox.state;
