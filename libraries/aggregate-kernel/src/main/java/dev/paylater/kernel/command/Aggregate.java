package dev.paylater.kernel.command;

import dev.paylater.kernel.Decision;
import dev.paylater.kernel.Entry;
import dev.paylater.kernel.Refusal;
import dev.paylater.kernel.Step;
import dev.paylater.kernel.Stored;
import dev.paylater.kernel.Waiter;
import dev.paylater.kit.kafka.Outgoing;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What a domain brings: decide, evolve, react, and who is answered. None of it has an effect.
 *
 * @param <S> its state
 * @param <C> its commands as they come in
 * @param <E> its events
 */
public interface Aggregate<S, C extends Received, E> {

    /**
     * Reads what these commands need besides their own documents, for all of them together: {@link
     * #decide} reads nothing more than once a round.
     *
     * @param known the document of an id; null where there is none yet
     */
    default void prepare(Collection<C> commands, Function<String, @Nullable Stored<S, E>> known) {}

    /**
     * What follows from a command: each event with the state that {@link #evolve} makes by it.
     *
     * @param before null when there is no document yet
     * @param changed what this batch has made of other documents of the same order key
     */
    Decision<S, E> decide(
            @Nullable Stored<S, E> before,
            C command,
            Collection<Stored<S, E>> changed,
            Instant now);

    /** The state after an event that happened at that time. */
    S evolve(@Nullable S state, E event, Instant at);

    /** The messages that an event calls for: the same event, the same messages and ids, always. */
    List<Outgoing> react(String id, Step<S, E> step, C command);

    /** Whether nothing more is expected to happen, so that it need not be remembered. */
    boolean isAtRest(S state);

    /**
     * Takes the entries out of the journal that say nothing beside the next event: what is inquired
     * about for days must not grow with every inquiry. The fold must stay the same.
     */
    default void compact(List<Entry<E>> journal, E next) {}

    /**
     * Who is answered now, and who waits on.
     *
     * @param waiters who still waits
     */
    record Replies(List<Waiter> waiters, List<Outgoing> messages) {}

    /**
     * The replies to a command that took effect.
     *
     * @param refusal what of it was refused, if something was
     */
    Replies reply(C command, Stored<S, E> after, @Nullable Refusal refusal);

    /** The replies to a command that had taken effect before: the same as the first time. */
    List<Outgoing> replyAgain(C command, Stored<S, E> stored);

    /** The replies to a command that changes nothing. */
    List<Outgoing> replyUnchanged(C command, @Nullable Stored<S, E> stored);

    /**
     * What follows from a refused command.
     *
     * @param messages what others rely on: sent every time it is refused
     * @param answers to who sent it: the refusal is recorded for them, or where nothing can be,
     *     they are sent once it cannot be decided again
     */
    record Refused(List<Outgoing> messages, List<Outgoing> answers) {}

    /** What follows from a command that is refused. */
    Refused refuse(C command, Refusal refusal, Instant now);
}
