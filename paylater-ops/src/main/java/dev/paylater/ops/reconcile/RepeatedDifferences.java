package dev.paylater.ops.reconcile;

import java.util.ArrayList;
import java.util.List;

/**
 * The differences that several readings of the books agree on. The books of a running system are
 * never read at one instant: a payment that changes between two of them differs for that reading
 * only, and under load another payment does so in each reading.
 */
final class RepeatedDifferences {

    private static final int READINGS = 4;

    private final List<List<Difference>> readings = new ArrayList<>();

    /** Adds what a reading has found; whether another one can change the result. */
    boolean add(List<Difference> differences) {
        readings.add(List.copyOf(differences));
        return !differences.isEmpty()
                && readings.size() < READINGS
                && (readings.size() == 1 || believed().size() < differences.size());
    }

    /**
     * The latest differences that stood in the reading before with the same amounts, or in every
     * reading with whatever amounts, since a payment may go on while it differs.
     */
    List<Difference> believed() {
        if (readings.size() < 2) {
            return List.of();
        }
        var before = readings.get(readings.size() - 2);
        return readings.getLast().stream()
                .filter(each -> before.contains(each) || isInEveryReading(each))
                .toList();
    }

    private boolean isInEveryReading(Difference difference) {
        return readings.size() == READINGS
                && readings.stream()
                        .allMatch(
                                reading ->
                                        reading.stream()
                                                .anyMatch(
                                                        each ->
                                                                each.rule() == difference.rule()
                                                                        && each.payment()
                                                                                .equals(
                                                                                        difference
                                                                                                .payment())));
    }
}
