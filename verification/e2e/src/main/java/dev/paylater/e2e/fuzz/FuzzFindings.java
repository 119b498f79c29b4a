package dev.paylater.e2e.fuzz;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.paylater.e2e.ApiAnswer;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.LongAdder;
import tools.jackson.databind.JsonNode;

/** What was answered, and what of it must not have been. */
final class FuzzFindings {

    /** Errors are small, whatever they are about. */
    static final int MAX_BYTES_OF_ERROR = 64 * 1024;

    private final ConcurrentLinkedQueue<String> all = new ConcurrentLinkedQueue<>();
    private final Map<Integer, LongAdder> answers = new ConcurrentHashMap<>();

    void answered(int attack, ApiAnswer answer, String request) {
        var status = answer.status();
        answers.computeIfAbsent(status, _ -> new LongAdder()).increment();
        if (status >= 500) {
            all.add("HTTP " + status + " to " + request + " of attack " + attack);
        }
        var bytes = answer.text().getBytes(UTF_8).length;
        if (status >= 400 && bytes > MAX_BYTES_OF_ERROR) {
            all.add("An error of %s bytes to %s of attack %s".formatted(bytes, request, attack));
        }
    }

    /** However often it was repeated. */
    void slow(int attack, Duration fastest, String request) {
        all.add(
                "Never faster than %s ms: %s of attack %s"
                        .formatted(fastest.toMillis(), request, attack));
    }

    void unanswered(int attack, String request, Exception failure) {
        all.add("No answer (" + failure + ") to " + request + " of attack " + attack);
    }

    /** What belongs to the merchant's server must be as it was. */
    void attacked(int attack, JsonNode before, JsonNode after, List<String> sent) {
        for (var field : Target.serverOnly()) {
            if (!before.path(field).equals(after.path(field))) {
                all.add(
                        "A server's field changed: %s after attack %d: %s"
                                .formatted(change(field, before, after), attack, sent));
            }
        }
    }

    /** A payment that was not attacked must be as it was. */
    void untouched(JsonNode before, JsonNode after) {
        var fields = new LinkedHashSet<>(before.propertyNames());
        fields.addAll(after.propertyNames());
        for (var field : fields) {
            if (!before.path(field).equals(after.path(field))) {
                all.add("Another payment was touched: " + change(field, before, after));
            }
        }
    }

    private static String change(String field, JsonNode before, JsonNode after) {
        return field + ": " + before.path(field) + " became " + after.path(field);
    }

    List<String> all() {
        return List.copyOf(all);
    }

    Map<Integer, Long> counts() {
        var counts = new TreeMap<Integer, Long>();
        answers.forEach((status, count) -> counts.put(status, count.sum()));
        return counts;
    }

    long answers() {
        return answers.values().stream().mapToLong(LongAdder::sum).sum();
    }
}
