package dev.paylater.connector.provider;

/** What came of an order: the verdict, and what the provider told along with it. */
public record Outcome(Verdict verdict, Told told) {

    public static Outcome of(Verdict verdict) {
        return new Outcome(verdict, Told.NOTHING);
    }
}
