package dev.paylater.api.console.merchant;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The merchants, or the accounts of one of them.
 *
 * @param merchant whose accounts are shown; null: the merchants are
 * @param accounts of that merchant
 * @param outcome of the verification that was requested just now; null: none was
 */
public record AccountsView(
        List<Link> merchants,
        @Nullable String merchant,
        List<Account> accounts,
        @Nullable Outcome outcome) {

    /** A merchant, and where its accounts are. */
    public record Link(String address, String merchantId, String name, String since) {}

    /**
     * An account without its credentials.
     *
     * @param health what the provider made of the payments that are under way
     * @param verify where it is verified; null: this person may not
     */
    public record Account(
            String accountId,
            String connector,
            String state,
            String colour,
            String place,
            String provider,
            String health,
            @Nullable String verify) {}

    /** What came of a verification. */
    public record Outcome(String accountId, String status, String colour, String message) {}
}
