package dev.paylater.orchestrator.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylater.kit.kafka.Incoming;
import dev.paylater.kit.kafka.MessageContext;
import dev.paylater.options.Routing;
import dev.paylater.orchestrator.payment.CaptureMethod;
import dev.paylater.orchestrator.payment.ConnectorAccount;
import dev.paylater.orchestrator.payment.Intent;
import dev.paylater.orchestrator.payment.Operation;
import dev.paylater.orchestrator.payment.Payment;
import dev.paylater.orchestrator.payment.PaymentEvent;
import dev.paylater.orchestrator.payment.Refund;
import dev.paylater.orchestrator.payment.decision.Effect;
import dev.paylater.orchestrator.payment.evolution.PaymentEvolution;
import dev.paylater.provider.Decline;
import dev.paylater.provider.ProviderData;
import dev.paylater.provider.ProviderError;
import dev.paylater.provider.UnifiedError;
import dev.paylater.schemas.ConnectorRequest;
import dev.paylater.schemas.DeadlinePassed;
import dev.paylater.schemas.Topic;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.avro.specific.SpecificRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/**
 * Whatever is requested of a provider about an older attempt, by operation, inquiry or refund, says
 * in every field what it said before the payment was confirmed anew with everything changed.
 */
class RetriedAttemptRequestsTest {

    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
    private static final String PAYMENT = "pay_00000000000000000000000001";
    private static final String FIRST = PAYMENT + "_1";

    static final List<Effect> EFFECTS =
            Stream.of(
                            Arrays.stream(Operation.Kind.values())
                                    .map(RetriedAttemptRequestsTest::operation)
                                    .map(Effect.CallProvider::new),
                            Arrays.stream(Operation.Kind.values())
                                    .map(RetriedAttemptRequestsTest::operation)
                                    .map(Effect.InquireStatus::new),
                            Stream.of(new Effect.ExecuteRefund(refund())),
                            Stream.of(new Effect.RecordFoundRefund(refund())))
                    .<Effect>flatMap(effects -> effects)
                    .toList();

    @ParameterizedTest
    @FieldSource("EFFECTS")
    void what_is_requested_about_an_attempt_is_said_with_that_attempts_own_data(Effect effect) {
        var before = request(effect, failed());
        var after = request(effect, confirmedAnew(failed()));
        for (var field : before.getSchema().getFields()) {
            assertThat(after.get(field.pos())).as(field.name()).isEqualTo(before.get(field.pos()));
        }
    }

    /** Else the comparison above would compare nothing. */
    @Test
    void the_new_attempt_differs_in_every_option_and_term() {
        var first = operation(Operation.Kind.CAPTURE);
        var second = first.withAttemptId(PAYMENT + "_2");
        var before = (ConnectorRequest) request(new Effect.CallProvider(first), failed());
        var after =
                (ConnectorRequest)
                        request(new Effect.CallProvider(second), confirmedAnew(failed()));
        assertThat(after.getCurrency()).isNotEqualTo(before.getCurrency());
        assertThat(after.getMerchantConnectorId()).isNotEqualTo(before.getMerchantConnectorId());
        assertThat(after.getCaptureMethod()).isNotEqualTo(before.getCaptureMethod());
        assertThat(after.getTerms()).isNotEqualTo(before.getTerms());
        assertThat(before.getOptions().getCustomerId()).isNotNull();
        for (var field : before.getOptions().getSchema().getFields()) {
            var value = before.getOptions().get(field.pos());
            if (value != null) {
                assertThat(after.getOptions().get(field.pos()))
                        .as(field.name())
                        .isNotEqualTo(value);
            }
        }
    }

    private static SpecificRecord request(Effect effect, Payment payment) {
        return Requests.of(effect, payment, NOW, deadline()).message();
    }

    private static Payment failed() {
        var created =
                PaymentEvolution.evolve(
                        null,
                        new PaymentEvent.PaymentCreated(
                                "merchant",
                                PAYMENT,
                                "pro_1",
                                intent(1, CaptureMethod.MANUAL),
                                Map.of("description", "\"one\"", "email", "\"a@example.com\""),
                                NOW.plusSeconds(900)),
                        NOW);
        var started =
                PaymentEvolution.evolve(
                        created,
                        new PaymentEvent.AuthorizationRequested(
                                account(1), operation(Operation.Kind.AUTHORIZE), List.of(), null),
                        NOW);
        return PaymentEvolution.evolve(
                started,
                new PaymentEvent.AuthorizationDeclined(
                        FIRST,
                        FIRST + "_authorize",
                        Decline.Outcome.AUTHORIZATION_FAILED,
                        ProviderError.of("05", "Do not honour", UnifiedError.DECLINED),
                        true,
                        ProviderData.NONE),
                NOW);
    }

    /** With another currency as well, as payments were that an older version has retried. */
    private static Payment confirmedAnew(Payment failed) {
        var updated =
                PaymentEvolution.evolve(
                        failed,
                        new PaymentEvent.PaymentUpdated(
                                intent(2, CaptureMethod.AUTOMATIC),
                                Map.of(
                                        "description", "\"two\"",
                                        "email", "null",
                                        "business_label", "\"shop\""),
                                NOW.plusSeconds(1_800)),
                        NOW);
        return PaymentEvolution.evolve(
                updated,
                new PaymentEvent.AuthorizationRequested(
                        account(2),
                        operation(Operation.Kind.AUTHORIZE)
                                .withAttemptId(PAYMENT + "_2")
                                .withOperationId(PAYMENT + "_2_authorize"),
                        List.of(),
                        null),
                NOW);
    }

    /** Every option has a value, another one for each number. */
    private static Intent intent(int number, CaptureMethod method) {
        return Intent.OPTIONS.make(
                (field, type) -> {
                    if (type == Long.class) {
                        return 1_000L * number;
                    }
                    if (type == Integer.class) {
                        return 900 * number;
                    }
                    if (type == Boolean.class) {
                        return number == 1;
                    }
                    if (type == Instant.class) {
                        return NOW.plusSeconds(number);
                    }
                    if (type == CaptureMethod.class) {
                        return method;
                    }
                    if (type == List.class) {
                        return List.of(field + number);
                    }
                    if (type == Routing.class) {
                        return new Routing.Single(new Routing.Choice(field + number, null));
                    }
                    return field + number;
                });
    }

    private static ConnectorAccount account(int number) {
        return new ConnectorAccount(
                "sandbox", "mca_" + number, List.of(), List.of(), List.of(), List.of(), List.of());
    }

    private static Operation operation(Operation.Kind kind) {
        return new Operation(
                FIRST + "_authorize",
                kind,
                FIRST,
                1,
                6_540,
                Operation.Purpose.REQUESTED,
                NOW,
                NOW,
                0,
                null,
                true,
                false,
                Map.of());
    }

    private static Refund refund() {
        return new Refund(
                "ref_1", 1, Refund.Status.PENDING, 500, null, Map.of(), null, FIRST, NOW, NOW);
    }

    private static PaymentRequest deadline() {
        var message =
                DeadlinePassed.newBuilder()
                        .setMerchantId("merchant")
                        .setPaymentId(PAYMENT)
                        .setIssuedAt(NOW.toEpochMilli())
                        .setDueAt(NOW.toEpochMilli())
                        .build();
        return PaymentRequest.of(
                new Incoming(
                        Topic.key("merchant", PAYMENT), "due", MessageContext.NONE, message, 100));
    }
}
