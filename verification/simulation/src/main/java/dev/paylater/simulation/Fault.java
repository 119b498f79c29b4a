package dev.paylater.simulation;

/** What can go wrong. Each seed picks some of them, and how often each one strikes. */
enum Fault {
    /** A process dies where it stands and starts again a little later. */
    CRASH,
    /** A process stands still for seconds, as in a long collection or after SIGSTOP. */
    STALL,
    /** Partitions move although their owner is alive: it goes on as a zombie. */
    REBALANCE,
    /** An offset is not committed. */
    COMMIT_LOST,
    /** A send fails; whether the record arrived is not known. */
    SEND_FAILS,
    /** A record arrives twice. */
    RECORD_TWICE,
    /** A record becomes visible late. */
    RECORD_LATE,
    /** The store fails; whether the write took effect is not known. */
    STORE_FAILS,
    /** A provider's answer is lost, with or without effect. */
    CALL_LOST,
    /** A request arrives at the provider long after it was sent. */
    CALL_SLOW,
    /** The provider answers 5xx, with or without effect. */
    SERVER_ERROR,
    /** The provider answers 429. */
    TOO_MANY_CALLS,
    /** The answer's body is cut off. */
    ANSWER_GARBLED,
    /** The network delivers a request twice. */
    CALL_TWICE,
    /** A webhook gets lost; the provider tries again. */
    WEBHOOK_LOST,
    /** A webhook comes twice. */
    WEBHOOK_TWICE,
    /** A webhook comes late. */
    WEBHOOK_LATE,
    /** A merchant's request is repeated under the same id, as after a lost answer. */
    REQUEST_TWICE,
    /** Clocks differ by up to two seconds. */
    SKEW,
    /** A clock is set, forwards or back, by up to two seconds from the true time. */
    CLOCK_STEP,
    /** The primary alone has a write when it is lost; the next one may not have it. */
    STORE_FAILOVER,
    /** A process sends and is not heard, or hears no answers, for seconds. */
    CUT_OFF,
    /** The provider refuses the account's credentials for a minute. */
    ACCOUNT_REFUSED,
    /** The provider does not find what it has accepted a moment ago. */
    NOT_YET_FOUND,
    /** A stranger makes up a webhook. */
    WEBHOOK_FORGED
}
