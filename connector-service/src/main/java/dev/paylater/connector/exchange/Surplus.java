package dev.paylater.connector.exchange;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import org.springframework.data.annotation.Id;

/** Which exchanges of a payment are too many: all but the first and the newest. */
final class Surplus {

    static final int OF_AN_OPERATION = 20;
    static final int OF_A_PAYMENT = 100;

    private Surplus() {}

    /** An exchange that is there. */
    record Kept(@Id String id, String operationId) {}

    /**
     * The ids to delete.
     *
     * @param all of one payment, the oldest first
     */
    static List<String> among(List<Kept> all) {
        var byOperation = new HashMap<String, List<Kept>>();
        for (var kept : all) {
            byOperation.computeIfAbsent(kept.operationId(), _ -> new ArrayList<>()).add(kept);
        }
        var surplus = new ArrayList<Kept>();
        byOperation.values().forEach(kept -> surplus.addAll(beyond(OF_AN_OPERATION, kept)));
        var rest = new ArrayList<>(all);
        rest.removeAll(surplus);
        surplus.addAll(beyond(OF_A_PAYMENT, rest));
        return surplus.stream().map(Kept::id).toList();
    }

    private static List<Kept> beyond(int limit, List<Kept> kept) {
        return kept.size() > limit ? kept.subList(1, 1 + kept.size() - limit) : List.of();
    }
}
