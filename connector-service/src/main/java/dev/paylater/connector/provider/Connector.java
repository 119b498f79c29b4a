package dev.paylater.connector.provider;

import java.net.URI;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Everything that is particular to one provider, as pure functions: which HTTP call an order
 * becomes, what the answer means, and what the provider's notifications say. Who calls, retries,
 * waits and records is the same for all of them and not the connector's business.
 */
public interface Connector {

    /** The connector's name in the interface's words, for example {@code afterpay_clearpay}. */
    String name();

    Capabilities capabilities();

    /** The provider's live address, for accounts that have none of their own. */
    URI live(Account account);

    /** Where the calls' paths begin. */
    default URI baseUrl(Account account) {
        return account.baseUrl() == null ? live(account) : account.baseUrl();
    }

    /**
     * How to get the short-lived token that the provider wants on its calls, or null when the
     * account's credentials are enough. The caller keeps it, puts it on every call, and gets a new
     * one when the provider does not take it any more.
     */
    default @Nullable Login login(Account account) {
        return null;
    }

    /** Does what is ordered. The same order always gives the same calls, keys included. */
    Step perform(Order order, Account account);

    /**
     * Asks what became of an order. The outcome is what the provider knows now, {@link
     * Verdict.NotFound} when it never heard of the order. Asking has no effect, with one exception:
     * where a provider waits for the merchant's word after the customer's yes, an authorization
     * that was ordered is carried to its end, since nobody else would.
     */
    Step ask(Order order, Account account);

    /**
     * Verifies and reads what the provider sent by itself.
     *
     * @param now against which the provider's time stamp is checked
     */
    Notice read(Notification notification, Account account, Instant now);
}
