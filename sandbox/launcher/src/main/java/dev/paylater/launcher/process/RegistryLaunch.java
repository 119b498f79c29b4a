package dev.paylater.launcher.process;

import java.nio.file.Path;
import java.util.List;

/**
 * How Apicurio Registry is run as published, without a container: loopback only, its schemas in an
 * H2 file, so that it starts without waiting for Kafka and knows everything after a restart.
 */
record RegistryLaunch(Path home, Path data, int port, int healthPort) {

    /** By default H2 keeps commits for half a second, and kill -9 loses a registered schema. */
    private static final String WRITE_AT_ONCE = ";WRITE_DELAY=0";

    /** System properties and the jar, to be put behind the java command and its memory options. */
    List<String> arguments() {
        return List.of(
                property("quarkus.http.host", "127.0.0.1"),
                property("quarkus.http.port", Integer.toString(port)),
                property("quarkus.management.host", "127.0.0.1"),
                property("quarkus.management.port", Integer.toString(healthPort)),
                property(
                        "apicurio.datasource.url",
                        "jdbc:h2:file:"
                                + data.toAbsolutePath().resolve("registry")
                                + WRITE_AT_ONCE),
                property("apicurio.datasource.jdbc.initial-size", "1"),
                property("apicurio.datasource.jdbc.min-size", "1"),
                property("apicurio.datasource.jdbc.max-size", "8"),
                property("quarkus.http.access-log.enabled", "false"),
                property("quarkus.log.category.\"io.apicurio\".level", "WARN"),
                "-jar",
                home.toAbsolutePath().resolve("quarkus-run.jar").toString());
    }

    String readyUrl() {
        return "http://127.0.0.1:" + healthPort + "/health/ready";
    }

    private static String property(String name, String value) {
        return "-D" + name + "=" + value;
    }
}
