package dev.paylater.api.console.merchant;

import dev.paylater.api.console.ActView;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The keys of a merchant.
 *
 * @param merchants whose keys can be shown
 * @param merchant whose are; null: nobody's yet
 * @param text of a key that was issued just now; null: none was
 * @param scopes that a new key may have; null: this person issues none
 * @param address where a new key is requested
 * @param formId makes a form that is sent twice one key
 */
public record KeysView(
        List<String> merchants,
        @Nullable String merchant,
        List<Row> rows,
        @Nullable String text,
        @Nullable List<String> scopes,
        String address,
        String formId) {

    /** A key without its text. */
    public record Row(
            String keyId,
            String name,
            String prefix,
            String may,
            String from,
            String times,
            String state,
            String colour,
            List<ActView.Fact> acts) {}
}
