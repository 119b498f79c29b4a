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
record Scenery(
        int payments,
        int steps,
        int minutes,
        boolean refunding,
        boolean adverse,
        Set<Circumstance> always) {

    /** Everything that can happen to a payment. */
    static final Scenery EVERYTHING = new Scenery(3, 10, 6, false, false, Set.of());

    /** Many captures and partial refunds, with declines and lost answers. */
    static final Scenery REFUNDS = new Scenery(12, 9, 6, true, false, Set.of());

    /** Everything, and what adversaries have found beside it. */
    static final Scenery ADVERSE = new Scenery(3, 10, 6, false, true, Set.of());

    /** Captures and refunds, with the same. */
    static final Scenery ADVERSE_REFUNDS = new Scenery(6, 9, 6, true, true, Set.of());

    Scenery in(Set<Circumstance> more) {
        return new Scenery(payments, steps, minutes, refunding, adverse, more);
    }
}
