package dev.paylater.e2e.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The order of payments.events: by payment, numbers from 1, each new one the next; and that
 * payments.state ends with the last of them.
 */
final class EventOrder {

    private EventOrder() {}

    private static final Duration SOON = Duration.ofSeconds(30);

    /** Repetitions are in order: a consumer knows their ids. */
    static void assertKept() {
        var last = new HashMap<String, Integer>();
        var outOfOrder = new ArrayList<String>();
        for (var id : messageIds("payments.events")) {
            var hash = id.lastIndexOf('#');
            var sequence = Integer.parseInt(id.substring(hash + 1));
            var before = last.getOrDefault(id.substring(0, hash), 0);
            if (sequence > before + 1) {
                outOfOrder.add(id + " after " + before);
            }
            last.put(id.substring(0, hash), Math.max(before, sequence));
        }
        assertThat(last).isNotEmpty();
        assertThat(outOfOrder).isEmpty();
        awaitStates(last);
    }

    private static void awaitStates(Map<String, Integer> last) {
        var end = Instant.now().plus(SOON);
        var states = states();
        while (!states.equals(last) && Instant.now().isBefore(end)) {
            states = states();
        }
        assertThat(states).isEqualTo(last);
    }

    /** The number of the event that each payment's latest state is after. */
    private static Map<String, Integer> states() {
        var states = new HashMap<String, Integer>();
        for (var id : messageIds("payments.state")) {
            var hash = id.lastIndexOf('#');
            var sequence = id.substring(hash + 1, id.lastIndexOf(".state"));
            states.put(id.substring(0, hash), Integer.valueOf(sequence));
        }
        return states;
    }

    private static List<String> messageIds(String topic) {
        return WholeTopic.read(topic).stream()
                .map(record -> record.headers().lastHeader("message-id").value())
                .map(id -> new String(id, StandardCharsets.UTF_8))
                .toList();
    }
}
