package dev.paylater.certification;

import dev.paylater.connector.kit.Capabilities.Feature;
import dev.paylater.connector.kit.Connector;
import dev.paylater.connector.kit.Context;
import dev.paylater.connector.kit.Fields;
import dev.paylater.connector.kit.Operation;
import dev.paylater.connector.message.OperationRequest;
import dev.paylater.connector.message.OperationRequest.Earlier;
import dev.paylater.provider.ProviderResult;
import dev.paylater.provider.ProviderResult.Status;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * One payment, driven at its connector as the orchestrator and refund-service do: provider data is
 * kept and passed on, an unknown result is inquired about, and what the provider does not know is
 * retried once under the same key.
 */
public final class DrivenPayment {

    private static final Instant FAR = Instant.parse("2100-01-01T00:00:00Z");

    /**
     * How often an undecided operation is inquired about.
     *
     * @param pause between two inquiries
     * @param longest until it is left undecided
     */
    public record Pace(Duration pause, Duration longest) {}

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

    private final Function<OperationRequest, ProviderResult> caller;
    private final Connector connector;
    private final Pace pace;
    private final Map<String, String> captureDetails;
    private final Map<String, String> state = new HashMap<>();
    private final Map<Operation, Integer> sequences = new HashMap<>();
    private final Map<String, Captured> captures = new LinkedHashMap<>();
    private final Context first;
    private Context authorization;
    private Context latest;
    private @Nullable String transactionId;
    private @Nullable String mandateId;
    private long authorized;

    /**
     * A payment that has not begun.
     *
     * @param authorization its authorization, as it will be asked for
     * @param captureDetails fields of each capture: name to JSON text
     */
    public DrivenPayment(
            Function<OperationRequest, ProviderResult> caller,
            Connector connector,
            Context authorization,
            Map<String, String> captureDetails,
            Pace pace) {
        this.caller = caller;
        this.connector = connector;
        first = authorization;
        this.authorization = authorization;
        this.captureDetails = captureDetails;
        this.pace = pace;
        latest = authorization;
        mandateId = authorization.mandateId();
    }

    public @Nullable String transactionId() {
        return transactionId;
    }

    /** The consent that it is made under, or that came with it. */
    public @Nullable String mandateId() {
        return mandateId;
    }

    /** The provider's id of the first capture. */
    public String captureReference() {
        return Objects.requireNonNull(captures.values().iterator().next().reference, "reference");
    }

    public ProviderResult authorize() {
        return perform(authorization);
    }

    /** The customer is back, wherever they have been. */
    public ProviderResult complete() {
        authorization = context(Operation.COMPLETE_AUTHORIZE, authorization.amount(), Map.of());
        return perform(authorization);
    }

    public ProviderResult capture(long amount) {
        return perform(context(Operation.CAPTURE, amount, captureDetails));
    }

    public ProviderResult cancel() {
        return perform(context(Operation.VOID, authorization.amount(), Map.of()));
    }

    public ProviderResult release() {
        return perform(context(Operation.RELEASE, authorized - captured(), Map.of()));
    }

    /** One of the operations that are about the whole amount, or another total. */
    public ProviderResult perform(Operation operation, long amount) {
        return perform(operation, amount, Map.of());
    }

    /**
     * An operation about the whole amount, or another total, with fields of its own: interface name
     * to JSON text.
     */
    public ProviderResult perform(Operation operation, long amount, Map<String, String> details) {
        return perform(context(operation, amount, details));
    }

