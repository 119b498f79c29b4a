package dev.paylater.e2e.drill;

/**
 * One purchase of the steady load.
 *
 * @param planned when it was to begin; {@link System#nanoTime}
 * @param paid when the merchant knew that it was paid; 0: never within the patience of the load
 * @param refusals how often the merchant had to ask again: 503, 409, 429, or nobody there
 */
record Paid(long planned, long paid, int refusals) {

    boolean isPaid() {
        return paid > 0;
    }

    long nanos() {
        return paid - planned;
    }
}
