package dev.paylater.orchestrator.payment;

/**
 * The money of one attempt, in minor units. Amounts that cannot be are refused: nothing is captured
 * or released that was not authorized, and nothing refunded that was not captured.
 *
 * @param authorized what the provider has approved
 * @param reserved asked to be captured, and not decided. It may exceed what is held: a capture that
 *     was given up can come through after another one was asked for
 * @param released no longer held without having been captured, by void, release or lapse
 * @param refunded refunded, or reserved for a refund
 */
public record Amounts(long authorized, long reserved, long captured, long released, long refunded) {

    public static final Amounts NONE = new Amounts(0, 0, 0, 0, 0);

    public Amounts {
        if (authorized < 0
                || reserved < 0
                || captured < 0
                || released < 0
                || refunded < 0
                || released > authorized
                || captured > authorized - released
                || refunded > captured) {
            throw new IllegalStateException(
                    "Amounts cannot be: authorized %s, reserved %s, captured %s, released %s, refunded %s"
                            .formatted(authorized, reserved, captured, released, refunded));
        }
    }

    /** What the provider still holds for it. */
    public long held() {
        return authorized - captured - released;
    }

    /** What a capture may take. */
    public long capturable() {
        return Math.max(0, held() - reserved);
    }

    public long refundable() {
        return captured - refunded;
    }

    public Amounts authorizing(long total) {
        return new Amounts(total, reserved, captured, released, refunded);
    }

    public Amounts reserving(long amount) {
        return new Amounts(authorized, reserved + amount, captured, released, refunded);
    }

    public Amounts capturing(long amount) {
        return new Amounts(authorized, reserved, captured + amount, released, refunded);
    }

    /** Captured of what is held, and beyond it of what was taken here for released. */
    public Amounts capturingReleased(long amount) {
        var again = Math.min(released, Math.max(0, amount - held()));
        return new Amounts(authorized, reserved, captured + amount, released - again, refunded);
    }

    Amounts releasing(long amount) {
        return new Amounts(authorized, reserved, captured, released + amount, refunded);
    }

    public Amounts refunding(long amount) {
        return new Amounts(authorized, reserved, captured, released, refunded + amount);
    }
}
