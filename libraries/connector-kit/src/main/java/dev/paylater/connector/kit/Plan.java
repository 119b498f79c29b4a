package dev.paylater.connector.kit;

import java.time.Period;

/**
 * In how many parts a customer pays, and when.
 *
 * @param first from the purchase to the first part; zero: with the purchase
 * @param interval between two parts; zero: there is one
 */
public record Plan(int count, Period first, Period interval) {

    /** All of it at once, later. */
    public static Plan later(Period after) {
        return new Plan(1, after, Period.ZERO);
    }

    /** Equal parts, the first with the purchase. */
    public static Plan parts(int count, Period interval) {
        return new Plan(count, Period.ZERO, interval);
    }
}
