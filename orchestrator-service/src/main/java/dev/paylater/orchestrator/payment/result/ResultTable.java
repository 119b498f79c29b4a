package dev.paylater.orchestrator.payment.result;

import dev.paylater.orchestrator.payment.Operation.Kind;
import dev.paylater.provider.ProviderResult.Status;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** Rules by operation and result: one for every pair, or the table cannot be made. */
public final class ResultTable {

    private final Map<Kind, Map<Status, ResultRule>> rules = new EnumMap<>(Kind.class);

    public ResultTable on(Kind kind, Status status, ResultRule rule) {
        var known = rules.computeIfAbsent(kind, _ -> new EnumMap<>(Status.class));
        if (known.putIfAbsent(status, rule) != null) {
            throw new IllegalStateException("Two rules for %s %s".formatted(kind, status));
        }
        return this;
    }

    public ResultTable on(List<Kind> kinds, List<Status> statuses, ResultRule rule) {
        for (var kind : kinds) {
            for (var status : statuses) {
                on(kind, status, rule);
            }
        }
        return this;
    }

    /** Sets the rule of every result of these operations that has none yet. */
    public ResultTable onAnyOther(List<Kind> kinds, ResultRule rule) {
        for (var kind : kinds) {
            var known = rules.computeIfAbsent(kind, _ -> new EnumMap<>(Status.class));
            for (var status : Status.values()) {
                known.putIfAbsent(status, rule);
            }
        }
        return this;
    }

    /**
     * This table.
     *
     * @throws IllegalStateException when a pair has no rule
     */
    public ResultTable total() {
        for (var kind : Kind.values()) {
            for (var status : Status.values()) {
                rule(kind, status);
            }
        }
        return this;
    }

    public ResultRule rule(Kind kind, Status status) {
        var rule = rules.getOrDefault(kind, Map.of()).get(status);
        if (rule == null) {
            throw new IllegalStateException("No rule for %s %s".formatted(kind, status));
        }
        return rule;
    }
}
