package dev.paylater.launcher;

import dev.paylater.launcher.process.Service;
import picocli.CommandLine.Parameters;

/** The service that a command is about, as its first parameter. */
final class NamedService {

    @Parameters(
            index = "0",
            paramLabel = "SERVICE",
            converter = ServiceName.class,
            completionCandidates = ServiceName.class,
            description = "${COMPLETION-CANDIDATES}")
    Service service = Service.API;
}
