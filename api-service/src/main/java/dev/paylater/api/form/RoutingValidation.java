package dev.paylater.api.form;

import dev.paylater.api.error.Problem;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/** Checks what the form of a routing rule cannot say: that its splits are a whole. */
public final class RoutingValidation {

    private static final int WHOLE_PERCENT = 100;

    private RoutingValidation() {}

    /** What is wrong with a rule, if there is one and something is. */
    public static Optional<Problem> problemOf(JsonNode routing) {
        if (!"volume_split".equals(routing.path("type").asString(""))) {
            return Optional.empty();
        }
        var sum =
                routing.path("data")
                        .valueStream()
                        .map(entry -> entry.path("split"))
                        .mapToInt(JsonNode::intValue)
                        .sum();
        return sum == WHOLE_PERCENT
                ? Optional.empty()
                : Optional.of(
                        Problem.inconsistent(
                                "routing.data", "The splits must sum to 100, not " + sum));
    }
}
