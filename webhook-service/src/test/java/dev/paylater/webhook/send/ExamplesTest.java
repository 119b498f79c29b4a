package dev.paylater.webhook.send;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylater.schemas.AttemptSnapshot;
import dev.paylater.schemas.CaptureSnapshot;
import dev.paylater.schemas.DisputeSnapshot;
import dev.paylater.schemas.EventType;
import dev.paylater.schemas.PaymentEvent;
import dev.paylater.schemas.PaymentSnapshot;
import dev.paylater.schemas.RefundEvent;
import dev.paylater.schemas.RefundSnapshot;
import dev.paylater.schemas.StatusChange;
import dev.paylater.webhook.delivery.Delivery;
import dev.paylater.webhook.endpoint.Endpoint;
import dev.paylater.webhook.event.Catalogue;
import dev.paylater.webhook.event.EventFilter;
import dev.paylater.webhook.event.PublicEvent;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * The examples of the catalogue have the members that are really sent. What GET answers has all
 * members of its schema.
 */
class ExamplesTest {

    private static final Path FOLDER =
            Path.of("..", "schemas", "src", "main", "resources", "webhooks");
    private static final Path API =
            Path.of("..", "api-service", "src", "main", "resources", "openapi", "openapi.json");
    private static final JsonMapper JSON = JsonMapper.shared();
    private static final Instant NOW = Instant.parse("2026-11-10T10:00:00Z");
    private static final EventFilter EVERYBODY = (_, _, _, _) -> true;
    private static final Endpoint ENDPOINT =
            new Endpoint(
                    "we_1",
                    "merchant",
                    null,
                    URI.create("https://shop.example/"),
                    List.of("*"),
                    true,
                    false,
                    false,
                    "2026-11-01",
                    List.of(),
                    Instant.EPOCH,
                    null);

    @Test
    void every_event_of_the_catalogue_has_an_example_and_nothing_else_has() throws IOException {
        try (var files = Files.list(FOLDER)) {
            assertThat(files.map(file -> file.getFileName().toString()))
                    .containsExactlyInAnyOrderElementsOf(
                            Arrays.stream(EventType.values())
                                    .map(type -> type.wireName() + ".json")
                                    .toList());
        }
    }

    @ParameterizedTest
    @EnumSource(EventType.class)
    void an_example_has_the_members_that_are_sent_and_no_others(EventType type) throws IOException {
        var delivery = Delivery.of(event(type), ENDPOINT, NOW, NOW);
        var sent = JSON.readTree(body(delivery));
        var example = JSON.readTree(type.example());

        assertThat(example.path("type")).isEqualTo(sent.path("type"));
        assertThat(example.path("api_version")).isEqualTo(sent.path("api_version"));
        assertThat(example.path("timestamp").asString()).hasSameSizeAs("2026-11-10T10:00:00.000Z");
        assertSameMembers(example, sent);
        assertSameMembers(example.path("data"), sent.path("data"));
        for (var parts : List.of("captures", "disputes", "attempts")) {
            for (var part : example.path("data").path(parts)) {
                assertSameMembers(part, sent.path("data").path(parts).path(0));
            }
        }
    }

    @Test
    void a_dispute_is_told_as_it_was_at_the_event_with_all_that_GET_knows_of_it()
            throws IOException {
        var delivery = Delivery.of(event(EventType.DISPUTE_OPENED), ENDPOINT, NOW, NOW);
        var data = JSON.readTree(body(delivery)).path("data");

        var expected = new Described().described("Dispute");
        expected.put("dispute_id", "dp_1")
                .put("dispute_stage", "dispute")
                .put("dispute_status", "dispute_opened")
                .put("amount", 6540)
                .put("currency", "EUR")
                .put("connector_status", "open")
                .put("connector_reason", "Goods not received")
                .put("connector_reason_code", "not_received")
                .put("challenge_required_by", "2026-11-10T10:00:00.000Z");
        assertThat(data.path("disputes")).isEqualTo(JSON.createArrayNode().add(expected));
    }

    private static byte[] body(Delivery delivery) throws IOException {
        var body = new WebhookBody(new Described());
        return body.of(delivery, ENDPOINT, body.resource(delivery));
    }

    private static void assertSameMembers(JsonNode example, JsonNode sent) {
        assertThat(example.propertyNames())
                .isNotEmpty()
                .containsExactlyInAnyOrderElementsOf(sent.propertyNames());
    }

    /** GET's answers, with every member that the interface description has. */
    private static final class Described implements Resources {

        private final JsonNode schemas;

        Described() throws IOException {
            schemas = JSON.readTree(Files.readString(API)).at("/components/schemas");
        }

        @Override
        public byte[] read(Resource resource) {
            return JSON.writeValueAsBytes(
                    switch (resource.kind()) {
                        case PAYMENT -> payment();
                        case REFUND -> described("Refund");
                    });
        }

