package dev.paylater.e2e.chaos;

/** What an operator has before them: the refund here, the provider's ledger, and their call. */
interface Portal {

    /** A refund's status here, and its amount in minor units. */
    record Refund(String status, long amount) {

        boolean isPending() {
            return status.equals("pending");
        }
    }

    Refund refund(Untold untold);

    /** Whether the provider has made it. */
    boolean isMade(Untold untold);

    /** Says what came of it; may be refused while a delivery can still be carried out. */
    void settle(Untold untold, boolean succeeded);
}
