package dev.paylater.orchestrator.payment;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylater.kernel.Refusal;
import dev.paylater.orchestrator.payment.Operation.Kind;
import dev.paylater.orchestrator.payment.decision.Effect;
import dev.paylater.orchestrator.payment.decision.PaymentDecider;
import dev.paylater.orchestrator.payment.decision.PaymentReaction;
import dev.paylater.orchestrator.payment.evolution.Decision;
import dev.paylater.orchestrator.payment.evolution.PaymentEvolution;
import dev.paylater.provider.Decline;
import dev.paylater.provider.ProviderError;
import dev.paylater.provider.ProviderResult;
import dev.paylater.provider.UnifiedError;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** A payment's life step by step, with a clock that the test moves. */
final class Scenario {

    static final String PAYMENT_ID = "pay_00000000000000000000000001";
    static final String ATTEMPT = PAYMENT_ID + "_1";
    static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
    static final ConnectorAccount SANDBOX = account("sandbox", "mca_sandbox");
    static final ConnectorAccount OTHER = account("klarna", "mca_klarna");
    static final ConnectorAccount REVIEWING =
            account("sandbox", "mca_sandbox", List.of("manual_review"));

    /** As it is stored with its attempts: what only decides where one is made is left out. */
    static ConnectorAccount stored(ConnectorAccount account) {
        return account(
                account.connector(),
                account.merchantConnectorId(),
                account.features().stream().filter(one -> !one.equals("mandate_setup")).toList());
    }

    private Instant now = START;
    private @Nullable Payment payment;
    private Decision last = Decision.nothing();
    private final List<Effect> effects = new ArrayList<>();
    private final List<PaymentEvent> journal = new ArrayList<>();
    private final List<Instant> times = new ArrayList<>();

    static ConnectorAccount account(String connector, String id) {
        return account(
                connector,
                id,
                List.of(
                        "mandates",
                        "mandate_setup",
                        "incremental_authorization",
                        "external_three_ds",
                        "direct_settlement",
                        "release"));
    }

    static ConnectorAccount account(String connector, String id, List<String> features) {
        return new ConnectorAccount(
                connector, id, List.of(), List.of(), List.of(), List.of(), features);
    }

    static Scenario created(UnaryOperator<IntentBuilder> options) {
        return new Scenario().when(creating(options, null));
    }

    static Scenario confirmed(UnaryOperator<IntentBuilder> options) {
        return new Scenario().when(creating(options, route(SANDBOX)));
    }

    /** Authorized for 6540 with this capture method. */
    static Scenario authorized(CaptureMethod method) {
        return confirmed(o -> o.captureMethod(method))
                .when(says(Kind.AUTHORIZE, 1, ProviderResult.approved()));
    }

    static PaymentCommand.CreatePayment creating(
            UnaryOperator<IntentBuilder> options, @Nullable Route route) {
        var given =
                IntentBuilder.builder()
                        .amount(6540L)
                        .currency("EUR")
                        .paymentMethod("pay_later")
                        .paymentMethodType("invoice");
        return new PaymentCommand.CreatePayment(
                "merchant", PAYMENT_ID, "pro_1", options.apply(given).build(), Map.of(), route);
    }

    static Route route(ConnectorAccount... accounts) {
        return new Route(List.of(accounts), null, null);
    }

    static PaymentCommand capture(@Nullable Long amount) {
        return new PaymentCommand.CapturePayment(amount, false, "connector", Map.of());
    }

    /** As an event has it that the provider's own capture came with. */
    static Capture chargedCapture(int number, long amount) {
        return new Capture(
                ATTEMPT + "_" + number,
                ATTEMPT,
                number,
                Capture.Status.CHARGED,
                amount,
                "connector",
                false,
                null,
                null,
                null,
                Map.of());
    }

    /** Of unwanted money, as an event has it that reserves it. */
    static Refund lateRefund(Instant at, String refundId, int sequence, long amount) {
        return new Refund(
                refundId,
                sequence,
                Refund.Status.PENDING,
                amount,
                "late approval",
                Map.of(),
                null,
                ATTEMPT,
                at,
                at);
    }

    static PaymentCommand says(Kind kind, int sequence, ProviderResult result) {
        return says(ATTEMPT, kind, sequence, false, result);
    }

    static PaymentCommand answers(Kind kind, int sequence, ProviderResult result) {
        return says(ATTEMPT, kind, sequence, true, result);
    }

    static PaymentCommand says(
            String attemptId, Kind kind, int sequence, boolean inquired, ProviderResult result) {
        return says(attemptId, kind, sequence, inquired, null, result);
    }

