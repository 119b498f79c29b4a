package dev.paylater.orchestrator.payment;

import static dev.paylater.orchestrator.payment.Scenario.ATTEMPT;
import static dev.paylater.orchestrator.payment.Scenario.START;
import static dev.paylater.orchestrator.payment.Scenario.confirmed;
import static dev.paylater.orchestrator.payment.Scenario.says;
import static org.assertj.core.api.Assertions.assertThat;

import dev.paylater.orchestrator.payment.Operation.Kind;
import dev.paylater.orchestrator.payment.PaymentCommand.DeadlinePassed;
import dev.paylater.orchestrator.payment.PaymentCommand.RecordRefundStatus;
import dev.paylater.orchestrator.payment.PaymentCommand.ReserveRefund;
import dev.paylater.orchestrator.payment.PaymentEvent.FoundRefundTakenOver;
import dev.paylater.orchestrator.payment.PaymentEvent.RefundFound;
import dev.paylater.orchestrator.payment.PaymentEvent.RefundReserved;
import dev.paylater.orchestrator.payment.decision.Effect;
import dev.paylater.orchestrator.payment.decision.PaymentDecider;
import dev.paylater.orchestrator.payment.decision.PaymentReaction;
import dev.paylater.orchestrator.payment.evolution.PaymentEvolution;
import dev.paylater.provider.ProviderResult;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The message that hands a refund over to refund-service can be lost as a dead letter. */
class RefundHandOverTest {

    private static final Duration TWO_MINUTES = Duration.ofMinutes(2);

    @Test
    void the_hand_over_from_orchestrator_to_refund_service_has_a_due_time() {
        var scenario = refunding();
        var reserved = scenario.now();

        assertThat(scenario.payment().due()).contains(reserved.plus(TWO_MINUTES));
        assertThat(scenario.payment().isAtRest()).isFalse();
        scenario.after(TWO_MINUTES.minusMillis(1)).when(new DeadlinePassed()).thenNothing();
        scenario.whenDue();
        assertThat(scenario.requests()).endsWith("ref_1", "ref_1");
        assertThat(scenario.payment().due()).contains(reserved.plus(Duration.ofMinutes(4)));
        assertThat(scenario.folded()).isEqualTo(scenario.payment());
    }

    @Test
    void it_is_repeated_ever_less_often_and_once_a_day_at_the_least() {
        var scenario = refunding();
        var end = scenario.now().plus(Duration.ofDays(30));
        var before = scenario.now();
        var times = 0;
        while (scenario.whenDue().now().isBefore(end)) {
            assertThat(Duration.between(before, scenario.now()))
                    .isLessThanOrEqualTo(Duration.ofDays(1));
            before = scenario.now();
            times++;
        }
        assertThat(times).isBetween(30, 45);
    }

    @Test
    void what_has_ended_is_handed_over_no_more() {
        var scenario = refunding().when(tells("ref_1", Refund.Status.SUCCEEDED));
        assertThat(scenario.payment().due()).isEmpty();
        assertThat(scenario.payment().isAtRest()).isTrue();
    }

    /** refund-service tells the status again: its first answer may have become a dead letter. */
    @Test
    void what_is_in_review_is_handed_over_until_its_end_is_told() {
        var scenario = refunding().when(tells("ref_1", Refund.Status.REVIEW)).whenDue();
        assertThat(scenario.requests()).endsWith("ref_1", "ref_1");
    }

    @Test
    void a_refund_that_the_provider_made_is_handed_over_until_it_is_known() {
        var scenario = paid();
        var found =
                Refund.found(scenario.payment(), scenario.payment().attempt(ATTEMPT), 2_000, START);
        var unknown = PaymentEvolution.evolve(scenario.payment(), new RefundFound(found), START);
        assertThat(unknown.due()).contains(START.plus(TWO_MINUTES));
        assertThat(unknown.isAtRest()).isFalse();

        var again = PaymentDecider.decide(unknown, new DeadlinePassed(), START.plus(TWO_MINUTES));
        assertThat(again.events())
                .flatExtracting(event -> PaymentReaction.react(event, unknown))
                .containsExactly(new Effect.RecordFoundRefund(found));
        var known =
                PaymentDecider.decide(
                        unknown, tells(found.refundId(), Refund.Status.SUCCEEDED), START);
        assertThat(known.events()).containsExactly(new FoundRefundTakenOver(found.refundId()));
        var after = known.changes().getLast().after();
        assertThat(after.due()).isEmpty();
        assertThat(after.isAtRest()).isTrue();
    }

    /** Documents of versions that handed over once know no time. */
    @Test
    void an_older_refund_without_a_time_is_handed_over_too() {
        var scenario = refunding();
        var older = scenario.payment().refund("ref_1").orElseThrow().withHandOverAt(null);
        var payment = PaymentEvolution.evolve(paid().payment(), new RefundReserved(older), START);
        assertThat(payment.due()).contains(older.createdAt().plus(TWO_MINUTES));
    }

    private static Scenario paid() {
        return confirmed(o -> o.captureMethod(CaptureMethod.AUTOMATIC))
                .when(says(Kind.AUTHORIZE, 1, ProviderResult.captured()));
    }

    private static Scenario refunding() {
        return paid().after(Duration.ofSeconds(7))
                .when(new ReserveRefund("ref_1", 5_000L, null, Map.of()));
    }

    private static RecordRefundStatus tells(String refundId, Refund.Status status) {
        return new RecordRefundStatus(refundId, status, null, null, null, null, START);
    }
}
