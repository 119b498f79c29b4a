package dev.paylater.simulator.payment;

/** A line that the ledger gets: money that the provider has held, taken, let go or given back. */
public record Posting(Kind kind, long amount, String key, String providerId) {
    public enum Kind {
        AUTHORIZE,
        CAPTURE,
        VOID,
        REFUND
    }
}
