package dev.paylater.webhook.event;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.paylater.schemas.AttemptSnapshot;
import dev.paylater.schemas.EventType;
import dev.paylater.schemas.PaymentEvent;
import dev.paylater.schemas.PaymentSnapshot;
import dev.paylater.schemas.RefundEvent;
import dev.paylater.schemas.RefundSnapshot;
import dev.paylater.schemas.StatusChange;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.json.JsonMapper;

class CatalogueTest {

    private static final Path API =
            Path.of("..", "api-service", "src", "main", "resources", "openapi", "openapi.json");

    private static final EventFilter EVERYBODY = (_, _, _, _) -> true;
    private static final EventFilter NOBODY = (_, _, _, _) -> false;

    private static PaymentEvent record(String status, StatusChange... changes) {
        return PaymentEvent.newBuilder()
                .setEventId("merchant/pay_1#7")
                .setType("anything")
                .setMerchantId("merchant")
                .setPaymentId("pay_1")
                .setSequence(7)
                .setOccurredAt(1_700_000_000_000L)
                .setCause("cause")
                .setPayment(
                        PaymentSnapshot.newBuilder()
                                .setStatus("failed")
                                .setAmount(6540)
                                .setNetAmount(6540)
                                .setAmountCapturable(0)
                                .setAmountReceived(0)
                                .setAmountRefunded(0)
                                .setCurrency("EUR")
                                .setCaptureMethod("manual")
                                .setProfileId("pro_1")
                                .setCreated(0)
                                .setUpdated(0)
                                .setAttempts(
                                        List.of(
                                                AttemptSnapshot.newBuilder()
                                                        .setAttemptId("pay_1_1")
                                                        .setStatus(status)
                                                        .setConnector("sandbox")
                                                        .build()))
                                .setCaptures(List.of())
                                .setRefunds(List.of())
                                .build())
                .setChanges(List.of(changes))
                .build();
    }

    private static List<String> types(PaymentEvent record) {
        return Catalogue.of(record, EVERYBODY).stream()
                .map(event -> event.type().wireName())
                .toList();
    }

    @Test
    void a_step_that_changes_no_status_is_nobody_elses_business() {
        assertThat(types(record("charged"))).isEmpty();
    }

    @Test
    void each_change_of_a_record_is_an_event_under_an_id_of_its_own() {
        var events =
                Catalogue.of(
                        record(
                                "charged",
                                new StatusChange("capture", "pay_1_1_1", "charged", "started"),
                                new StatusChange("payment", "pay_1", "succeeded", "processing")),
                        EVERYBODY);

        assertThat(events)
                .extracting(event -> event.type().wireName())
                .containsExactly("capture.charged", "payment.succeeded");
        assertThat(events).extracting(PublicEvent::eventId).doesNotHaveDuplicates();
        assertThat(events.getFirst().ids())
                .containsEntry("payment_id", "pay_1")
                .containsEntry("profile_id", "pro_1")
                .containsEntry("capture_id", "pay_1_1_1");
        assertThat(events).extracting(PublicEvent::index).containsExactly(0, 1);
    }

    @Test
    void an_event_that_nobody_wants_is_not_made_and_leaves_the_others_as_they_are() {
        var record =
                record(
                        "expired",
                        new StatusChange("capture", "pay_1_1_1", "failed", "started"),
                        new StatusChange("payment", "pay_1", "failed", "processing"));
        EventFilter audience =
                (type, merchantId, profileId, occurredAt) ->
                        type == EventType.PAYMENT_EXPIRED
                                && merchantId.equals("merchant")
                                && profileId.equals("pro_1")
                                && occurredAt.equals(Instant.ofEpochMilli(1_700_000_000_000L));

        assertThat(Catalogue.of(record, NOBODY)).isEmpty();
        assertThat(Catalogue.of(record, audience))
                .singleElement()
                .isEqualTo(Catalogue.of(record, EVERYBODY).getLast())
                .extracting(PublicEvent::type, PublicEvent::index)
                .containsExactly(EventType.PAYMENT_EXPIRED, 2);
    }

    @Test
    void the_same_record_gives_the_same_events() {
        var change = new StatusChange("payment", "pay_1", "cancelled", "requires_capture");
        assertThat(Catalogue.of(record("voided", change), EVERYBODY))
                .isEqualTo(Catalogue.of(record("voided", change), EVERYBODY));
    }

