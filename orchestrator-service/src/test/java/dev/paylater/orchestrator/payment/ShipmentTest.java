package dev.paylater.orchestrator.payment;

import static dev.paylater.orchestrator.payment.Scenario.ATTEMPT;
import static dev.paylater.orchestrator.payment.Scenario.START;
import static dev.paylater.orchestrator.payment.Scenario.answers;
import static dev.paylater.orchestrator.payment.Scenario.capture;
import static dev.paylater.orchestrator.payment.Scenario.confirmed;
import static dev.paylater.orchestrator.payment.Scenario.created;
import static dev.paylater.orchestrator.payment.Scenario.creating;
import static dev.paylater.orchestrator.payment.Scenario.declined;
import static dev.paylater.orchestrator.payment.Scenario.route;
import static dev.paylater.orchestrator.payment.Scenario.says;
import static org.assertj.core.api.Assertions.assertThat;

import dev.paylater.kernel.Refusal;
import dev.paylater.kit.bson.RecordCodec;
import dev.paylater.orchestrator.payment.Operation.Kind;
import dev.paylater.orchestrator.payment.Operation.Purpose;
import dev.paylater.orchestrator.payment.PaymentCommand.AddShipment;
import dev.paylater.orchestrator.payment.PaymentEvent.ShipmentRecorded;
import dev.paylater.orchestrator.payment.PaymentEvent.ShipmentRequested;
import dev.paylater.orchestrator.payment.Shipment.Status;
import dev.paylater.provider.ProviderResult;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The provider is told of what is shipped, where it has a place for it; no money waits for it. */
class ShipmentTest {

    private static final Map<String, String> PARCEL =
            Map.of("carrier", "\"DHL\"", "tracking_number", "\"0034\"");
    private static final ProviderResult APPROVED = ProviderResult.approved();
    private static final ProviderResult NOT_FOUND = ProviderResult.notFound();
    private static final ProviderResult UNKNOWN = ProviderResult.unknown("timed out");
    private static final String SHIP = ATTEMPT + "_ship_1";

    @Test
    void the_provider_is_told_of_a_shipment_of_the_latest_capture_and_no_money_moves() {
        var scenario = captured("shipments").when(shipment(null));
        var sent =
                new Shipment(
                        "ship_1",
                        ATTEMPT,
                        ATTEMPT + "_1",
                        Status.PENDING,
                        START,
                        SHIP,
                        null,
                        PARCEL);
        assertThat(scenario.last().events())
                .containsExactly(new ShipmentRequested(sent, operation()));
        assertThat(scenario.requests()).endsWith(SHIP);
        assertThat(scenario.payment().awaitsAnswer()).isTrue();
        scenario.thenStatus(PaymentStatus.SUCCEEDED).thenMoney(0, 6_540, 0);

        scenario.when(says(Kind.SHIP, 1, APPROVED));

        assertThat(scenario.payment().shipments())
                .containsExactly(sent.withStatus(Status.ACCEPTED));
        assertThat(scenario.payment().isAtRest()).isTrue();
        scenario.thenStatus(PaymentStatus.SUCCEEDED).thenMoney(0, 6_540, 0);
        assertThat(scenario.folded()).isEqualTo(scenario.payment());
    }

    @Test
    void what_is_held_can_be_shipped_before_it_is_captured() {
        var scenario = held("shipments").when(shipment(null));
        assertThat(only(scenario).captureId()).isNull();
        scenario.thenStatus(PaymentStatus.REQUIRES_CAPTURE).thenMoney(6_540, 0, 0);
        scenario.when(capture(null)).when(says(Kind.CAPTURE, 1, APPROVED));
        scenario.when(says(Kind.SHIP, 1, APPROVED)).thenMoney(0, 6_540, 0);
        assertThat(only(scenario).status()).isEqualTo(Status.ACCEPTED);
    }

