package dev.paylater.connector.conformance;

import dev.paylater.connector.message.Task;
import dev.paylater.connector.provider.Account;
import dev.paylater.connector.provider.Capabilities.Feature;
import dev.paylater.connector.provider.Fields;
import dev.paylater.connector.provider.Operation;
import dev.paylater.connector.provider.Order;
import dev.paylater.connector.provider.Order.Links;
import dev.paylater.connector.provider.Outcome;
import dev.paylater.connector.provider.Verdict;
import dev.paylater.schemas.PaymentOptions;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One payment, driven at the connector as the orchestrator and refund-service do: what a provider
 * told is kept and given back, an unknown outcome is asked for, and what the provider never heard
 * of is repeated once under the same key.
 */
final class Deal {

    private static final Instant FAR = Instant.parse("2100-01-01T00:00:00Z");
    private static final int MOST_QUESTIONS = 200;

    /** A capture that is done. */
    private static final class Captured {
        final @Nullable String reference;
        final long amount;
        long refunded;

        Captured(@Nullable String reference, long amount) {
            this.reference = reference;
            this.amount = amount;
        }
    }

    private final Lab lab;
    private final Purchase purchase;
    private final Account account;
    private final String paymentId = Lab.paymentId();
    private final Instant issuedAt = Instant.now();
    private final Map<String, String> state = new HashMap<>();
    private final Map<Operation, Integer> sequences = new HashMap<>();
    private final Map<String, Captured> captures = new LinkedHashMap<>();
    private @Nullable String transactionId;
    private long authorized;
    private @Nullable Order latest;

    Deal(Lab lab, Purchase purchase, Account account) {
        this.lab = lab;
        this.purchase = purchase;
        this.account = account;
    }

    String paymentId() {
        return paymentId;
    }

    Account account() {
        return account;
    }

    @Nullable String transactionId() {
        return transactionId;
    }

    List<String> ledger() {
        return lab.simulator.ledger(paymentId);
    }

    /** A line as the ledger writes it. */
    String line(String operation, long amount) {
        return operation + " " + amount + " " + purchase.currency();
    }

    Outcome authorize() {
        return perform(order(Operation.AUTHORIZE, purchase.amount(), Map.of(), null));
    }

    /** The customer is back, wherever he has been. */
    Outcome complete() {
        return perform(order(Operation.COMPLETE_AUTHORIZE, purchase.amount(), Map.of(), null));
    }

    /** Authorizes, by way of the provider's page when there is one, where he presses the button. */
    Outcome authorize(String decision) {
        var outcome = authorize();
        if (outcome.verdict() instanceof Verdict.CustomerAction(_, var page) && page != null) {
            lab.simulator.decide(page, decision);
            return complete();
        }
        return outcome;
    }

    /** An authorization that has come off. */
    Deal authorized() {
        var verdict = authorize("approve").verdict();
        if (!(verdict instanceof Verdict.Approved)) {
            throw new AssertionError("not authorized but " + verdict);
        }
        return this;
    }

    Outcome capture(long amount) {
        return perform(order(Operation.CAPTURE, amount, lab.subject.captureDetails(), null));
    }

    Outcome cancel() {
        return perform(order(Operation.VOID, purchase.amount(), Map.of(), null));
    }

    Outcome release() {
        return perform(order(Operation.RELEASE, authorized - captured(), Map.of(), null));
    }

    Outcome increase(long total) {
        return perform(order(Operation.INCREMENT, total, Map.of(), null));
    }

    Outcome approve() {
        return perform(order(Operation.APPROVE, purchase.amount(), Map.of(), null));
    }

    Outcome authenticate() {
        return perform(order(Operation.AUTHENTICATE, purchase.amount(), Map.of(), null));
    }

    /** Spread over the captures, oldest first, where the provider refunds one at a time. */
    Outcome refund(long amount) {
        var done = List.copyOf(captures.values());
        if (!lab.can(Feature.REFUND_PER_CAPTURE)) {
            return refundPart(amount, done.isEmpty() ? null : done.getFirst());
        }
        Outcome outcome = null;
        var open = amount;
        for (var capture : done) {
            var last = capture == done.getLast();
            var part = last ? open : Math.min(open, capture.amount - capture.refunded);
            if (part > 0) {
                outcome = refundPart(part, capture);
                open -= part;
            }
        }
        return outcome == null ? refundPart(amount, null) : outcome;
    }

    private Outcome refundPart(long amount, @Nullable Captured capture) {
        var details = new HashMap<String, String>();
        details.put("reason", "\"broken\"");
        if (lab.can(Feature.REFUND_PER_CAPTURE) && capture != null && capture.reference != null) {
            details.put("connector_capture_id", "\"" + capture.reference + "\"");
        }
        var outcome = perform(order(Operation.REFUND, amount, details, "ref_" + paymentId));
        if (capture != null && outcome.verdict() instanceof Verdict.Approved) {
            capture.refunded += amount;
        }
        return outcome;
    }

