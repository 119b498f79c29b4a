package dev.paylater.orchestrator.payment;

import dev.paylater.kernel.Refusal;
import dev.paylater.options.Eligibility;
import dev.paylater.options.RoutedPayment;
import dev.paylater.options.Routing;
import java.util.ArrayList;
import java.util.List;
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

    /** Of a profile that takes only what was asked for. */
    public Route(
            List<ConnectorAccount> accounts,
            @Nullable Routing profileRule,
            @Nullable Mandate mandate) {
        this(accounts, profileRule, mandate, false);
    }

    /** The route with the answer to whether its mandate's one use is this payment's. */
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
     * The accounts to try, best first ({@link Eligibility#chosen}); of a payment by mandate the one
     * that holds the mandate.
     */
    public List<ConnectorAccount> accountsFor(RoutedPayment payment) {
        return mandate == null
                ? Eligibility.chosen(accounts, profileRule, payment)
                : accounts.stream()
                        .filter(
                                account ->
                                        account.merchantConnectorId()
                                                .equals(mandate.merchantConnectorId()))
                        .filter(account -> Eligibility.findObstacle(account, payment).isEmpty())
                        .toList();
    }

    /**
     * Why no account is left for a payment that itself names where it goes: the first that it names
     * and that serves it but for this capability.
     */
    public Optional<Refusal> findLacking(RoutedPayment payment) {
        if (mandate != null || !Eligibility.isNamed(payment)) {
            return Optional.empty();
        }
        var choices = Eligibility.choices(profileRule, payment);
        return accounts.stream()
                .filter(account -> Eligibility.serves(account, payment))
                .filter(account -> isChosen(account, choices))
                .flatMap(
                        account ->
                                Eligibility.findLacking(account, payment).stream()
                                        .map(
                                                lacking ->
                                                        Refusals.notSupported(
                                                                lacking.param(),
                                                                account.connector())))
                .findFirst();
    }

    /** Why each account is not asked, and which connectors are named that have none. */
    public List<String> obstacles(RoutedPayment payment) {
        var obstacles = new ArrayList<String>();
        for (var account : accounts) {
            var obstacle =
                    mandate == null
                            ? Eligibility.findExclusion(account, profileRule, payment)
                            : Eligibility.findObstacle(account, payment);
            obstacles.add(
                    "%s (%s): %s"
                            .formatted(
                                    account.connector(),
                                    account.merchantConnectorId(),
                                    obstacle.orElse(OTHER_MANDATE)));
        }
        for (var connector : Eligibility.missing(accounts, profileRule, payment)) {
            obstacles.add(connector + ": no such account");
        }
        return obstacles;
    }

    private static boolean isChosen(
            ConnectorAccount account, @Nullable List<Routing.Choice> choices) {
        return choices == null || choices.stream().anyMatch(choice -> choice.fits(account));
    }
}
