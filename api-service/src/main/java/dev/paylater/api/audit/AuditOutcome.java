package dev.paylater.api.audit;

import java.util.Locale;

/** How far an act has come when its line is written. */
public enum AuditOutcome {
    /** It is about to be carried out. */
    REQUESTED,
    DONE,
    /** It was not carried out: not allowed, not possible or not understood. */
    REFUSED,
    /** Something failed; it may have been carried out. */
    UNKNOWN;

    /** As stored and shown. */
    public String wireName() {
        return name().toLowerCase(Locale.ROOT);
    }

    static AuditOutcome of(int status) {
        if (status >= 500) {
            return UNKNOWN;
        }
        return status >= 400 ? REFUSED : DONE;
    }
}
