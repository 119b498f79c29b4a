package dev.paylater.connector.call;

/** Where exchanges that did not succeed are kept for support: a collection, or nowhere. */
@FunctionalInterface
public interface FailedExchanges {

    /** Keeps none. */
    FailedExchanges NONE = _ -> {};

    /** Never waits, and fails without an effect on the operation. */
    void keep(FailedExchange exchange);
}
