package dev.paylater.refund.core;

import dev.paylater.refund.core.RefundEvent.ProviderAsked;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Everything that happened to a refund, in order: the one truth about it. The refund itself, and
 * what was sent because of each command, follow from it.
 */
public record Journal(List<Entry> entries) {

    public static final Journal EMPTY = new Journal(List.of());

    /**
     * An event.
     *
     * @param cause message id of the command it followed from
     */
    public record Entry(long sequence, Instant at, String cause, RefundEvent event) {}

    public boolean isEmpty() {
        return entries.isEmpty();
    }

    /** Whether the command with this message id has been handled. */
    public boolean knows(String commandId) {
        return entries.stream().anyMatch(entry -> entry.cause().equals(commandId));
    }

    /** The refund after all of it, or null when nothing has happened. */
    public @Nullable Refund refund() {
        Refund refund = null;
        for (var entry : entries) {
            refund = RefundEvolution.evolve(refund, entry.event(), entry.at());
        }
        return refund;
    }

    /** The messages that a command has caused, with the ids they always have. */
    public List<Effect> effectsOf(String commandId) {
        var effects = new ArrayList<Effect>();
        Refund refund = null;
        for (var entry : entries) {
            refund = RefundEvolution.evolve(refund, entry.event(), entry.at());
            if (entry.cause().equals(commandId)) {
                var prefix = "refund/" + refund.order().key() + "/" + entry.sequence() + "/";
                for (var message : RefundReaction.react(entry.event(), refund, entry.at())) {
                    effects.add(new Effect(prefix + effects.size(), message));
                }
            }
        }
        return effects;
    }

    Journal plus(List<RefundEvent> events, String commandId, Instant at) {
        var longer = new ArrayList<>(entries);
        for (var event : events) {
            var sequence = longer.isEmpty() ? 1 : longer.getLast().sequence() + 1;
            if (repeatsQuestion(longer, event)) {
                // A refund that is pending for days is asked about hundreds of times. The first
                // and the latest question tell it all: each says how many there were.
                longer.removeLast();
            }
            longer.add(new Entry(sequence, at, commandId, event));
        }
        return new Journal(List.copyOf(longer));
    }

    private static boolean repeatsQuestion(List<Entry> entries, RefundEvent event) {
        return entries.size() >= 2
                && isRoutineQuestion(event)
                && isRoutineQuestion(entries.getLast().event())
                && isRoutineQuestion(entries.get(entries.size() - 2).event());
    }

    private static boolean isRoutineQuestion(RefundEvent event) {
        return event instanceof ProviderAsked asked && !asked.onDemand();
    }
}
