package dev.paylater.api.console.operator;

import dev.paylater.api.console.ActView;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A page of the audit log.
 *
 * @param complaint why nothing can be listed; null: it can
 * @param next address of the next page; null: there is none
 */
public record AuditView(
        Map<String, String> filters,
        List<Row> rows,
        @Nullable String complaint,
        @Nullable String next) {

    public String filter(String name) {
        return filters.getOrDefault(name, "");
    }

    /**
     * A line.
     *
     * @param others address of what else this actor did
     * @param about merchant and resource
     * @param facts all that the line holds besides
     */
    public record Row(
            String at,
            String actor,
            String others,
            String action,
            String about,
            String outcome,
            String colour,
            List<ActView.Fact> facts) {}
}
