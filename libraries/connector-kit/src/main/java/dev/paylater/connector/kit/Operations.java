package dev.paylater.connector.kit;

import dev.paylater.connector.kit.Capabilities.Feature;
import dev.paylater.connector.kit.Capabilities.Idempotency;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** What a provider can do: a row for each operation. */
public final class Operations {

    /** What a provider can do if and only if it has the operation. */
    private static final Map<Operation, Feature> FEATURES =
            Map.of(
                    Operation.COMPLETE_AUTHORIZE, Feature.REDIRECT,
                    Operation.VOID, Feature.VOID,
                    Operation.RELEASE, Feature.RELEASE,
                    Operation.INCREMENT, Feature.INCREMENTAL_AUTHORIZATION,
                    Operation.ACCEPT_DISPUTE, Feature.ACCEPT_DISPUTE,
                    Operation.CHALLENGE_DISPUTE, Feature.CHALLENGE_DISPUTE,
                    Operation.SHIP, Feature.SHIPMENTS,
                    Operation.AUTHENTICATE, Feature.EXTERNAL_THREE_DS,
                    Operation.APPROVE, Feature.MANUAL_REVIEW);

    /**
     * One operation.
     *
     * @param perform does it; the same context always gives the same calls, keys included
     * @param inquire says what became of it: what the provider knows now, NOT_FOUND when it does
     *     not know it. An inquiry has no effect, with one exception: where a provider waits for the
     *     merchant's confirmation after the customer's, an authorization is carried to its end,
     *     since no request follows
     */
    record Row(Idempotency idempotency, Rule perform, Rule inquire) {}

    private final Map<Operation, Row> rows = new EnumMap<>(Operation.class);
    private final Api api;
    private final Idempotency usual;
    private @Nullable Row underMandate;
    private @Nullable Request look;
    private Set<String> absent = Set.of();

    /**
     * No operations yet.
     *
     * @param usual how they are retried, unless a row says otherwise
     */
    public Operations(Api api, Idempotency usual) {
        this.api = api;
        this.usual = usual;
    }

    public Operations on(Operation operation, Rule perform, Rule inquire) {
        return on(operation, usual, perform, inquire);
    }

    public Operations on(Operation operation, Idempotency idempotency, Rule perform, Rule inquire) {
        rows.put(operation, new Row(idempotency, perform, inquire));
        return this;
    }

    /** An authorization without the customer, under a mandate that came with an earlier payment. */
    public Operations underMandate(Rule perform, Rule inquire) {
        underMandate = new Row(usual, perform, inquire);
        return this;
    }

    /**
     * How a payment is looked at by its id: shows whether the provider accepts an account.
     *
     * @param unknown codes that say, as 404 does, that there is no such payment
     * @throws IllegalArgumentException for a request that is more than a look
     */
    public Operations lookedAt(Request by, String... unknown) {
        if (by.method() != HttpCall.Method.GET || by.body() != null) {
            throw new IllegalArgumentException("not a look: " + by.method() + " " + by.template());
        }
        look = by;
        absent = Set.of(unknown);
        return this;
    }

    /** These operations at a provider where each of them has to be retried like this. */
    public Operations allRetried(Idempotency idempotency) {
        var same = new Operations(api, idempotency);
        same.look = look;
        same.absent = absent;
        rows.forEach((operation, row) -> same.on(operation, row.perform(), row.inquire()));
        return underMandate == null
                ? same
                : same.underMandate(underMandate.perform(), underMandate.inquire());
    }

    public Operations without(Operation operation) {
        rows.remove(operation);
        return this;
    }

    /** What a provider can do because there is an operation for it. */
    Set<Feature> features() {
        var features = EnumSet.noneOf(Feature.class);
        FEATURES.forEach(
                (operation, feature) -> {
                    if (rows.containsKey(operation)) {
                        features.add(feature);
                    }
                });
        if (underMandate != null) {
            features.add(Feature.MANDATES);
        }
        var authorize = rows.get(Operation.AUTHORIZE);
        if (authorize != null && authorize.idempotency() == Idempotency.HARMLESS) {
            features.add(Feature.AUTHORIZES_BY_SESSION);
        }
        var refund = rows.get(Operation.REFUND);
        if (refund != null && refund.idempotency() != Idempotency.ONCE) {
            features.add(Feature.REFUND_INQUIRY);
        }
        return features;
    }

    @Nullable Request look() {
        return look;
    }

    Set<String> absent() {
        return absent;
    }

    Api api() {
        return api;
    }

    @Nullable Row row(Context context) {
        return underMandate != null
                        && context.operation() == Operation.AUTHORIZE
                        && context.mandateId() != null
                ? underMandate
                : rows.get(context.operation());
    }

    Map<Operation, Idempotency> idempotency() {
        return rows.entrySet().stream()
                .collect(
                        Collectors.toUnmodifiableMap(
                                Map.Entry::getKey, row -> row.getValue().idempotency()));
    }
}
