package dev.paylater.connector.provider;

/** What came of an order: the verdict, and what the provider told along with it. */
public record Outcome(Verdict verdict, Told told) {

    public static Outcome of(Verdict verdict) {
        return new Outcome(verdict, Told.NOTHING);
    }

    /** What was ordered is done, and this is the provider's id of it. */
    public static Outcome done(Order order, String operationReference) {
        return new Outcome(
                new Verdict.Approved(order.amount(), false),
                Told.NOTHING.withOperationReference(operationReference));
    }
}
