package dev.paylater.kit.outgoing;

import java.io.IOException;
import java.time.Duration;

/** The answer had not arrived completely in time. */
public final class OverdueAnswer extends IOException {

    private static final long serialVersionUID = 1L;

    public OverdueAnswer(Duration timeout, Throwable cause) {
        super("no answer within " + timeout.toMillis() + " ms", cause);
    }
}
