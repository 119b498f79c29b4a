package dev.paylater.local.cli.reconcile;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * What the events say that happened, per payment or refund: which sequence numbers were published,
 * and whether one number was ever given to two events. Repetitions of an event are in order.
 */
final class EventLog {
    private final Map<String, TreeMap<Long, Set<String>>> idsBySequence = new HashMap<>();

    void add(String subject, long sequence, String eventId) {
        idsBySequence
                .computeIfAbsent(subject, _ -> new TreeMap<>())
                .computeIfAbsent(sequence, _ -> new HashSet<>())
                .add(eventId);
    }

    long last(String subject) {
        var events = idsBySequence.get(subject);
        return events == null ? 0 : events.lastKey();
    }

    /** Numbers from 1 to the last that no event has. */
    List<Long> missing(String subject) {
        var events = idsBySequence.getOrDefault(subject, new TreeMap<>());
        List<Long> missing = new ArrayList<>();
        for (long sequence = 1; sequence < last(subject); sequence++) {
            if (!events.containsKey(sequence)) {
                missing.add(sequence);
            }
        }
        return missing;
    }

    List<Long> ambiguous(String subject) {
        return idsBySequence.getOrDefault(subject, new TreeMap<>()).entrySet().stream()
                .filter(entry -> entry.getValue().size() > 1)
                .map(Map.Entry::getKey)
                .toList();
    }

    Set<String> subjects() {
        return Collections.unmodifiableSet(idsBySequence.keySet());
    }
}
