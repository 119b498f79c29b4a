package dev.paylater.ops;

import picocli.CommandLine.Option;

/** Whether a program reads what a command prints. */
final class JsonOption {
    @Option(names = "--json", description = "one JSON object in place of text")
    private boolean isJson;

    boolean isJson() {
        return isJson;
    }
}