    /** The very same request once more, as after a crash. */
    Outcome again() {
        return carryOut(Objects.requireNonNull(latest), false, true);
    }

    /** What became of the latest operation? */
    Outcome ask() {
        return carryOut(current(Objects.requireNonNull(latest)), true, false);
    }

    /** How an operation that was in doubt ends: asked until known, repeated once if unheard of. */
    Outcome settle(Outcome first) {
        var outcome = first;
        var repeated = false;
        for (var questions = 0; questions < MOST_QUESTIONS; questions++) {
            switch (outcome.verdict()) {
                case Verdict.Unknown _, Verdict.Pending _ -> {
                    if (questions > 0) {
                        pause();
                    }
                    outcome = ask();
                }
                case Verdict.NotFound _, Verdict.NotExecuted _ -> {
                    if (repeated) {
                        return outcome;
                    }
                    repeated = true;
                    outcome = carryOut(current(Objects.requireNonNull(latest)), false, true);
                }
                case Verdict.Approved _,
                        Verdict.Declined _,
                        Verdict.CustomerAction _,
                        Verdict.MerchantAction _ -> {
                    return outcome;
                }
            }
        }
        throw new AssertionError("still in doubt: " + outcome);
    }

    static void pause() {
        try {
            Thread.sleep(Duration.ofMillis(50));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    private Outcome perform(Order order) {
        latest = order;
        return carryOut(order, false, false);
    }

    private Outcome carryOut(Order order, boolean question, boolean mayHaveBeenTried) {
        var task = new Task(order, question, mayHaveBeenTried, FAR);
        var outcome = lab.calls.carryOut(task, lab.connector(), account);
        learn(order, outcome);
        return outcome;
    }

    private void learn(Order order, Outcome outcome) {
        var told = outcome.told();
        if (order.operation() != Operation.REFUND) {
            state.putAll(told.state());
            if (told.transactionId() != null) {
                transactionId = told.transactionId();
            }
        }
        if (outcome.verdict() instanceof Verdict.Approved(var amount, var captured)) {
            if (order.operation().authorizes() || order.operation() == Operation.INCREMENT) {
                authorized = amount;
            }
            if (captured || order.operation() == Operation.CAPTURE) {
                captures.putIfAbsent(
                        order.operationId(), new Captured(told.operationReference(), amount));
            }
        }
    }

    private long captured() {
        return captures.values().stream().mapToLong(capture -> capture.amount).sum();
    }

    /** With what was told since the order was made: a new request about an old operation. */
    private Order current(Order order) {
        return new Order(
                order.operation(),
                order.merchantId(),
                order.paymentId(),
                order.attemptId(),
                order.operationId(),
                order.idempotencyKey(),
                order.sequence(),
                order.amount(),
                order.currency(),
                authorized,
                captured(),
                order.captureMethod(),
                order.issuedAt(),
                transactionId,
                purchase.mandateId(),
                Map.copyOf(state),
                order.options(),
                order.terms(),
                order.details(),
                order.refundId(),
                order.links());
    }

    private Order order(
            Operation operation,
            long amount,
            Map<String, String> details,
            @Nullable String refund) {
        var sequence = sequences.merge(operation, 1, Integer::sum);
        var attempt = paymentId + "_1";
        var id =
                operation == Operation.AUTHORIZE
                        ? attempt + "_authorize"
                        : operation == Operation.REFUND
                                ? refund + "_" + sequence
                                : attempt + "_" + operation.wireName() + "_" + sequence;
        return new Order(
                operation,
                account.merchantId(),
                paymentId,
                attempt,
                id,
                id,
                sequence,
                amount,
                purchase.currency(),
                authorized,
                captured(),
                purchase.captureMethod(),
                issuedAt,
                transactionId,
                purchase.mandateId(),
                Map.copyOf(state),
                options(),
                new Fields(purchase.carried()),
                new Fields(details),
                refund == null ? null : refund + "_" + sequence,
                links());
    }

    private PaymentOptions options() {
        return PaymentOptions.newBuilder()
                .setAmount(purchase.amount())
                .setCurrency(purchase.currency())
                .setCountry(purchase.country())
                .setCaptureMethod(purchase.captureMethod())
                .setPaymentType(purchase.paymentType())
                .setPaymentMethod("pay_later")
                .setPaymentMethodType(lab.subject.paymentMethodType())
                .build();
    }

    private Links links() {
        return new Links(lab.sink.url("return") + "/" + paymentId, lab.sink.url(paymentId));
    }
}
