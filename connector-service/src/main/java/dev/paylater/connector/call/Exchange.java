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
     */
    record NotDone(String reason, @Nullable Instant until) implements Exchange {}

    /** Whether the provider did something is not known. */
    record Lost(String reason) implements Exchange {}
}
