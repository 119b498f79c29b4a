package dev.paylater.api.document;

import dev.paylater.options.Routing;
import java.util.Optional;

/** A payment's routing as it is stored: the kind of the rule under {@code t}, the rule under d. */
final class RoutingDocument {

    private RoutingDocument() {}

    /** Empty where there is none. */
    static Optional<Routing> read(Fields stored) {
        var kind = stored.text("t");
        if (kind == null) {
            return Optional.empty();
        }
        var rule = stored.section("d");
        return Optional.of(
                switch (kind) {
                    case "single" -> new Routing.Single(choice(rule.section("choice")));
                    case "priority" ->
                            new Routing.Priority(
                                    rule.sections("choices").stream()
                                            .map(RoutingDocument::choice)
                                            .toList());
                    case "volume_split" ->
                            new Routing.VolumeSplit(
                                    rule.sections("shares").stream()
                                            .map(RoutingDocument::share)
                                            .toList());
                    default -> throw new IllegalArgumentException("No kind of routing: " + kind);
                });
    }

    private static Routing.Share share(Fields share) {
        return new Routing.Share(
                choice(share.section("choice")), Math.toIntExact(share.numberOr("percent", 0)));
    }

    private static Routing.Choice choice(Fields choice) {
        return new Routing.Choice(
                choice.requiredText("connector"), choice.text("merchant_connector_id"));
    }
}
