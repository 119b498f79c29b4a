package dev.paylater.orchestrator.payment;

import static dev.paylater.orchestrator.payment.Scenario.authorized;
import static dev.paylater.orchestrator.payment.Scenario.capture;
import static dev.paylater.orchestrator.payment.Scenario.confirmed;
import static dev.paylater.orchestrator.payment.Scenario.created;
import static dev.paylater.orchestrator.payment.Scenario.declined;
import static dev.paylater.orchestrator.payment.Scenario.route;
import static dev.paylater.orchestrator.payment.Scenario.says;
import static org.assertj.core.api.Assertions.assertThat;

import dev.paylater.kernel.Entry;
import dev.paylater.kernel.Stored;
import dev.paylater.kit.bson.RecordCodec;
import dev.paylater.orchestrator.mongo.PaymentDocument;
import dev.paylater.orchestrator.payment.Operation.Kind;
import dev.paylater.provider.NextAction;
import dev.paylater.provider.ProviderResult;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.bson.BsonDateTime;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.bson.RawBsonDocument;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A payment as it is stored: read back it is the same, and readers find what is derived of it. */
class StoredPaymentTest {

    private static final RecordCodec<Payment> CODEC = RecordCodec.of(Payment.class);
    private static final ProviderResult APPROVED = ProviderResult.approved();
    private static final ProviderResult REDIRECT =
            ProviderResult.requiresAction(NextAction.redirect("https://p.example"));
    private static final PaymentCommand CANCEL = new PaymentCommand.CancelPayment("no stock");

    static List<Scenario> everyStage() {
        return List.of(
                created(o -> o).when(CANCEL),
                confirmed(o -> o),
                confirmed(o -> o).when(says(Kind.AUTHORIZE, 1, ProviderResult.unknown("late"))),
                confirmed(o -> o).when(says(Kind.AUTHORIZE, 1, REDIRECT)),
                confirmed(o -> o).when(says(Kind.AUTHORIZE, 1, ProviderResult.inReview())),
                confirmed(o -> o).when(says(Kind.AUTHORIZE, 1, declined())),
                authorized(CaptureMethod.MANUAL),
                authorized(CaptureMethod.MANUAL)
                        .when(capture(null))
                        .when(says(Kind.CAPTURE, 1, declined())),
                authorized(CaptureMethod.MANUAL).when(CANCEL).when(says(Kind.VOID, 1, declined())),
                authorized(CaptureMethod.MANUAL).when(CANCEL).when(says(Kind.VOID, 1, APPROVED)));
    }

    @ParameterizedTest
    @MethodSource("everyStage")
    void what_was_written_is_read(Scenario scenario) {
        var payment = scenario.payment();
        assertThat(CODEC.fromDocument(CODEC.toDocument(payment))).isEqualTo(payment);
    }

    @Test
    void a_failed_payment_says_until_when_it_may_be_confirmed_again() {
        var facts = facts(confirmed(o -> o).when(says(Kind.AUTHORIZE, 1, declined())));
        assertThat(facts.getString("status").getValue()).isEqualTo("failed");
        assertThat(facts.get("retry_until"))
                .isEqualTo(
                        new BsonDateTime(
                                Scenario.START.plus(Duration.ofMinutes(15)).toEpochMilli()));
        assertThat(facts.getArray("attempt_statuses"))
                .containsExactly(new BsonString("authorization_failed"));
        assertThat(facts.get("cancellation_reason")).isNull();
    }

    @Test
    void a_rejected_payment_may_not_be_confirmed_again() {
        var facts =
                facts(
                        confirmed(o -> o)
                                .when(says(Kind.AUTHORIZE, 1, ProviderResult.inReview()))
                                .when(new PaymentCommand.RejectPayment("fraud"))
                                .when(says(Kind.VOID, 1, APPROVED)));
        assertThat(facts.getString("status").getValue()).isEqualTo("failed");
        assertThat(facts.get("retry_until")).isNull();
    }

    @Test
    void a_cancelled_payment_says_why() {
        for (var scenario :
                List.of(
                        created(o -> o).when(CANCEL),
                        authorized(CaptureMethod.MANUAL)
                                .when(CANCEL)
                                .when(says(Kind.VOID, 1, APPROVED)))) {
            var facts = facts(scenario);
            assertThat(facts.getString("status").getValue()).isEqualTo("cancelled");
            assertThat(facts.getString("cancellation_reason").getValue()).isEqualTo("no stock");
            assertThat(facts.get("retry_until")).isNull();
        }
    }

    @Test
    void every_attempt_has_its_status_and_the_money_is_added_up() {
        var retried =
                confirmed(o -> o.captureMethod(CaptureMethod.MANUAL_MULTIPLE))
                        .when(says(Kind.AUTHORIZE, 1, declined()))
                        .when(
                                new PaymentCommand.ConfirmPayment(
                                        false, Intent.NONE, Map.of(), route(Scenario.SANDBOX)))
                        .when(says(Scenario.PAYMENT_ID + "_2", Kind.AUTHORIZE, 1, false, APPROVED))
                        .when(capture(4_000L))
                        .when(says(Scenario.PAYMENT_ID + "_2", Kind.CAPTURE, 1, false, APPROVED))
                        .when(new PaymentCommand.ReserveRefund("ref_1", 500L, null, Map.of()));
        var facts = facts(retried);
        assertThat(facts.getArray("attempt_statuses"))
                .containsExactly(
                        new BsonString("authorization_failed"),
                        new BsonString("partial_charged_and_chargeable"));
        assertThat(facts.getString("connector").getValue()).isEqualTo(Scenario.SANDBOX.connector());
        assertThat(facts.getInt64("net_amount").getValue()).isEqualTo(6_540);
        assertThat(facts.getInt64("amount_capturable").getValue()).isEqualTo(2_540);
        assertThat(facts.getInt64("amount_received").getValue()).isEqualTo(4_000);
        assertThat(facts.getInt64("amount_cancelled").getValue()).isZero();
        assertThat(facts.getInt64("amount_refunded").getValue()).isEqualTo(500);
    }

    @Test
    void its_sequence_is_that_of_its_last_event_whatever_has_left_the_journal() {
        assertThat(facts(created(o -> o)).getInt64("sequence").getValue()).isEqualTo(9);
    }

    private static BsonDocument facts(Scenario scenario) {
        RawBsonDocument raw =
                PaymentDocument.CODEC.view(
                        new Stored<>(
                                "merchant/" + Scenario.PAYMENT_ID,
                                1,
                                scenario.payment(),
                                List.of(
                                        new Entry<>(
                                                9,
                                                Scenario.START,
                                                "command",
                                                scenario.last().events().getLast())),
                                List.of(),
                                0));
        return raw;
    }
}
