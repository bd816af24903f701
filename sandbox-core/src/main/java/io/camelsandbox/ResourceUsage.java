package io.camelsandbox;

import java.time.Duration;
import java.util.OptionalLong;

/**
 * What an execution used.
 *
 * @param wallTime   time from the code being handed to the interpreter to the end of the main process
 * @param cpuTime    processor time of all its processes, user and system; zero where it could not be read
 * @param peakMemory the most memory it held at once, in bytes; empty where it could not be read
 */
public record ResourceUsage(Duration wallTime, Duration cpuTime, OptionalLong peakMemory) {}
