package dev.paylater.simulator.dialect;

import dev.paylater.simulator.book.ProviderAnswer;
import java.util.Locale;

/**
 * An answer and what becomes of it on its way. A value, so that a slow or silent provider costs a
 * timer and not a thread.
 */
public record Reply(ProviderAnswer answer, Delivery delivery, long delayMillis) {

    public enum Delivery {
        ANSWERED,
        /** The connection stays open without an answer, far beyond any caller's patience. */
        STALLED,
        /** The connection is closed without an answer. */
        DROPPED,
        /** Half of the body, as if it were all. */
        MALFORMED,
        /** Half of the body, then the connection is closed. */
        TRUNCATED;

        private final String label = name().toLowerCase(Locale.ROOT);

        public String label() {
            return label;
        }
    }

    public static Reply of(ProviderAnswer answer) {
        return new Reply(answer, Delivery.ANSWERED, 0);
    }

    public static Reply stalled(ProviderAnswer answer) {
        return new Reply(answer, Delivery.STALLED, 0);
    }

    public Reply with(Delivery other) {
        return new Reply(answer, other, delayMillis);
    }

    public Reply after(long millis) {
        return new Reply(answer, delivery, delayMillis + millis);
    }
}
