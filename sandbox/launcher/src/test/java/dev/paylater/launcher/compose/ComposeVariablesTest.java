package dev.paylater.launcher.compose;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Properties;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A misspelt or forgotten variable would show only in a container; here it fails the build. */
class ComposeVariablesTest {
    private static final Path CHECKOUT = Path.of("..", "..");
    private static final String SIMULATOR = "provider-simulator";

    private final ComposeFile compose = ComposeFile.read(CHECKOUT.resolve("docker-compose.yml"));

    ComposeVariablesTest() throws IOException {}

    @ParameterizedTest
    @ValueSource(
            strings = {
                "api-service",
                "orchestrator-service",
                "connector-service",
                "refund-service",
                "webhook-service"
            })
    void a_service_gets_the_variables_that_services_read_and_no_others(String service)
            throws IOException {
        var sources = ServiceSources.of(CHECKOUT, List.of("libraries/service-kit", service));
        var all = ServiceSources.of(CHECKOUT, allServices());
        var given = compose.environment(service);

        assertThat(given)
                .filteredOn(name -> name.startsWith("PAYLATER_"))
                .as("variables that no service reads")
                .allMatch(all::reads);
        assertThat(given).as("variables without a default").containsAll(sources.required());
    }

    /** The images run with the local profile. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "api-service",
                "orchestrator-service",
                "connector-service",
                "refund-service",
                "webhook-service"
            })
    void no_profile_replaces_what_a_variable_sets(String service) throws IOException {
        Path file = CHECKOUT.resolve(service).resolve("src/main/resources/application.yml");
        var always = new Properties();
        for (Properties part : ServiceSources.documents(file)) {
            for (String name : part.stringPropertyNames()) {
                assertThat(part.getProperty(name))
                        .as(name)
                        .contains(variableOf(always.getProperty(name, "")));
            }
            always.putAll(part);
        }
    }

    /** The start of the placeholder {@code ${PAYLATER_...}}, or nothing. */
    private static String variableOf(String value) {
        return value.startsWith("${PAYLATER_") ? value.split("[:}]", 2)[0] : "";
    }

    @Test
    void the_simulator_gets_only_what_it_reads() throws IOException {
        var sources = ServiceSources.of(CHECKOUT, List.of("sandbox/" + SIMULATOR));

        assertThat(compose.environment(SIMULATOR))
                .filteredOn(name -> name.startsWith("PAYLATER_"))
                .allMatch(sources::reads);
        assertThat(compose.service(SIMULATOR).path("profiles").toString())
                .isEqualTo("[\"sandbox\"]");
    }

    private static List<String> allServices() {
        return List.of(
                "libraries/service-kit",
                "api-service",
                "orchestrator-service",
                "connector-service",
                "refund-service",
                "webhook-service");
    }
}
