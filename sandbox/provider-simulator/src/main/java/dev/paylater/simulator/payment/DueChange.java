package dev.paylater.simulator.payment;

import org.jspecify.annotations.Nullable;

/** Something that happens by itself at a time (epoch milliseconds), unless it is no longer due. */
public record DueChange(Kind kind, long at, @Nullable String subject) {
    public enum Kind {
        EXPIRE,
        DECIDE,
        APPROVE_LATE,
        CHARGE,
        PAY_BACK
    }
}
