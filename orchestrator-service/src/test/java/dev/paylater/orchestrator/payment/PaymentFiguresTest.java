package dev.paylater.orchestrator.payment;

import static dev.paylater.orchestrator.payment.Scenario.OTHER;
import static dev.paylater.orchestrator.payment.Scenario.PAYMENT_ID;
import static dev.paylater.orchestrator.payment.Scenario.SANDBOX;
import static dev.paylater.orchestrator.payment.Scenario.capture;
import static dev.paylater.orchestrator.payment.Scenario.confirmed;
import static dev.paylater.orchestrator.payment.Scenario.created;
import static dev.paylater.orchestrator.payment.Scenario.declined;
import static dev.paylater.orchestrator.payment.Scenario.route;
import static dev.paylater.orchestrator.payment.Scenario.says;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.paylater.orchestrator.payment.Operation.Kind;
import dev.paylater.orchestrator.payment.PaymentCommand.CancelPayment;
import dev.paylater.orchestrator.payment.PaymentCommand.ConfirmPayment;
import dev.paylater.orchestrator.payment.PaymentCommand.DeadlinePassed;
import dev.paylater.orchestrator.payment.PaymentCommand.IncrementAuthorization;
import dev.paylater.orchestrator.payment.PaymentCommand.RecordDispute;
import dev.paylater.orchestrator.payment.PaymentCommand.SyncPayment;
import dev.paylater.provider.NextAction;
import dev.paylater.provider.ProviderData;
import dev.paylater.provider.ProviderResult;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Figures and times of a payment that other parts rely on, each with the number it must be. */
class PaymentFiguresTest {

    private static final Duration SESSION = Duration.ofMinutes(15);
    private static final ProviderData INCREMENTABLE =
            ProviderData.NONE.withIncrementalAllowed(true);

    @Test
    void an_increment_raises_the_amount_by_what_it_adds_to_the_net_amount() {
        var payment =
                confirmed(
                                o ->
                                        o.captureMethod(CaptureMethod.MANUAL)
                                                .shippingCost(460L)
                                                .requestIncrementalAuthorization(true))
                        .when(
                                says(
                                        Kind.AUTHORIZE,
                                        1,
                                        ProviderResult.approved().with(INCREMENTABLE)))
                        .when(new IncrementAuthorization(8_000, null))
                        .when(says(Kind.INCREMENT, 1, ProviderResult.approved()))
                        .thenMoney(8_000, 0, 0)
                        .payment();
        assertThat(payment.intent().amount()).isEqualTo(7_540);
        assertThat(payment.intent().netAmount()).isEqualTo(8_000);
    }

    @Test
    void attempts_are_numbered_in_their_order() {
        var payment =
                confirmed(o -> o)
                        .when(says(Kind.AUTHORIZE, 1, declined()))
                        .when(new ConfirmPayment(false, Intent.NONE, Map.of(), route(OTHER)))
                        .payment();
        assertThat(payment.attempts()).extracting(Attempt::number).containsExactly(1, 2);
        assertThat(payment.attempts())
                .extracting(Attempt::attemptId)
                .containsExactly(PAYMENT_ID + "_1", PAYMENT_ID + "_2");
    }

    @Test
    void captures_are_numbered_in_their_order() {
        var payment =
                Scenario.authorized(CaptureMethod.MANUAL_MULTIPLE)
                        .when(capture(1_000L))
                        .when(says(Kind.CAPTURE, 1, ProviderResult.approved()))
                        .when(capture(2_000L))
                        .payment();
        assertThat(payment.captures()).extracting(Capture::captureSequence).containsExactly(1, 2);
    }

    @Test
    void a_dispute_replaces_what_was_known_of_it_and_of_no_other() {
        var payment =
                Scenario.authorized(CaptureMethod.AUTOMATIC)
                        .when(new RecordDispute(dispute("dp_1", "opened")))
                        .when(new RecordDispute(dispute("dp_2", "opened")))
                        .when(new RecordDispute(dispute("dp_1", "won")))
                        .payment();
        assertThat(payment.disputes())
                .extracting(Dispute::disputeId, Dispute::disputeStatus)
                .containsExactlyInAnyOrder(tuple("dp_1", "won"), tuple("dp_2", "opened"));
    }

    @Test
    void a_session_that_ends_while_its_status_is_inquired_expires_with_that_inquiry() {
        var scenario =
                confirmed(o -> o)
                        .when(
                                says(
                                        Kind.AUTHORIZE,
                                        1,
                                        ProviderResult.requiresAction(
                                                NextAction.redirect("https://p.example/1"))))
                        .when(new SyncPayment(false))
                        .after(SESSION)
                        .when(new DeadlinePassed());
        var operation = scenario.payment().operations().getFirst();
        assertThat(operation.purpose()).isEqualTo(Operation.Purpose.EXPIRY);
        assertThat(scenario.payment().due())
                .as("the inquiry's own time, since the session's is over")
                .contains(operation.nextInquiryAt());
    }

    @Test
    void a_payment_has_ended_unpaid_once_nothing_can_make_it_paid() {
        var expires = Scenario.START.plus(Duration.ofDays(7));
        var failed = confirmed(o -> o).when(says(Kind.AUTHORIZE, 1, declined())).payment();
        var cancelled = created(o -> o).when(new CancelPayment(null)).payment();
        assertThat(cancelled.hasEndedUnpaid(Scenario.START)).isTrue();
        assertThat(failed.hasEndedUnpaid(failed.expiresOn().minusMillis(1))).isFalse();
        assertThat(failed.hasEndedUnpaid(failed.expiresOn())).isTrue();
        assertThat(Scenario.authorized(CaptureMethod.MANUAL).payment().hasEndedUnpaid(expires))
                .isFalse();
        assertThat(created(o -> o).payment().hasEndedUnpaid(expires)).isFalse();
    }

    private static Dispute dispute(String id, String status) {
        return new Dispute(
                id,
                "dispute",
                status,
                6_540,
                "EUR",
                SANDBOX.connector(),
                "c_" + id,
                null,
                null,
                null,
                null,
                null,
                null,
                Instant.EPOCH,
                null);
    }
}
