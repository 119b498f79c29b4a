package dev.paylater.launcher.process;

import java.nio.file.Path;

/**
 * What a JVM is started from.
 *
 * @param label what its log and its cache are called
 * @param jar its libraries lie beside it
 */
public record Program(String label, Path jar) {
    /** All services and what they need in one JVM, but for the registry. */
    public static final String ONE_PROCESS = "one-process";
}
