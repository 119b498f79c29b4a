package dev.paylater.schemas;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class KafkaAccessTest {

    private static final Path FILE = Path.of("..", "docker", "kafka-access.txt");

    @Test
    void the_file_that_rights_are_made_from_is_what_the_catalogue_says() throws IOException {
        var made =
                KafkaAccess.all().stream()
                        .map(access -> access + "\n")
                        .collect(Collectors.joining());
        if (Boolean.getBoolean("paylater.write-docs")) {
            Files.writeString(FILE, made);
        }
        assertThat(FILE).hasContent(made);
    }

    @Test
    void only_the_orchestrator_publishes_what_became_of_a_payment() {
        assertThat(writers("payments.events")).containsExactly("orchestrator-service");
        assertThat(writers("refunds.events")).containsExactly("refund-service");
        assertThat(writers("audit.events")).containsExactly("api-service");
        assertThat(writers("connectors.klarna"))
                .containsExactly("orchestrator-service", "refund-service");
        assertThat(writers("connectors.klarna.dlt")).containsExactly("connector-service");
        assertThat(writers("payments.commands"))
                .containsExactly(
                        "api-service",
                        "connector-service",
                        "orchestrator-service",
                        "refund-service");
    }

    private static List<String> writers(String topic) {
        return KafkaAccess.all().stream()
                .filter(access -> access.operations().contains("Write"))
                .filter(access -> access.names().contains(topic))
                .map(KafkaAccess::user)
                .toList();
    }
}