    @Test
    void a_provider_without_a_place_for_it_is_not_asked_and_the_shipment_is_kept() {
        var scenario = captured().when(shipment(null));
        assertThat(scenario.last().events()).hasExactlyElementsOfTypes(ShipmentRecorded.class);
        assertThat(only(scenario).status()).isEqualTo(Status.NOT_SENT);
        assertThat(scenario.requests()).noneMatch(request -> request.contains("ship"));
        assertThat(scenario.payment().isAtRest()).isTrue();

        captured("strict").when(shipment(null)).thenRefused("IR_37", "shipments");
    }

    @Test
    void a_strict_account_refuses_the_field_that_its_provider_has_no_place_for() {
        var followed = new AddShipment("ship_1", null, Map.of("tracking_url", "\"u\""));
        captured("strict", "shipments").when(followed).thenRefused("IR_37", "tracking_url");
        var taken = captured("strict", "shipments", "shipment_links").when(followed);
        assertThat(taken.last().refusal()).isNull();
        captured("strict", "shipments", "shipment_links")
                .when(new AddShipment("ship_1", null, Map.of("order_details", "[]")))
                .thenRefused("IR_37", "order_details");
    }

    @Test
    void what_is_neither_held_nor_captured_is_not_shipped() {
        for (var nothing :
                List.of(
                        created(o -> o),
                        confirmed(o -> o),
                        confirmed(o -> o).when(says(Kind.AUTHORIZE, 1, declined())),
                        held("shipments")
                                .when(new PaymentCommand.CancelPayment(null))
                                .when(says(Kind.VOID, 1, APPROVED)))) {
            nothing.when(shipment(null)).thenRefused("IR_16");
            assertThat(nothing.last().refusal())
                    .extracting(Refusal::message)
                    .isEqualTo(
                            "shipment is not possible in status "
                                    + nothing.payment().status().wireName());
        }
    }

    @Test
    void a_capture_that_the_payment_does_not_have_or_that_was_not_made_is_named() {
        captured("shipments").when(shipment("pay_other_1_1")).thenRefused("HE_02", "capture_id");
        held("shipments").when(shipment(ATTEMPT + "_1")).thenRefused("HE_02", "capture_id");
        held("shipments")
                .when(capture(null))
                .when(says(Kind.CAPTURE, 1, declined()))
                .when(shipment(ATTEMPT + "_1"))
                .thenRefused("HE_02", "capture_id");
        var named = captured("shipments").when(shipment(ATTEMPT + "_1"));
        assertThat(only(named).captureId()).isEqualTo(ATTEMPT + "_1");
    }

    @Test
    void where_shipments_belong_to_captures_nothing_is_shipped_before_one() {
        held("shipments", "shipments_of_captures")
                .when(shipment(null))
                .thenRefused("IR_16", "capture_id");
        var shipped = captured("shipments", "shipments_of_captures").when(shipment(null));
        assertThat(only(shipped).captureId()).isEqualTo(ATTEMPT + "_1");
    }

    @Test
    void a_payment_has_fifty_shipments_at_most() {
        var scenario = captured();
        for (var i = 1; i <= 50; i++) {
            scenario.when(new AddShipment("ship_" + i, null, PARCEL));
        }
        assertThat(scenario.payment().shipments()).hasSize(50);
        scenario.when(new AddShipment("ship_51", null, PARCEL)).thenRefused("IR_16");
    }

    @Test
    void what_the_provider_refuses_is_kept_with_its_reason_and_may_be_taken_after_all() {
        var scenario =
                captured("shipments").when(shipment(null)).when(says(Kind.SHIP, 1, declined()));
        assertThat(only(scenario).status()).isEqualTo(Status.REFUSED);
        assertThat(only(scenario).error()).isEqualTo(declined().requireDecline().error());
        assertThat(scenario.payment().isAtRest()).isTrue();

        scenario.when(says(Kind.SHIP, 1, APPROVED));

        assertThat(only(scenario).status()).isEqualTo(Status.ACCEPTED);
        assertThat(only(scenario).error()).isNull();
    }

