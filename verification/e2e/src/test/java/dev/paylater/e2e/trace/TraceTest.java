package dev.paylater.e2e.trace;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylater.e2e.MerchantClient;
import dev.paylater.e2e.Script;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A system of its own exports each of its traces; {@code -Dpaylater.write-docs=true} draws one for
 * the documents.
 */
class TraceTest {

    /** Away from the ports of the system that other tests use. */
    private static final int OFFSET = Script.PORT_OFFSET + 700;

    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final Duration BETWEEN_LOOKS = Duration.ofMillis(200);
    private static final Path PICTURE = Path.of("..", "..", "docs", "images", "trace.svg");

    private static final String PAYMENT = "4bf92f3577b34da6a3ce929d0e0e4736";
    private static final String REFUND = "5cf92f3577b34da6a3ce929d0e0e4736";
    private static final String CALLER = "00f067aa0ba902b7";

    private final MerchantClient merchant =
            MerchantClient.SANDBOX.at("http://127.0.0.1:" + (8080 + OFFSET));

    @TempDir Path home;

    @AfterEach
    void end() {
        script(Map.of(), "down");
    }

    @Test
    void a_trace_leads_from_the_request_over_decisions_and_provider_calls_to_the_webhooks()
            throws IOException, InterruptedException {
        try (var receiver = new OtlpReceiver()) {
            var up =
                    script(
                            Map.of(
                                    "PAYLATER_TRACES_ENDPOINT",
                                    receiver.url("/v1/traces"),
                                    "PAYLATER_TRACES_SAMPLED",
                                    "1"),
                            "up",
                            "--one-process");
            assertThat(up.exitCode()).as(up.output()).isZero();
            merchant.post(
                            "/webhook_endpoints",
                            "{\"url\": \"%s\", \"events\": [\"payment.succeeded\", \"refund.succeeded\"]}"
                                    .formatted(receiver.url("/hook")))
                    .expect(200);

            var paid =
                    merchant.post(
                                    "/payments",
                                    MerchantClient.body("", "automatic"),
                                    Map.of("traceparent", "00-" + PAYMENT + "-" + CALLER + "-00"))
                            .expect(200);
            var refunded =
                    merchant.post(
                                    "/refunds",
                                    "{\"payment_id\": \"%s\", \"amount\": 1000}"
                                            .formatted(paid.string("payment_id")),
                                    Map.of("traceparent", "00-" + REFUND + "-" + CALLER + "-00"))
                            .expect(200);

            var payment =
                    tree(
                            receiver,
                            PAYMENT,
                            """
                            api-service: POST /payments
                              orchestrator-service: payment create_payment
                                connector-service: connector authorize
                                  connector-service: sandbox authorize
                                  orchestrator-service: payment connector_outcome
                                    webhook-service: webhook payment.succeeded
                            """);
            var refund =
                    tree(
                            receiver,
                            REFUND,
                            """
                            api-service: POST /refunds
                              orchestrator-service: payment reserve_refund
                                refund-service: refund execute_refund
                                  connector-service: connector refund
                                    connector-service: sandbox refund
                                    refund-service: refund connector_outcome
                                      orchestrator-service: payment record_refund_status
                                      webhook-service: webhook refund.succeeded
                            """);
            assertThat(payment.lines())
                    .filteredOn(line -> line.span().attributes().containsKey("payment_id"))
                    .allSatisfy(
                            line ->
                                    assertThat(line.span().attributes())
                                            .containsEntry("payment_id", paid.string("payment_id"))
                                            .containsEntry("merchant_id", "merchant_sandbox"));
            assertThat(refund.lines())
                    .anySatisfy(
                            line ->
                                    assertThat(line.span().attributes())
                                            .containsEntry(
                                                    "refund_id", refunded.string("refund_id")));
            if (Boolean.getBoolean("paylater.write-docs")) {
                Files.writeString(
                        PICTURE,
                        TraceDrawing.svg(
                                "A payment: POST /payments with confirm, captured", payment));
            }
        }
    }

    /** When all is there: each service exports what it has when it comes to it. */
    private static TraceTree tree(OtlpReceiver receiver, String traceId, String expected)
            throws InterruptedException {
        var end = System.nanoTime() + PATIENCE.toNanos();
        var wanted = expected.lines().toList();
        while (receiver.spansOf(traceId).size() < wanted.size() && System.nanoTime() < end) {
            Thread.sleep(BETWEEN_LOOKS);
        }
        var spans = receiver.spansOf(traceId);
        assertThat(TraceTree.of(spans, CALLER, TraceTree.BY_NAME).text()).isEqualTo(wanted);
        return TraceTree.of(spans, CALLER, TraceTree.BY_TIME);
    }

    private Script.Result script(Map<String, String> further, String... arguments) {
        var environment =
                new HashMap<>(
                        Map.of(
                                "PAYLATER_HOME",
                                home.toString(),
                                "PAYLATER_PORT_OFFSET",
                                Integer.toString(OFFSET),
                                "PAYLATER_TRAIN",
                                "off"));
        environment.putAll(further);
        return Script.run(environment, arguments);
    }
}