    @Test
    void a_payment_that_is_new_was_created_whatever_its_status() {
        var change = new StatusChange("payment", "pay_1", "requires_confirmation", null);
        assertThat(types(record("started", change))).containsExactly("payment.created");
    }

    @Test
    void a_payment_whose_customer_did_not_come_back_failed_and_expired() {
        var change = new StatusChange("payment", "pay_1", "failed", "requires_customer_action");
        assertThat(types(record("expired", change)))
                .containsExactly("payment.failed", "payment.expired");
        assertThat(types(record("failure", change))).containsExactly("payment.failed");
    }

    @Test
    void a_status_without_an_event_is_refused_and_so_set_aside_whoever_listens() {
        var change = new StatusChange("payment", "pay_1", "on_the_moon", "processing");
        assertThatThrownBy(() -> Catalogue.of(record("charged", change), NOBODY))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("No public event says that a payment is on_the_moon");
    }

    @ParameterizedTest
    @CsvSource({
        "payment, PaymentStatus",
        "capture, CaptureStatus",
        "refund, RefundStatus",
        "dispute, DisputeStatus"
    })
    void every_status_of_the_interface_has_an_event(String resource, String schema)
            throws IOException {
        var statuses =
                JsonMapper.shared()
                        .readTree(Files.readString(API))
                        .at("/components/schemas/" + schema + "/enum");
        assertThat(statuses.size()).isPositive();
        for (var status : statuses) {
            if (!status.isNull()) {
                assertThat(EventType.ofChange(resource, status.stringValue(), "before"))
                        .as(status.stringValue())
                        .isPresent();
            }
        }
    }

    private static List<String> refund(String type, String status, @Nullable String previous) {
        return refund(type, status, previous, EVERYBODY);
    }

    private static List<String> refund(
            String type, String status, @Nullable String previous, EventFilter audience) {
        return Catalogue.of(
                        RefundEvent.newBuilder()
                                .setEventId("merchant/ref_1/2")
                                .setType(type)
                                .setMerchantId("merchant")
                                .setPaymentId("pay_1")
                                .setSequence(2)
                                .setOccurredAt(0)
                                .setCause("cause")
                                .setRefund(
                                        RefundSnapshot.newBuilder()
                                                .setRefundId("ref_1")
                                                .setStatus(status)
                                                .setAmount(100)
                                                .setCurrency("EUR")
                                                .setConnector("sandbox")
                                                .setMerchantConnectorId("mca_1")
                                                .setProfileId("pro_1")
                                                .setCreatedAt(0)
                                                .setUpdatedAt(0)
                                                .build())
                                .setPreviousStatus(previous)
                                .build(),
                        audience)
                .stream()
                .map(event -> event.type().wireName())
                .toList();
    }

    @Test
    void a_refund_that_is_still_pending_is_no_news_and_whatever_changes_is() {
        assertThat(refund("refund_created", "pending", null)).containsExactly("refund.created");
        assertThat(refund("refund_pending", "pending", "pending")).isEmpty();
        assertThat(refund("refund_in_review", "review", "pending"))
                .containsExactly("refund.review");
        assertThat(refund("refund_in_review", "review", "review")).isEmpty();
        assertThat(refund("refund_succeeded", "succeeded", "succeeded"))
                .containsExactly("refund.succeeded");
        assertThat(refund("refund_failed", "failed", "review")).containsExactly("refund.failed");
        assertThat(refund("refund_failed", "failed", "review", NOBODY)).isEmpty();
    }

    @Test
    void a_filter_names_one_event_a_kind_or_all() {
        assertThat(EventType.PAYMENT_FAILED.isIn("payment.failed")).isTrue();
        assertThat(EventType.PAYMENT_FAILED.isIn("payment.*")).isTrue();
        assertThat(EventType.PAYMENT_FAILED.isIn("*")).isTrue();
        assertThat(EventType.PAYMENT_FAILED.isIn("refund.*")).isFalse();
        assertThat(EventType.PAYMENT_FAILED.isIn("payment.fail")).isFalse();
        assertThat(EventType.isFilter("payments.*")).isFalse();
        assertThat(Objects.requireNonNull(EventType.ENDPOINT_TEST.wireName()))
                .isEqualTo("webhook_endpoint.test");
    }
}
