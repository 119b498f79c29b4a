package dev.paylater.kernel;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What follows from a command.
 *
 * @param <E> the events
 * @param <R> why a command is refused
 */
public sealed interface Decision<E, R> {

    /**
     * The events take place, even when there are none: then it is only recorded who waits.
     *
     * @param refusal what was refused all the same, for example the confirmation of a payment that
     *     was created with it
     */
    record Accepted<E, R>(List<E> events, @Nullable R refusal) implements Decision<E, R> {}

    /** Nothing changes, and the sender gets the reason. */
    record Refused<E, R>(R refusal) implements Decision<E, R> {}

    /** The command says nothing new. */
    record Unchanged<E, R>() implements Decision<E, R> {}
}
