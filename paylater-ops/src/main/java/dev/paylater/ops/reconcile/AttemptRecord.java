package dev.paylater.ops.reconcile;

/**
 * What a payment's document says about the money of one attempt, in minor units.
 *
 * @param refunded what the attempt has counted as refunded or being refunded
 * @param charged sum of its captures that were carried out
 * @param direct of {@code charged}, what merchant and customer settle between themselves
 * @param refundsDone sum of its refunds that have succeeded
 * @param refundsOpen sum of those whose end is not known
 */
record AttemptRecord(
        String id,
        long authorized,
        long captured,
        long released,
        long refunded,
        long charged,
        long direct,
        long refundsDone,
        long refundsOpen) {

    long held() {
        return authorized - released;
    }

    long reservedForRefunds() {
        return refundsDone + refundsOpen;
    }

    AttemptRecord plus(AttemptRecord other) {
        return new AttemptRecord(
                id,
                authorized + other.authorized,
                captured + other.captured,
                released + other.released,
                refunded + other.refunded,
                charged + other.charged,
                direct + other.direct,
                refundsDone + other.refundsDone,
                refundsOpen + other.refundsOpen);
    }
}
