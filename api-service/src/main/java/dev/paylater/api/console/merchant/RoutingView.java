package dev.paylater.api.console.merchant;

import dev.paylater.api.console.ListView;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The routing rules of a merchant's profiles, and what they make of a payment that somebody thinks
 * of.
 *
 * @param merchants whose rules can be shown; null: only those of the merchant who is signed in
 * @param merchant whose are shown; null: nobody's yet
 * @param typed fields of that payment
 * @param profiles that it can be of
 * @param complaint why nothing can be said of it; null: something can
 * @param trials what would become of it: one, or one for each share of a split
 */
public record RoutingView(
        @Nullable List<String> merchants,
        @Nullable String merchant,
        List<Rule> rules,
        Map<String, String> typed,
        List<ListView.Choice> profiles,
        List<ListView.Choice> types,
        List<ListView.Choice> captureMethods,
        @Nullable String complaint,
        List<Trial> trials) {

    public String typed(String name) {
        return typed.getOrDefault(name, "");
    }

    /**
     * A profile's rule.
     *
     * @param kind what kind of rule it is
     * @param targets what it names, in its order
     * @param json the rule as it is stored; null: there is none
     * @param change where it is changed; null: this person may not
     */
    public record Rule(
            String profileId,
            String name,
            boolean isDefault,
            String kind,
            List<String> targets,
            @Nullable String json,
            @Nullable String change) {}

    /**
     * What the accounts would do.
     *
     * @param share of the payments that it is about; empty: all
     */
    public record Trial(String share, String outcome, List<Row> rows) {}

    /** An account, in the order in which they are tried. */
    public record Row(
            String account, String connector, String state, String colour, String reason) {}
}