    /** The answer to a question of that time. */
    static PaymentCommand answers(
            Instant inquiredAt, Kind kind, int sequence, ProviderResult result) {
        return says(ATTEMPT, kind, sequence, true, inquiredAt, result);
    }

    private static PaymentCommand says(
            String attemptId,
            Kind kind,
            int sequence,
            boolean inquired,
            @Nullable Instant requestedAt,
            ProviderResult result) {
        return new PaymentCommand.RecordProviderResult(
                attemptId,
                kind,
                OperationIds.of(attemptId, kind, sequence),
                inquired,
                requestedAt,
                result);
    }

    static ProviderResult declined() {
        return ProviderResult.declined(
                Decline.Outcome.AUTHORIZATION_FAILED,
                ProviderError.of("05", "Do not honour", UnifiedError.DECLINED));
    }

    Scenario when(PaymentCommand command) {
        last = PaymentDecider.decide(payment, command, now);
        for (var event : last.events()) {
            payment = PaymentEvolution.evolve(payment, event, now);
            journal.add(event);
            times.add(now);
            effects.addAll(PaymentReaction.react(event, payment));
        }
        return this;
    }

    /** The answer to the latest inquiry. */
    Scenario whenAnswered(ProviderResult result) {
        for (var i = journal.size() - 1; i >= 0; i--) {
            if (journal.get(i) instanceof PaymentEvent.AuthorizationInquired
                    || journal.get(i) instanceof PaymentEvent.StatusInquired) {
                return when(answers(times.get(i), Kind.INQUIRY, 1, result));
            }
        }
        throw new AssertionError("Nobody was asked");
    }

    /** A copy of what has happened so far, to go on in another way. */
    Scenario copy() {
        var copy = new Scenario();
        copy.now = now;
        copy.payment = payment;
        copy.last = last;
        copy.effects.addAll(effects);
        copy.journal.addAll(journal);
        copy.times.addAll(times);
        return copy;
    }

    Scenario after(Duration duration) {
        now = now.plus(duration);
        return this;
    }

    /** Moves to when something is due, and lets the deadline pass. */
    Scenario whenDue() {
        var due = payment().due().orElseThrow(() -> new AssertionError("Nothing is due"));
        now = due.isAfter(now) ? due : now;
        return when(new PaymentCommand.DeadlinePassed());
    }

    Scenario thenStatus(PaymentStatus status) {
        assertThat(payment().status()).isEqualTo(status);
        return this;
    }

    Scenario thenRefused(String code) {
        assertThat(last.refusal()).isNotNull().extracting(Refusal::code).isEqualTo(code);
        return this;
    }

    Scenario thenRefused(String code, String param) {
        thenRefused(code);
        assertThat(last.refusal()).extracting(Refusal::param).isEqualTo(param);
        assertThat(last.events()).isEmpty();
        return this;
    }

    Scenario thenNothing() {
        assertThat(last.events()).isEmpty();
        assertThat(last.refusal()).isNull();
        return this;
    }

    Scenario thenMoney(long capturable, long received, long cancelled) {
        assertThat(payment().amountCapturable()).as("capturable").isEqualTo(capturable);
        assertThat(payment().amountReceived()).as("received").isEqualTo(received);
        assertThat(payment().amountCancelled()).as("cancelled").isEqualTo(cancelled);
        return this;
    }

    /** The requests and questions to the provider so far, as operation ids. */
    List<String> requests() {
        return effects.stream()
                .map(
                        effect ->
                                switch (effect) {
                                    case Effect.CallProvider(var o) -> o.operationId();
                                    case Effect.InquireStatus(var o) -> "?" + o.operationId();
                                    case Effect.ExecuteRefund(var r) -> r.refundId();
                                    case Effect.RecordFoundRefund(var r) -> r.refundId();
                                })
                .toList();
    }

    /** All that has happened so far. */
    List<PaymentEvent> journal() {
        return List.copyOf(journal);
    }

    Payment payment() {
        if (payment == null) {
            throw new AssertionError("There is no payment");
        }
        return payment;
    }

    Decision last() {
        return last;
    }

    Instant now() {
        return now;
    }

    /** The state as the journal tells it. */
    Payment folded() {
        Payment past = null;
        for (var i = 0; i < journal.size(); i++) {
            past = PaymentEvolution.evolve(past, journal.get(i), times.get(i));
        }
        if (past == null) {
            throw new AssertionError("The journal is empty");
        }
        return past;
    }
}
