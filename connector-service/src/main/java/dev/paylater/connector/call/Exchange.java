package dev.paylater.connector.call;

import dev.paylater.connector.kit.HttpAnswer;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** What became of one HTTP call. */
sealed interface Exchange {

    /** The provider answered, and below 500. */
    record Answered(HttpAnswer answer) implements Exchange {}

    /**
     * The provider was not called, or said that it did nothing.
     *
     * @param until when it may be called again, if it said so
     * @param answer in which it said that it did nothing; null when it was not called
     */
    record NotDone(String reason, @Nullable Instant until, @Nullable HttpAnswer answer)
            implements Exchange {

        /** The provider was not called. */
        NotDone(String reason) {
            this(reason, null, null);
        }

        /** The provider was not called, and may be then. */
        NotDone(String reason, @Nullable Instant until) {
            this(reason, until, null);
        }
    }

    /**
     * Whether the provider did something is not known.
     *
     * @param result how, as the metrics say it
     * @param answer a 5xx; null when none came
     */
    record Lost(String reason, String result, @Nullable HttpAnswer answer) implements Exchange {}
}
