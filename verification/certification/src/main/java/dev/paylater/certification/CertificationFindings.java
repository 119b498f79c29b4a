package dev.paylater.certification;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/** What held and what did not, and the report of it. */
final class CertificationFindings {

    /**
     * Something that is not as assumed.
     *
     * @param seen what was seen instead, as a sentence without a full stop
     * @param calls what was called for it
     */
    record Difference(Assumption assumption, String seen, List<String> calls) {}

    private final Set<Assumption> held = EnumSet.noneOf(Assumption.class);
    private final Map<Assumption, String> untried = new EnumMap<>(Assumption.class);
    private final List<Difference> differences = new ArrayList<>();

    void held(Assumption assumption) {
        held.add(assumption);
    }

    void differs(Assumption assumption, String seen, List<String> calls) {
        differences.add(new Difference(assumption, seen, calls));
    }

    void untried(Assumption assumption, String why) {
        untried.putIfAbsent(assumption, why);
    }

    List<Difference> differences() {
        return List.copyOf(differences);
    }

    /** Lines for people. */
    List<String> report(JsonNode documented) {
        var lines = new ArrayList<String>();
        for (var assumption : Assumption.values()) {
            var found = differences.stream().filter(one -> one.assumption() == assumption).toList();
            for (var difference : found) {
                lines.add("DIFFERENT   " + assumption.id());
                lines.add("  assumed   " + assumption.sentence());
                lines.add("  seen      " + difference.seen());
                difference.calls().forEach(call -> lines.add("  call      " + call));
                lines.add("  change    " + change(assumption, documented));
            }
            if (found.isEmpty() && held.contains(assumption)) {
                lines.add("as assumed  %-21s %s".formatted(assumption.id(), assumption.sentence()));
            } else if (found.isEmpty() && untried.containsKey(assumption)) {
                lines.add(
                        "not tried   %-21s %s".formatted(assumption.id(), untried.get(assumption)));
            }
        }
        return lines;
    }

    private static String change(Assumption assumption, JsonNode documented) {
        var settings = documented.path("settings").path(assumption.id());
        return settings.isMissingNode()
                ? "no setting of the account: %s is wrong for it".formatted(assumption.where())
                : "setting %s of the account (docs/operators/connector-accounts.md), or %s"
                        .formatted(
                                String.join(
                                        " or ",
                                        settings.valueStream().map(JsonNode::asString).toList()),
                                assumption.where());
    }
}
