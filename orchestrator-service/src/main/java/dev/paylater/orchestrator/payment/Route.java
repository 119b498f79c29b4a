package dev.paylater.orchestrator.payment;

import dev.paylater.kernel.Refusal;
import dev.paylater.options.CarriedMember;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What a payment could be sent to: the merchant's accounts in order, the profile's rule, and for a
 * recurring payment the account that holds the mandate.
 *
 * @param acceptsPartialApproval whether the profile takes an approval of less than was asked for
 */
public record Route(
        List<ConnectorAccount> accounts,
        @Nullable Routing profileRule,
        @Nullable Mandate mandate,
        boolean acceptsPartialApproval) {

    private static final String OTHER_MANDATE = "does not hold the mandate";
    private static final String NOT_NAMED = "the routing names others";

    /** Of a profile that takes only what was asked for. */
    public Route(
            List<ConnectorAccount> accounts,
            @Nullable Routing profileRule,
            @Nullable Mandate mandate) {
        this(accounts, profileRule, mandate, false);
    }

    /** The same with the answer to whether its mandate's one use is this payment's. */
    public Route withMandateClaimed(boolean claimed) {
        return mandate == null
                ? this
                : new Route(
                        accounts,
                        profileRule,
                        mandate.withClaimed(claimed),
                        acceptsPartialApproval);
    }

    /**
     * The accounts to try, best first: the payment's own connectors win over its routing, that over
     * the profile's rule, that over the first account that fits; the account that its credentials
     * name is the only one that does, and wins over the profile's rule.
     */
    List<ConnectorAccount> accountsFor(String paymentId, Intent intent, Map<String, String> terms) {
        var eligible =
                accounts.stream().filter(account -> account.canServe(intent, terms)).toList();
        if (mandate != null) {
            return eligible.stream()
                    .filter(
                            account ->
                                    account.merchantConnectorId()
                                            .equals(mandate.merchantConnectorId()))
                    .toList();
        }
        var choices = choices(paymentId, intent, terms);
        if (choices == null) {
            return eligible.isEmpty() ? List.of() : List.of(eligible.getFirst());
        }
        var chosen = new ArrayList<ConnectorAccount>();
        for (var choice : choices) {
            for (var account : eligible) {
                if (choice.fits(account) && !chosen.contains(account)) {
                    chosen.add(account);
                }
            }
        }
        return List.copyOf(chosen);
    }

    /**
     * Why no account is left for a payment that itself names where it goes: the first that it names
     * and that serves it but for this capability.
     */
    Optional<Refusal> findLacking(String paymentId, Intent intent, Map<String, String> terms) {
        var named =
                !intent.connector().isEmpty() || intent.routing() != null || namesAccount(terms);
        var choices = named ? choices(paymentId, intent, terms) : null;
        return accounts.stream()
                .filter(_ -> named && mandate == null)
                .filter(account -> account.serves(intent, terms))
                .filter(
                        account ->
                                choices == null
                                        || choices.stream().anyMatch(one -> one.fits(account)))
                .flatMap(
                        account ->
                                account.findLacking(intent).stream()
                                        .map(
                                                lacking ->
                                                        Refusals.notSupported(
                                                                lacking.param(),
                                                                account.connector())))
                .findFirst();
    }

    /** Why each account is not asked, and which connectors are named that have none. */
    List<String> obstacles(String paymentId, Intent intent, Map<String, String> terms) {
        var choices = choices(paymentId, intent, terms);
        var obstacles = new ArrayList<String>();
        for (var account : accounts) {
            var obstacle =
                    isChosen(account, choices)
                            ? account.findObstacle(intent, terms).orElse(OTHER_MANDATE)
                            : NOT_NAMED;
            obstacles.add(
                    "%s (%s): %s"
                            .formatted(
                                    account.connector(), account.merchantConnectorId(), obstacle));
        }
        for (var choice : choices == null ? List.<Routing.Choice>of() : choices) {
            if (accounts.stream().noneMatch(choice::fits)) {
                obstacles.add(choice.connector() + ": no such account");
            }
        }
        return obstacles;
    }

    private boolean isChosen(ConnectorAccount account, @Nullable List<Routing.Choice> choices) {
        return mandate != null
                || choices == null
                || choices.stream().anyMatch(choice -> choice.fits(account));
    }

    private static boolean namesAccount(Map<String, String> terms) {
        return terms.containsKey(CarriedMember.CREDS_IDENTIFIER.carriedName());
    }

    private @Nullable List<Routing.Choice> choices(
            String paymentId, Intent intent, Map<String, String> terms) {
        if (!intent.connector().isEmpty()) {
            return intent.connector().stream()
                    .map(connector -> new Routing.Choice(connector, null))
                    .toList();
        }
        if (intent.routing() != null) {
            return intent.routing().choicesFor(paymentId);
        }
        return profileRule == null || namesAccount(terms)
                ? null
                : profileRule.choicesFor(paymentId);
    }
}
