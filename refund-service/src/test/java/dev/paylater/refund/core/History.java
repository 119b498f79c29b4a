package dev.paylater.refund.core;

import dev.paylater.kernel.Decision;
import dev.paylater.kernel.Entry;
import dev.paylater.kernel.Refusal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What has happened to one refund, and what follows from one more command. */
record History(List<Entry<RefundEvent>> entries) {

    static final History EMPTY = new History(List.of());

    /** A message and the id of the event and its place that it follows from. */
    record Sent(String messageId, RefundMessage message) {}

    /** What a command led to. */
    record Handled(History history, List<Sent> sent, @Nullable Refusal refusal) {}

    @Nullable Refund refund() {
        Refund refund = null;
        for (var entry : entries) {
            refund = RefundEvolution.evolve(refund, entry.event(), entry.at());
        }
        return refund;
    }

    boolean knows(String commandId) {
        return entries.stream().anyMatch(entry -> entry.cause().equals(commandId));
    }

    Handled handle(String commandId, RefundCommand command, RefundContext context, Instant now) {
        if (knows(commandId)) {
            return new Handled(this, sentFor(commandId), null);
        }
        return switch (RefundDecider.decide(refund(), command, context, now)) {
            case Decision.Accepted<Refund, RefundEvent>(var changes, _) -> {
                var events = changes.stream().map(Decision.Change::event).toList();
                var next = plus(events, commandId, now);
                yield new Handled(next, next.sentFor(commandId), null);
            }
            case Decision.Refused<Refund, RefundEvent>(var refusal) ->
                    new Handled(this, refused(commandId, command, refusal, now), refusal);
            case Decision.Unchanged<Refund, RefundEvent>() -> new Handled(this, List.of(), null);
        };
    }

    private static List<Sent> refused(
            String commandId, RefundCommand command, Refusal refusal, Instant now) {
        return RefundReaction.refuse(command, refusal, now).stream()
                .map(message -> new Sent(commandId, message))
                .toList();
    }

    private List<Sent> sentFor(String commandId) {
        var sent = new ArrayList<Sent>();
        Refund refund = null;
        for (var entry : entries) {
            refund = RefundEvolution.evolve(refund, entry.event(), entry.at());
            if (entry.cause().equals(commandId)) {
                for (var message : RefundReaction.react(entry.event(), refund, entry.at())) {
                    sent.add(
                            new Sent(
                                    refund.order().key()
                                            + "#"
                                            + entry.sequence()
                                            + "."
                                            + sent.size(),
                                    message));
                }
            }
        }
        return sent;
    }

    private History plus(List<RefundEvent> events, String commandId, Instant at) {
        var longer = new ArrayList<>(entries);
        for (var event : events) {
            var sequence = longer.isEmpty() ? 1 : longer.getLast().sequence() + 1;
            if (RefundInquiries.supersedesLast(longer.stream().map(Entry::event).toList(), event)) {
                longer.removeLast();
            }
            longer.add(new Entry<>(sequence, at, commandId, event));
        }
        return new History(List.copyOf(longer));
    }
}
