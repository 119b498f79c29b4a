package dev.paylater.api.page;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Around every page for shoppers.
 *
 * @param seller the shop's name; null: the merchant has given none
 * @param logo address of the shop's logo; null: none
 * @param theme the shop's colour as CSS writes it
 * @param nonce of the policy that the page is sent with
 * @param languages the links that show the page in another language
 * @param refreshSeconds after which the browser asks again what the page says: by a script, which
 *     shows another page only when there is one, or else by loading it again; 0: never
 */
public record PageFrame(
        Texts texts,
        @Nullable String seller,
        @Nullable String logo,
        String theme,
        String nonce,
        List<LanguageLink> languages,
        int refreshSeconds) {

    /** A link that shows the page in another language. */
    public record LanguageLink(Language language, String address, boolean isCurrent) {}
}