    @Test
    void a_lost_request_is_sent_once_more_under_its_key_and_then_given_up() {
        var scenario = captured("shipments").when(shipment(null)).when(says(Kind.SHIP, 1, UNKNOWN));
        scenario.whenDue().when(answers(scenario.now(), Kind.SHIP, 1, NOT_FOUND));
        scenario.when(says(Kind.SHIP, 1, UNKNOWN)).after(Duration.ofSeconds(95));
        scenario.when(answers(scenario.now(), Kind.SHIP, 1, NOT_FOUND));
        assertThat(scenario.requests())
                .filteredOn(request -> request.contains("ship"))
                .containsExactly(SHIP, "?" + SHIP, SHIP);
        assertThat(only(scenario).status()).isEqualTo(Status.REFUSED);
        assertThat(only(scenario).error()).isEqualTo(AttemptErrors.PROVIDER_UNAVAILABLE);
    }

    @Test
    void a_provider_that_does_not_answer_is_asked_for_three_days() {
        var scenario = captured("shipments").when(shipment(null)).after(Duration.ofDays(3));
        scenario.when(answers(Kind.SHIP, 1, UNKNOWN));
        assertThat(only(scenario).status()).isEqualTo(Status.PENDING);
        scenario.after(Duration.ofMillis(1)).when(answers(Kind.SHIP, 1, UNKNOWN));
        assertThat(only(scenario).status()).isEqualTo(Status.REFUSED);
    }

    @Test
    void captures_refunds_and_questions_go_on_while_the_provider_is_told() {
        var scenario =
                authorized(CaptureMethod.MANUAL_MULTIPLE, "shipments", "shows_books")
                        .when(capture(1_000L))
                        .when(shipment(null))
                        .when(capture(2_000L));
        assertThat(scenario.last().refusal()).isNull();
        scenario.when(says(Kind.CAPTURE, 1, APPROVED)).when(says(Kind.CAPTURE, 2, APPROVED));
        scenario.when(new PaymentCommand.SyncPayment(false));
        assertThat(scenario.requests()).endsWith("?" + ATTEMPT + "_authorize");
        scenario.when(new PaymentCommand.ReserveRefund("ref_1", 500L, null, Map.of()));
        assertThat(scenario.last().refusal()).isNull();
        assertThat(only(scenario).status()).isEqualTo(Status.PENDING);
    }

    @Test
    void a_payment_with_shipments_is_read_as_it_was_written() {
        var codec = RecordCodec.of(Payment.class);
        for (var payment :
                List.of(
                        captured("shipments").when(shipment(null)).payment(),
                        captured("shipments")
                                .when(shipment(null))
                                .when(says(Kind.SHIP, 1, declined()))
                                .payment())) {
            assertThat(codec.fromDocument(codec.toDocument(payment))).isEqualTo(payment);
        }
    }

    static Scenario captured(String... features) {
        return held(features).when(capture(null)).when(says(Kind.CAPTURE, 1, APPROVED));
    }

    private static Scenario held(String... features) {
        return authorized(CaptureMethod.MANUAL, features);
    }

    private static Scenario authorized(CaptureMethod method, String... features) {
        return new Scenario()
                .when(
                        creating(
                                o -> o.captureMethod(method),
                                route(
                                        Scenario.account(
                                                "sandbox", "mca_sandbox", List.of(features)))))
                .when(says(Kind.AUTHORIZE, 1, APPROVED));
    }

    static AddShipment shipment(@Nullable String captureId) {
        return new AddShipment("ship_1", captureId, PARCEL);
    }

    private static Shipment only(Scenario scenario) {
        assertThat(scenario.payment().shipments()).hasSize(1);
        return scenario.payment().shipments().getFirst();
    }

    private static Operation operation() {
        return new Operation(
                SHIP,
                Kind.SHIP,
                ATTEMPT,
                1,
                0,
                Purpose.REQUESTED,
                START,
                START.plusSeconds(95),
                0,
                null,
                true,
                false,
                Map.of());
    }
}
