package dev.paylater.api.console.merchant;

import dev.paylater.api.console.ActView;
import dev.paylater.api.console.ListView;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The form that changes the routing rule of a profile.
 *
 * @param facts what it is about
 * @param address where the form goes
 * @param back where the person goes who changes nothing
 * @param json of a rule that the form cannot show; null: it shows the rule
 */
public record RuleView(
        List<ActView.Fact> facts,
        String address,
        String back,
        List<ListView.Choice> kinds,
        List<Line> lines,
        @Nullable String json) {

    /**
     * What the rule names at this place.
     *
     * @param split its share of the payments in percent, or empty
     */
    public record Line(int number, List<ListView.Choice> targets, String split) {}
}
