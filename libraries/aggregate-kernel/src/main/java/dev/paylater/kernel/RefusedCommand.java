package dev.paylater.kernel;

import dev.paylater.schemas.RequestLifetime;
import java.time.Duration;
import java.time.Instant;

/** A command whose sender was answered that it is not carried out: it never will be. */
public record RefusedCommand(String commandId, Instant at, Refusal refusal) {

    /** When no copy of it can be decided any more, by the slower of two clocks. */
    private static final Duration KEPT = RequestLifetime.COMMAND.plusMinutes(1);

    boolean mayComeAgain(Instant now) {
        return !at.plus(KEPT).isBefore(now);
    }
}
