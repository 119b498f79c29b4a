package dev.paylater.e2e.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;

/** The order of payments.events: by payment, numbers from 1, each new one the next. */
final class EventOrder {

    private EventOrder() {}

    /** Repetitions are in order: a consumer knows their ids. */
    static void assertKept() {
        var last = new HashMap<String, Integer>();
        var outOfOrder = new ArrayList<String>();
        for (var event : WholeTopic.read("payments.events")) {
            var id =
                    new String(
                            event.headers().lastHeader("message-id").value(),
                            StandardCharsets.UTF_8);
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
    }
}
