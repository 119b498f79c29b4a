package dev.paylater.simulator.payment;

import java.util.UUID;

/** What the rules may not find out for themselves: the time (epoch milliseconds) and new ids. */
public record TimeAndIds(long now, Ids ids) {

    /** Each dialect names things its own way. */
    public interface Ids {

        /** Those of providers whose ids tell nothing. */
        Ids RANDOM = _ -> UUID.randomUUID().toString();

        String next(Kind kind);
    }

    public enum Kind {
        PAYMENT,
        CAPTURE,
        VOID,
        REFUND,
        INCREMENT,
        DISPUTE
    }

    String id(Kind kind) {
        return ids.next(kind);
    }
}
