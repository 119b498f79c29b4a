package dev.paylater.simulation;

import java.util.HashSet;
import java.util.Set;

/**
 * Messages between payments and refunds that became dead letters, which nobody replays here. An
 * instance that stood still may have written what one of them leads to after another instance had
 * set the message aside: then the event of that write is sent by whoever replays the letter.
 */
final class SetAside {
    private final Set<String> handOvers = new HashSet<>();
    private final Set<String> ends = new HashSet<>();

    void handOver(String refundId) {
        handOvers.add(refundId);
    }

    boolean isHandOver(String refundId) {
        return handOvers.contains(refundId);
    }

    /** The message that tells a payment how its refund has ended. */
    void end(String messageId) {
        ends.add(messageId);
    }

    boolean isEnd(String messageId) {
        return ends.contains(messageId);
    }
}
