package dev.paylater.ops.settlement;

import java.time.LocalDate;
import java.util.List;

/**
 * What a settlement file says about one capture or refund.
 *
 * @param own what may name the capture or refund itself
 * @param shared what may name its payment
 * @param amount minor units, always positive
 * @param currency ISO 4217
 * @param place file and line
 */
public record Line(
        Kind kind,
        List<String> own,
        List<String> shared,
        long amount,
        String currency,
        LocalDate date,
        String place) {

    /** The kind of money movement. Fees, disputes and payouts are not compared. */
    public enum Kind {
        CAPTURE,
        REFUND
    }
}
