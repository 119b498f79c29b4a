package dev.paylater.connector.kit;

import dev.paylater.connector.kit.Capabilities.Feature;
import dev.paylater.connector.kit.Capabilities.Idempotency;
import java.util.EnumMap;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** What a provider can do: a row for each operation. */
public final class Operations {

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

    public Operations on(Operation operation, Idempotency idempotency, Rule perform, Rule inquire) {
        rows.put(operation, new Row(idempotency, perform, inquire));
        return this;
    }

    /** What a provider can do because there is an operation for it. */
    Set<Feature> features() {
        var refund = rows.get(Operation.REFUND);
        return refund == null || refund.idempotency() == Idempotency.ONCE
                ? Set.of()
                : Set.of(Feature.REFUND_INQUIRY);
    }

    @Nullable Row row(Operation operation) {
        return rows.get(operation);
    }

    Map<Operation, Idempotency> idempotency() {
        return rows.entrySet().stream()
                .collect(
                        Collectors.toUnmodifiableMap(
                                Map.Entry::getKey, row -> row.getValue().idempotency()));
    }
}
