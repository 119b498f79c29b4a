package dev.paylater.api.console.search;

import static java.text.Normalizer.Form.NFC;

import dev.paylater.api.console.Menu;
import dev.paylater.api.console.search.SavedFilters.Condition;
import dev.paylater.api.console.search.SavedFilters.SavedFilter;
import dev.paylater.api.error.ApiException;
import dev.paylater.api.error.Problem;
import dev.paylater.api.http.Allows;
import dev.paylater.api.http.Answer;
import dev.paylater.api.http.Audited;
import dev.paylater.api.http.Call;
import dev.paylater.api.http.ConsoleDoor;
import dev.paylater.api.json.Json;
import dev.paylater.api.key.KeyKind;
import dev.paylater.api.key.Scope;
import java.text.Normalizer;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.PostMapping;

/** Saves a filter of the list of payments under a name, and removes it. */
@Controller
final class FilterController {

    private static final String FILTERS = "/console/payment_filters";
    private static final String NAME = "name";

    private final FilterStore saved;

    FilterController(FilterStore saved) {
        this.saved = saved;
    }

    @PostMapping(FILTERS)
    @Allows(
            value = {KeyKind.ADMIN, KeyKind.SECRET},
            scope = {Scope.PAYMENTS_INSPECT, Scope.PAYMENTS_READ})
    @Audited("savePaymentFilter")
    Answer save(Call call) {
        var name = name(call);
        var filter = ListFilter.kept(call, call::field);
        if (filter.values().isEmpty()) {
            throw ApiException.of(
                    Problem.inconsistent(NAME, "Nothing of this filter can be saved"));
        }
        var conditions =
                filter.values().entrySet().stream()
                        .map(each -> new Condition(each.getKey(), each.getValue()))
                        .toList();
        var after = Json.emptyObject();
        filter.values().forEach(after::put);
        call.changes(call.keysMerchant(), name, null, Json.text(after));
        saved.save(call, new SavedFilter(name, conditions));
        return ConsoleDoor.redirect(filter.address());
    }

    private static String name(Call call) {
        var typed = call.field(NAME);
        if (typed == null) {
            throw ApiException.of(Problem.missing(NAME));
        }
        var name = Normalizer.normalize(typed, NFC);
        if (!ListFilter.isName(name)) {
            throw ApiException.of(
                    Problem.malformed(NAME, "must have 1 to 60 characters that can be printed"));
        }
        return name;
    }

    @PostMapping(FILTERS + "/remove")
    @Allows(
            value = {KeyKind.ADMIN, KeyKind.SECRET},
            scope = {Scope.PAYMENTS_INSPECT, Scope.PAYMENTS_READ})
    @Audited("removePaymentFilter")
    Answer remove(Call call) {
        var name = name(call);
        call.changes(call.keysMerchant(), name, null, null);
        saved.remove(call, name);
        return ConsoleDoor.redirect(Menu.PAYMENTS);
    }
}
