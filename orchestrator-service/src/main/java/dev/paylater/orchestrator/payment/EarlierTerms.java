package dev.paylater.orchestrator.payment;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What the first attempts of a payment were made with, as far as the payment was changed after they
 * had ended. Only the terms that changed are kept, so that many retries take no more room than what
 * was sent for them.
 *
 * @param attempts how many attempts it is of, counted from the first
 * @param terms those that have another value since, interface name to JSON text
 * @param absent names of those that were not there
 */
public record EarlierTerms(
        int attempts, Intent intent, Map<String, String> terms, List<String> absent) {

    /** The payment after an event, with what its ended attempts were made with. */
    public static Payment kept(Payment before, Payment after) {
        var ended = ended(before.attempts());
        if (ended == 0
                || (after.intent().equals(before.intent())
                        && after.terms().equals(before.terms()))) {
            return after;
        }
        var known = new ArrayList<>(before.earlierTerms());
        var latest =
                known.isEmpty() || known.getLast().attempts() < ended
                        ? new EarlierTerms(ended, before.intent(), Map.of(), List.of())
                        : known.removeLast();
        known.add(latest.with(before.terms(), after.terms()));
        return after.withEarlierTerms(List.copyOf(known));
    }

    private static int ended(List<Attempt> attempts) {
        if (attempts.isEmpty()) {
            return 0;
        }
        return attempts.getLast().stage() instanceof AttemptStage.Ended
                ? attempts.size()
                : attempts.size() - 1;
    }

    /** What changed before stays: the attempts had ended by then. */
    private EarlierTerms with(Map<String, String> before, Map<String, String> after) {
        var changed = new LinkedHashMap<>(terms);
        var added = new ArrayList<>(absent);
        before.forEach(
                (name, json) -> {
                    if (!json.equals(after.get(name)) && !added.contains(name)) {
                        changed.putIfAbsent(name, json);
                    }
                });
        for (var name : after.keySet()) {
            if (!before.containsKey(name) && !changed.containsKey(name) && !added.contains(name)) {
                added.add(name);
            }
        }
        return new EarlierTerms(attempts, intent, Map.copyOf(changed), List.copyOf(added));
    }

    AttemptTerms before(AttemptTerms later) {
        var made = new LinkedHashMap<>(later.terms());
        made.putAll(terms);
        absent.forEach(made::remove);
        return new AttemptTerms(intent, Map.copyOf(made));
    }
}
