package dev.paylater.kernel;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What follows from a command.
 *
 * @param <S> the state
 * @param <E> the events
 */
public sealed interface Decision<S, E> {

    /**
     * An event and the state that it makes of the one before it: whoever decides has evolved it.
     */
    record Change<S, E>(E event, S after) {}

    /**
     * The events take place, even when there are none: then it is only recorded who waits.
     *
     * @param refusal what was refused all the same, for example the confirmation of a payment that
     *     was created with it
     */
    record Accepted<S, E>(List<Change<S, E>> changes, @Nullable Refusal refusal)
            implements Decision<S, E> {}

    /** Nothing changes, and the sender gets the reason. */
    record Refused<S, E>(Refusal refusal) implements Decision<S, E> {}

    /** The command says nothing new. */
    record Unchanged<S, E>() implements Decision<S, E> {}
}
