package dev.paylater.connector.conformance;

import dev.paylater.connector.kit.Account;
import dev.paylater.connector.kit.Capabilities.Feature;
import dev.paylater.connector.kit.Context;
import dev.paylater.connector.kit.Context.Links;
import dev.paylater.connector.kit.Fields;
import dev.paylater.connector.kit.Operation;
import dev.paylater.connector.message.OperationRequest;
import dev.paylater.provider.ProviderResult;
import dev.paylater.provider.ProviderResult.Status;
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
 * One payment, driven at the connector as the orchestrator and refund-service do: provider data is
 * kept and passed on, an unknown result is inquired about, and what the provider does not know is
 * retried once under the same key.
 */
final class Deal {

    private static final Instant FAR = Instant.parse("2100-01-01T00:00:00Z");
    private static final int MOST_INQUIRIES = 200;

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
    private @Nullable Context latest;

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

    ProviderResult authorize() {
        return perform(context(Operation.AUTHORIZE, purchase.amount(), Map.of(), null));
    }

    /** The customer is back, wherever they have been. */
    ProviderResult complete() {
        return perform(context(Operation.COMPLETE_AUTHORIZE, purchase.amount(), Map.of(), null));
    }

    /** Authorizes, by way of the provider's page when there is one, where they press the button. */
    ProviderResult authorize(String decision) {
        var result = authorize();
        if (result.status() == Status.REQUIRES_ACTION) {
            lab.simulator.decide(Check.page(result), decision);
            return complete();
        }
        return result;
    }

    /** An authorization that has come off. */
    Deal authorized() {
        var result = authorize("approve");
        if (!isSuccess(result)) {
            throw new AssertionError("not authorized but " + result);
        }
        return this;
    }

    ProviderResult capture(long amount) {
        return perform(context(Operation.CAPTURE, amount, lab.subject.captureDetails(), null));
    }

    ProviderResult cancel() {
        return perform(context(Operation.VOID, purchase.amount(), Map.of(), null));
    }

    ProviderResult release() {
        return perform(context(Operation.RELEASE, authorized - captured(), Map.of(), null));
    }

    ProviderResult increase(long total) {
        return perform(context(Operation.INCREMENT, total, Map.of(), null));
    }

    ProviderResult approve() {
        return perform(context(Operation.APPROVE, purchase.amount(), Map.of(), null));
    }

    ProviderResult authenticate() {
        return perform(context(Operation.AUTHENTICATE, purchase.amount(), Map.of(), null));
    }

    /** Spread over the captures, oldest first, where the provider refunds one at a time. */
    ProviderResult refund(long amount) {
        var done = List.copyOf(captures.values());
        if (!lab.can(Feature.REFUND_PER_CAPTURE)) {
            return refundPart(amount, done.isEmpty() ? null : done.getFirst());
        }
        ProviderResult result = null;
        var open = amount;
        for (var capture : done) {
            var last = capture == done.getLast();
            var part = last ? open : Math.min(open, capture.amount - capture.refunded);
            if (part > 0) {
                result = refundPart(part, capture);
                open -= part;
            }
        }
        return result == null ? refundPart(amount, null) : result;
    }

    private ProviderResult refundPart(long amount, @Nullable Captured capture) {
        var details = new HashMap<String, String>();
        details.put("reason", "\"broken\"");
        if (lab.can(Feature.REFUND_PER_CAPTURE) && capture != null && capture.reference != null) {
            details.put("connector_capture_id", "\"" + capture.reference + "\"");
        }
        var result = perform(context(Operation.REFUND, amount, details, "ref_" + paymentId));
        if (capture != null && result.status() == Status.APPROVED) {
            capture.refunded += amount;
        }
        return result;
    }

    /** The very same request once more, as after a crash. */
    ProviderResult again() {
        return carryOut(Objects.requireNonNull(latest), false, true);
    }

    /** What became of the latest operation? */
    ProviderResult inquire() {
        var inquired = current(Objects.requireNonNull(latest)).withIssuedAt(Instant.now());
        return carryOut(inquired, true, false);
    }

    /** How an operation ends: inquired until known, retried once when not found. */
    ProviderResult settle(ProviderResult first) {
        var result = first;
        var retried = false;
        for (var inquiries = 0; inquiries < MOST_INQUIRIES; inquiries++) {
            switch (result.status()) {
                case UNKNOWN, PENDING -> {
                    if (inquiries > 0) {
                        pause();
                    }
                    result = inquire();
                }
                case NOT_FOUND, NOT_EXECUTED -> {
                    if (retried) {
                        return result;
                    }
                    retried = true;
                    result = carryOut(current(Objects.requireNonNull(latest)), false, true);
                }
                case APPROVED, CAPTURED, DECLINED, REQUIRES_ACTION, IN_REVIEW, UNAUTHORIZED -> {
                    return result;
                }
            }
        }
        throw new AssertionError("still unknown: " + result);
    }

    private static boolean isSuccess(ProviderResult result) {
        return result.status() == Status.APPROVED || result.status() == Status.CAPTURED;
    }

    static void pause() {
        try {
            Thread.sleep(Duration.ofMillis(50));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    private ProviderResult perform(Context context) {
        latest = context;
        return carryOut(context, false, false);
    }

    private ProviderResult carryOut(Context context, boolean inquiry, boolean mayHaveBeenTried) {
        var request = new OperationRequest(context, inquiry, mayHaveBeenTried, FAR);
        var result = lab.calls.carryOut(request, lab.connector());
        learn(context, result);
        return result;
    }

    private void learn(Context context, ProviderResult result) {
        var data = result.data();
        if (context.operation() != Operation.REFUND) {
            state.putAll(data.state());
            if (data.transactionId() != null) {
                transactionId = data.transactionId();
            }
        }
        if (isSuccess(result)) {
            var amount = result.amountOr(context.amount());
            if (context.operation().authorizes() || context.operation() == Operation.INCREMENT) {
                authorized = amount;
            }
            if (result.status() == Status.CAPTURED || context.operation() == Operation.CAPTURE) {
                captures.putIfAbsent(
                        context.operationId(), new Captured(data.operationReference(), amount));
            }
        }
    }

    private long captured() {
        return captures.values().stream().mapToLong(capture -> capture.amount).sum();
    }

    /** With what was learned since: a new request about an old operation. */
    private Context current(Context context) {
        return context.with(
                now ->
                        now.authorizedAmount(authorized)
                                .capturedAmount(captured())
                                .transactionId(transactionId)
                                .state(Map.copyOf(state)));
    }

    private Context context(
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
        return new Context(
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
                links(),
                account);
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
