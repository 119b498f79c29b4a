package dev.paylater.teststack;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.testcontainers.DockerClientFactory;

/**
 * Where a broker and a store come from that are not named by a variable. The property {@code
 * paylater.test.stack} decides ({@code containers} or {@code local}); without it, whether a Docker
 * engine answers.
 */
enum Source {
    CONTAINERS,
    LOCAL;

    /** Names a Kafka to take, as host:port. */
    static final String KAFKA = "PAYLATER_TEST_KAFKA";

    /** Names a MongoDB to take, by its URI. */
    static final String MONGODB = "PAYLATER_TEST_MONGODB_URI";

    private static final Source CHOSEN = choose(System.getProperty("paylater.test.stack", ""));

    static Source chosen() {
        return CHOSEN;
    }

    static Source choose(String wanted) {
        return switch (wanted) {
            case "containers" -> CONTAINERS;
            case "local" -> LOCAL;
            case "" -> DockerClientFactory.instance().isDockerAvailable() ? CONTAINERS : LOCAL;
            default ->
                    throw new IllegalArgumentException(
                            "paylater.test.stack is containers or local, not " + wanted);
        };
    }

    /** For the data of what runs without a container. */
    static Path directory(String name) {
        try {
            return Files.createTempDirectory(Path.of("target"), name);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