        private ObjectNode payment() {
            var payment = described("Payment");
            payment.putArray("captures").add(described("Capture").put("capture_id", "cap_1"));
            payment.putArray("disputes")
                    .add(
                            described("Dispute")
                                    .put("dispute_id", "dp_1")
                                    .put("connector_reason", "Goods not received")
                                    .put("dispute_status", "dispute_lost"));
            payment.putArray("attempts").add(described("Attempt"));
            return payment;
        }

        private ObjectNode described(String schema) {
            var json = JSON.createObjectNode();
            schemas.required(schema).required("properties").propertyNames().forEach(json::putNull);
            return json;
        }
    }

    private static PublicEvent event(EventType type) {
        var word = type.wireName().substring(type.wireName().indexOf('.') + 1);
        var resource = type.wireName().substring(0, type.wireName().indexOf('.'));
        var events =
                switch (resource) {
                    case "payment" -> paymentEvents(word);
                    case "capture" -> of(new StatusChange("capture", "cap_1", word, null));
                    case "dispute" ->
                            of(new StatusChange("dispute", "dp_1", "dispute_" + word, null));
                    case "mandate" -> of(new StatusChange("mandate", "man_1", word, null));
                    case "payment_link" ->
                            of(new StatusChange("payment_link", "pay_1", word, null));
                    case "refund" -> Catalogue.of(refund(word), EVERYBODY);
                    default -> List.of(ofEndpoint(type));
                };
        return events.stream().filter(event -> event.type() == type).findFirst().orElseThrow();
    }

    private static List<PublicEvent> paymentEvents(String word) {
        return switch (word) {
            case "created" -> of(payment("requires_confirmation", null));
            case "expired" -> of(payment("failed", "requires_customer_action"));
            default -> of(payment(word, "processing"));
        };
    }

    private static StatusChange payment(String status, @Nullable String previous) {
        return new StatusChange("payment", "pay_1", status, previous);
    }

    private static PublicEvent ofEndpoint(EventType type) {
        return type == EventType.ENDPOINT_DISABLED
                ? Disabling.event(ENDPOINT, "it answered 410 Gone", NOW)
                : ENDPOINT.event("evt_1", type, NOW, "{}");
    }

    private static List<PublicEvent> of(StatusChange change) {
        return Catalogue.of(
                PaymentEvent.newBuilder()
                        .setEventId("merchant/pay_1#7")
                        .setType("anything")
                        .setMerchantId("merchant")
                        .setPaymentId("pay_1")
                        .setSequence(7)
                        .setOccurredAt(NOW.toEpochMilli())
                        .setCause("cause")
                        .setPayment(snapshot())
                        .setChanges(List.of(change))
                        .build(),
                EVERYBODY);
    }

    private static PaymentSnapshot snapshot() {
        return PaymentSnapshot.newBuilder()
                .setStatus("succeeded")
                .setAmount(6540)
                .setNetAmount(6540)
                .setAmountCapturable(0)
                .setAmountReceived(6540)
                .setAmountRefunded(0)
                .setCurrency("EUR")
                .setCaptureMethod("manual")
                .setProfileId("pro_1")
                .setCreated(0)
                .setUpdated(0)
                .setAttempts(List.of(attempt()))
                .setCaptures(List.of(new CaptureSnapshot("cap_1", "charged", 6540L, 1, null)))
                .setRefunds(List.of())
                .setDisputes(List.of(dispute()))
                .build();
    }

    private static AttemptSnapshot attempt() {
        return AttemptSnapshot.newBuilder()
                .setAttemptId("pay_1_1")
                .setStatus("expired")
                .setConnector("sandbox")
                .build();
    }

    private static DisputeSnapshot dispute() {
        return DisputeSnapshot.newBuilder()
                .setDisputeId("dp_1")
                .setDisputeStage("dispute")
                .setDisputeStatus("dispute_opened")
                .setAmount(6540)
                .setCurrency("EUR")
                .setConnector("sandbox")
                .setConnectorDisputeId("dsp_1")
                .setConnectorStatus("open")
                .setConnectorReasonCode("not_received")
                .setChallengeRequiredBy(NOW.toEpochMilli())
                .setCreatedAt(0)
                .build();
    }

    private static RefundEvent refund(String word) {
        var isCreated = word.equals("created");
        return RefundEvent.newBuilder()
                .setEventId("merchant/ref_1#2")
                .setType(isCreated ? "refund_created" : "refund_changed")
                .setMerchantId("merchant")
                .setPaymentId("pay_1")
                .setSequence(2)
                .setOccurredAt(NOW.toEpochMilli())
                .setCause("cause")
                .setRefund(
                        RefundSnapshot.newBuilder()
                                .setRefundId("ref_1")
                                .setStatus(isCreated ? "pending" : word)
                                .setAmount(100)
                                .setCurrency("EUR")
                                .setConnector("sandbox")
                                .setMerchantConnectorId("mca_1")
                                .setProfileId("pro_1")
                                .setCreatedAt(0)
                                .setUpdatedAt(0)
                                .build())
                .build();
    }
}
