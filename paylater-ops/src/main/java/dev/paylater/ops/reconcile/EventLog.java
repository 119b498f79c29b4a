package dev.paylater.ops.reconcile;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * What the events say that happened, per payment or refund: which sequence numbers were published,
 * whether one number was ever given to two events, and the status after the last one. Repetitions
 * of an event are in order.
 */
final class EventLog {
    private static final Published NOTHING = new Published();

    private final Map<String, Published> published = new HashMap<>();
    private final Set<StatusEvent> statuses = new LinkedHashSet<>();
    private long completeSince;

    private static final class Published {
        private final TreeMap<Long, Set<String>> ids = new TreeMap<>();
        private long last;
        private String status = "";
    }

    void add(String subject, long sequence, String eventId, String status) {
        Published events = published.computeIfAbsent(subject, _ -> new Published());
        events.ids.computeIfAbsent(sequence, _ -> new HashSet<>()).add(eventId);
        if (sequence >= events.last) {
            events.last = sequence;
            events.status = status;
        }
    }

    /** Events from before this time may have been deleted; in milliseconds since 1970. */
    void startsAt(long millis) {
        completeSince = millis;
    }

    /** Whether events of something as old as this may have been deleted. */
    boolean mayLack(long createdMillis) {
        return createdMillis < completeSince;
    }

    boolean isEmpty(String subject) {
        return of(subject).ids.isEmpty();
    }

    void add(StatusEvent event) {
        statuses.add(event);
    }

    Set<StatusEvent> statuses() {
        return Collections.unmodifiableSet(statuses);
    }

    long last(String subject) {
        return of(subject).last;
    }

    /** Empty when there is no event. */
    String lastStatus(String subject) {
        return of(subject).status;
    }

    /**
     * Numbers from 1 to the last that no event has; where the first events may have been deleted,
     * from the first that is there.
     */
    List<Long> missing(String subject, long createdMillis) {
        Published events = of(subject);
        List<Long> missing = new ArrayList<>();
        if (events.ids.isEmpty()) {
            return missing;
        }
        long first = mayLack(createdMillis) ? events.ids.firstKey() : 1;
        for (long sequence = first; sequence < events.last; sequence++) {
            if (!events.ids.containsKey(sequence)) {
                missing.add(sequence);
            }
        }
        return missing;
    }

    List<Long> ambiguous(String subject) {
        return of(subject).ids.entrySet().stream()
                .filter(entry -> entry.getValue().size() > 1)
                .map(Map.Entry::getKey)
                .toList();
    }

    Set<String> subjects() {
        return Collections.unmodifiableSet(published.keySet());
    }

    private Published of(String subject) {
        return published.getOrDefault(subject, NOTHING);
    }
}
