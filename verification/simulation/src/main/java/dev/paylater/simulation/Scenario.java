package dev.paylater.simulation;

import java.util.Set;

/**
 * What kind of day it is.
 *
 * @param payments how many there are
 * @param steps most of what a merchant does with each
 * @param minutes in which all of it happens
 * @param refunding every payment is approved at once and then captured and refunded in parts
 * @param adverse whether merchants, customers and providers do what costs the most
 * @param always what is so in every seed's world
 */
record Scenario(
        int payments,
        int steps,
        int minutes,
        boolean refunding,
        boolean adverse,
        Set<Circumstance> always) {

    /** Everything that can happen to a payment. */
    static final Scenario EVERYTHING = new Scenario(3, 10, 6, false, false, Set.of());

    /** Many captures and partial refunds, with declines and lost answers. */
    static final Scenario REFUNDS = new Scenario(12, 9, 6, true, false, Set.of());

    /** Everything, and what adversaries have found beside it. */
    static final Scenario ADVERSE = new Scenario(3, 10, 6, false, true, Set.of());

    /** Captures and refunds, with the same. */
    static final Scenario ADVERSE_REFUNDS = new Scenario(6, 9, 6, true, true, Set.of());

    Scenario in(Set<Circumstance> more) {
        return new Scenario(payments, steps, minutes, refunding, adverse, more);
    }
}
