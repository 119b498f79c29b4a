package dev.paylater.provider;

import org.jspecify.annotations.Nullable;

/**
 * What the customer has to do before the provider decides.
 *
 * @param type a value of the interface's next_action.type, for example redirect_to_url
 * @param url the provider's page; merchants are given paylater's own redirect address instead
 */
public record NextAction(String type, @Nullable String url) {

    public static NextAction redirect(String url) {
        return new NextAction("redirect_to_url", url);
    }
}