    /** Spread over the captures, oldest first, where the provider refunds one at a time. */
    public ProviderResult refund(long amount) {
        var done = List.copyOf(captures.values());
        if (!connector.capabilities().features().contains(Feature.REFUND_PER_CAPTURE)) {
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
        if (connector.capabilities().features().contains(Feature.REFUND_PER_CAPTURE)
                && capture != null
                && capture.reference != null) {
            details.put("connector_capture_id", "\"" + capture.reference + "\"");
        }
        var result = perform(context(Operation.REFUND, amount, details));
        if (capture != null && result.status() == Status.APPROVED) {
            capture.refunded += amount;
        }
        return result;
    }

    /** The very same request once more, as after a crash. */
    public ProviderResult again() {
        return carryOut(latest, false, true);
    }

    /** What became of the latest operation? */
    public ProviderResult inquire() {
        return inquire(latest);
    }

    /** What became of the authorization? */
    public ProviderResult inquireAuthorization() {
        return inquire(authorization);
    }

    /** What became of an operation that was never asked for? */
    public ProviderResult inquireUnknown(Operation operation) {
        return inquire(context(operation, authorization.amount(), Map.of()));
    }

    /** The authorization as if its answer had been lost: by our reference alone. */
    public ProviderResult inquireByReference() {
        return carryOut(first.withIssuedAt(Instant.now()), true, false);
    }

    /** The authorization of this provider's id; nothing is learned of it. */
    public ProviderResult inquireTransaction(String id) {
        var inquired = current(authorization).withTransactionId(id).withIssuedAt(Instant.now());
        return caller.apply(new OperationRequest(inquired, true, Earlier.NEVER, FAR));
    }

    private ProviderResult inquire(Context context) {
        return carryOut(current(context).withIssuedAt(Instant.now()), true, false);
    }

    /** How an operation ends: inquired until known, retried once when not found. */
    public ProviderResult settle(ProviderResult first) {
        var result = first;
        var retried = false;
        var until = Instant.now().plus(pace.longest());
        for (var inquiries = 0; Instant.now().isBefore(until); inquiries++) {
            switch (result.status()) {
                case UNKNOWN, PENDING -> {
                    if (inquiries > 0) {
                        pause(pace.pause());
                    }
                    result = inquire();
                }
                case NOT_FOUND, NOT_EXECUTED -> {
                    if (retried) {
                        return result;
                    }
                    retried = true;
                    result = carryOut(current(latest), false, true);
                }
                case APPROVED, CAPTURED, DECLINED, REQUIRES_ACTION, IN_REVIEW, UNAUTHORIZED -> {
                    return result;
                }
            }
        }
        return result;
    }

    public static boolean isSuccess(ProviderResult result) {
        return result.status() == Status.APPROVED || result.status() == Status.CAPTURED;
    }

    public static void pause(Duration pause) {
        try {
            Thread.sleep(pause);
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
        var result =
                caller.apply(
                        new OperationRequest(context, inquiry, Earlier.of(mayHaveBeenTried), FAR));
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
            if (data.mandateId() != null) {
                mandateId = data.mandateId();
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

    /** What is held or was, in minor units. */
    public long authorized() {
        return authorized;
    }

    /** What has been captured of it, in minor units. */
    public long captured() {
        return captures.values().stream().mapToLong(capture -> capture.amount).sum();
    }

    /** With what was learned since: a new request about an old operation. */
    private Context current(Context context) {
        return context.with(
                now ->
                        now.authorizedAmount(authorized)
                                .capturedAmount(captured())
                                .transactionId(transactionId)
                                .mandateId(mandateId)
                                .state(Map.copyOf(state)));
    }

    private Context context(Operation operation, long amount, Map<String, String> details) {
        var sequence = sequences.merge(operation, 1, Integer::sum);
        var refund =
                operation == Operation.REFUND
                        ? "ref_" + authorization.paymentId() + "_" + sequence
                        : null;
        var id =
                refund == null
                        ? authorization.attemptId() + "_" + operation.wireName() + "_" + sequence
                        : refund;
        return current(authorization)
                .with(
                        next ->
                                next.operation(operation)
                                        .operationId(id)
                                        .idempotencyKey(id)
                                        .sequence(sequence)
                                        .amount(amount)
                                        .details(new Fields(details))
                                        .refundId(refund));
    }
}
