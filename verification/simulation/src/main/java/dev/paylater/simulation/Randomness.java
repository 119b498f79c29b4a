package dev.paylater.simulation;

import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;

/** All that is left to chance, from one seed; faults stop when told to. */
final class Randomness {

    private static final List<Integer> RATES = List.of(15, 40, 120, 400);

    private final SplittableRandom random;
    private final Map<Fault, Integer> onceIn = new EnumMap<>(Fault.class);
    private final Set<Circumstance> circumstances = EnumSet.noneOf(Circumstance.class);
    private boolean faulty = true;

    Randomness(long seed, boolean adverse, Set<Circumstance> always) {
        random = new SplittableRandom(seed);
        // Seeds that have all faults at once look much alike; those that lack some go further.
        for (var fault : Fault.values()) {
            if (random.nextInt(3) > 0) {
                onceIn.put(fault, pick(RATES));
            }
        }
        for (var one : Circumstance.values()) {
            if (always.contains(one) || one.isOf(seed, adverse)) {
                circumstances.add(one);
            }
        }
    }

    void stopFaults() {
        faulty = false;
    }

    boolean faulty() {
        return faulty;
    }

    boolean strikes(Fault fault) {
        var rate = onceIn.get(fault);
        return faulty && rate != null && random.nextInt(rate) == 0;
    }

    /** Whether this seed knows the fault at all. */
    boolean knows(Fault fault) {
        return onceIn.containsKey(fault);
    }

    /** Whether this seed's world is like that. */
    boolean knows(Circumstance circumstance) {
        return circumstances.contains(circumstance);
    }

    /** True once in so many times. */
    boolean once(int in) {
        return random.nextInt(in) == 0;
    }

    int below(int bound) {
        return random.nextInt(bound);
    }

    /** From least to most, both included. */
    long between(long least, long most) {
        return random.nextLong(least, most + 1);
    }

    int tie() {
        return random.nextInt();
    }

    <T> T pick(List<T> choices) {
        return choices.get(random.nextInt(choices.size()));
    }
}
