package dev.paylater.kernel;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What follows from a command.
 *
 * @param <E> the events
 */
public sealed interface Decision<E> {

    /**
     * The events take place, even when there are none: then it is only recorded who waits.
     *
     * @param refusal what was refused all the same, for example the confirmation of a payment that
     *     was created with it
     */
    record Accepted<E>(List<E> events, @Nullable Refusal refusal) implements Decision<E> {}

    /** Nothing changes, and the sender gets the reason. */
    record Refused<E>(Refusal refusal) implements Decision<E> {}

    /** The command says nothing new. */
    record Unchanged<E>() implements Decision<E> {}
}
