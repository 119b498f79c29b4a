package dev.paylater.simulation;

/**
 * What kind of day it is.
 *
 * @param payments how many there are
 * @param steps most of what a merchant does with each
 * @param minutes in which all of it happens
 * @param refunding every payment is approved at once and then captured and refunded in parts
 */
record Scenery(int payments, int steps, int minutes, boolean refunding) {

    /** Everything that can happen to a payment. */
    static final Scenery EVERYTHING = new Scenery(3, 10, 6, false);

    /** Many captures and partial refunds, with declines and lost answers. */
    static final Scenery REFUNDS = new Scenery(12, 9, 6, true);
}
