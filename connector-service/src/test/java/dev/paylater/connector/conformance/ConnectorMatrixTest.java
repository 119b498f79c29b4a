package dev.paylater.connector.conformance;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.paylater.connector.kit.Connector;
import dev.paylater.connectors.Connectors;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Holds docs/connectors.md to what the connectors declare; {@code -Dpaylater.write-docs=true}
 * writes it anew. A new connector's subject is added to the list.
 */
final class ConnectorMatrixTest {

    private static final List<Subject> SUBJECTS =
            List.of(
                    SandboxConformanceTest.SUBJECT,
                    KlarnaConformanceTest.SUBJECT,
                    AfterpayConformanceTest.SUBJECT,
                    MonduConformanceTest.SUBJECT,
                    BillieConformanceTest.SUBJECT,
                    TamaraConformanceTest.SUBJECT,
                    PaypalConformanceTest.SUBJECT,
                    AlmaConformanceTest.SUBJECT,
                    RivertyConformanceTest.SUBJECT,
                    TwoConformanceTest.SUBJECT);

    private static final Path PAGE = Path.of("..", "docs", "connectors.md");

    @Test
    void the_page_about_connectors_is_up_to_date() throws IOException {
        var page = new ConnectorMatrix(SUBJECTS).page();
        if (Boolean.getBoolean("paylater.write-docs")) {
            Files.writeString(PAGE, page, UTF_8);
        }
        assertThat(Files.readString(PAGE, UTF_8)).isEqualTo(page);
    }

    @Test
    void every_connector_of_the_service_is_held_to_the_kit() {
        assertThat(SUBJECTS.stream().map(Subject::name))
                .containsExactlyElementsOf(Connectors.all().stream().map(Connector::name).toList());
    }
}
