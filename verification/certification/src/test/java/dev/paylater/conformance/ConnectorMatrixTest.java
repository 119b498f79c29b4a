package dev.paylater.conformance;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.paylater.connector.kit.Capabilities.Feature;
import dev.paylater.connector.kit.Connector;
import dev.paylater.connectors.Connectors;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/**
 * Holds docs/makers/connectors.md to what the connectors declare; {@code
 * -Dpaylater.write-docs=true} writes it anew. A new connector's subject is added to the list.
 */
final class ConnectorMatrixTest {

    private static final List<Subject> SUBJECTS =
            List.of(
                    SandboxConformanceTest.SUBJECT,
                    KlarnaConformanceTest.SUBJECT,
                    AffirmConformanceTest.SUBJECT,
                    AfterpayConformanceTest.SUBJECT,
                    SezzleConformanceTest.SUBJECT,
                    ScalapayConformanceTest.SUBJECT,
                    MonduConformanceTest.SUBJECT,
                    BillieConformanceTest.SUBJECT,
                    TamaraConformanceTest.SUBJECT,
                    PaypalConformanceTest.SUBJECT,
                    AlmaConformanceTest.SUBJECT,
                    RivertyConformanceTest.SUBJECT,
                    TwoConformanceTest.SUBJECT,
                    TabbyConformanceTest.SUBJECT);

    private static final Path PAGE = Path.of("..", "..", "docs", "makers", "connectors.md");

    @Test
    void the_page_about_connectors_is_up_to_date() throws IOException {
        var page = new ConnectorMatrix(SUBJECTS).page();
        if (Boolean.getBoolean("paylater.write-docs")) {
            Files.writeString(PAGE, page, UTF_8);
        }
        assertThat(Files.readString(PAGE, UTF_8)).isEqualTo(page);
    }

    /**
     * By hand: what is known of a provider and no request asks for. Its answers show it, or another
     * part of the system reads it.
     */
    private static final Set<Feature> FACTS =
            EnumSet.of(
                    // How an automatic capture, a refund and a repetition go on.
                    Feature.NATIVE_AUTOMATIC_CAPTURE,
                    Feature.REFUND_INQUIRY,
                    Feature.REFUND_PER_CAPTURE,
                    Feature.REFUND_LINES_PER_CAPTURE,
                    Feature.SHIPMENTS_OF_CAPTURES,
                    Feature.CUSTOMER_HISTORY,
                    Feature.VOID,
                    Feature.MANUAL_REVIEW,
                    Feature.REDIRECT,
                    Feature.KNOWS_CANCELLATION,
                    Feature.AUTHORIZES_BY_SESSION,
                    Feature.B2B,
                    Feature.DECLINE_REASONS,
                    Feature.LATE_DECISION,
                    Feature.LATE_CAPTURE,
                    Feature.LATE_REFUND,
                    Feature.SHOWS_BOOKS,
                    Feature.AUTHORIZED_UNTIL,
                    Feature.WEBHOOKS,
                    Feature.SIGNED_WEBHOOKS,
                    Feature.TIMESTAMPED_WEBHOOKS);

    @Test
    void every_capability_decides_about_a_request_or_is_a_fact_about_the_provider() {
        var decides = Needed.capabilities();
        assertThat(Feature.values())
                .allSatisfy(
                        feature ->
                                assertThat(FACTS.contains(feature))
                                        .as(feature.name())
                                        .isNotEqualTo(decides.contains(feature.wireName())));
    }

    @Test
    void what_takes_several_captures_is_declared_by_no_connector_that_makes_one() {
        assertThat(Connectors.all())
                .allSatisfy(
                        connector -> {
                            var can = connector.capabilities();
                            assertThat(
                                            can.captureMethods().isEmpty()
                                                    || can.captureMethods()
                                                            .contains("manual_multiple"))
                                    .as(connector.name())
                                    .isEqualTo(can.features().contains(Feature.MULTIPLE_CAPTURE));
                        });
    }

    @Test
    void every_connector_of_the_service_is_held_to_the_kit() {
        assertThat(SUBJECTS.stream().map(Subject::name))
                .containsExactlyElementsOf(Connectors.all().stream().map(Connector::name).toList());
    }
}
