package dev.paylater.options;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Which of a merchant's accounts a payment can go to, and why not to the others. A confirm is
 * decided here, and so is what is offered before it: what is offered is what succeeds.
 */
public final class Eligibility {

    private static final String CREDS_IDENTIFIER = CarriedMember.CREDS_IDENTIFIER.carriedName();
    private static final List<NeededCapability> NEEDED = List.of(NeededCapability.values());

    private static final String NOT_NAMED = "the routing names others";
    private static final String NOT_FIRST = "another account comes before it";

    private Eligibility() {}

    /**
     * What a confirm makes of an account.
     *
     * @param reason why it is not tried; null: it is
     */
    public record Explained<A extends ServingAccount>(A account, @Nullable String reason) {}

    /**
     * The accounts to try, best first: the payment's own connectors win over its routing, that over
     * the profile's rule, that over the first account that fits; the account that its credentials
     * name is the only one that does, and wins over the profile's rule.
     */
    public static <A extends ServingAccount> List<A> chosen(
            List<A> accounts, @Nullable Routing profileRule, RoutedPayment payment) {
        var choices = choices(profileRule, payment);
        if (choices == null) {
            return accounts.stream()
                    .filter(account -> findObstacle(account, payment).isEmpty())
                    .findFirst()
                    .map(List::of)
                    .orElse(List.of());
        }
        var chosen = new ArrayList<A>();
        for (var choice : choices) {
            for (var account : accounts) {
                if (choice.fits(account)
                        && !chosen.contains(account)
                        && findObstacle(account, payment).isEmpty()) {
                    chosen.add(account);
                }
            }
        }
        return List.copyOf(chosen);
    }

    /** Those of the chosen accounts whose connector ignores no field that has to be obeyed. */
    public static <A extends ServingAccount> List<A> able(List<A> chosen, RoutedPayment payment) {
        return chosen.stream().filter(account -> findRefused(account, payment).isEmpty()).toList();
    }

    /** Where the payment may go by what names it; null: wherever it fits. */
    public static @Nullable List<Routing.Choice> choices(
            @Nullable Routing profileRule, RoutedPayment payment) {
        var named = payment.namedConnectors();
        if (!named.isEmpty()) {
            return named;
        }
        var rule = rule(profileRule, payment);
        return rule == null ? null : rule.choicesFor(payment.paymentId());
    }

    /** The rule that decides where the payment may go; null: none, or the connectors it names. */
    public static @Nullable Routing rule(@Nullable Routing profileRule, RoutedPayment payment) {
        if (!payment.namedConnectors().isEmpty()) {
            return null;
        }
        var routing = payment.routing();
        return routing != null ? routing : namesAccount(payment) ? null : profileRule;
    }

    /** Those that are tried, best first, and then the others in their order. */
    public static <A extends ServingAccount> List<Explained<A>> explained(
            List<A> accounts, @Nullable Routing profileRule, RoutedPayment payment) {
        var tried = able(chosen(accounts, profileRule, payment), payment);
        var explained = new ArrayList<Explained<A>>();
        tried.forEach(account -> explained.add(new Explained<>(account, null)));
        for (var account : accounts) {
            if (!tried.contains(account)) {
                var reason =
                        findExclusion(account, profileRule, payment)
                                .or(() -> findIgnored(account, payment))
                                .orElse(NOT_FIRST);
                explained.add(new Explained<>(account, reason));
            }
        }
        return List.copyOf(explained);
    }

    private static Optional<String> findIgnored(ServingAccount account, RoutedPayment payment) {
        return findRefused(account, payment)
                .map(field -> "would ignore " + field + ", which it may not");
    }

    /** The first reason why a payment cannot go to an account, for people. */
    public static Optional<String> findExclusion(
            ServingAccount account, @Nullable Routing profileRule, RoutedPayment payment) {
        var choices = choices(profileRule, payment);
        return choices == null || choices.stream().anyMatch(choice -> choice.fits(account))
                ? findObstacle(account, payment)
                : Optional.of(NOT_NAMED);
    }

    /** The connectors that the payment may go to and that the merchant has no such account of. */
    public static List<String> missing(
            List<? extends ServingAccount> accounts,
            @Nullable Routing profileRule,
            RoutedPayment payment) {
        var choices = choices(profileRule, payment);
        return choices == null
                ? List.of()
                : choices.stream()
                        .filter(choice -> accounts.stream().noneMatch(choice::fits))
                        .map(Routing.Choice::connector)
                        .toList();
    }

    /** Whether the payment itself says where it goes. */
    public static boolean isNamed(RoutedPayment payment) {
        return !payment.namedConnectors().isEmpty()
                || payment.routing() != null
                || namesAccount(payment);
    }

    private static boolean namesAccount(RoutedPayment payment) {
        return payment.terms().containsKey(CREDS_IDENTIFIER);
    }

    /** The first reason why an account cannot serve a payment, for people. */
    public static Optional<String> findObstacle(ServingAccount account, RoutedPayment payment) {
        return findUnserved(account, payment)
                .or(
                        () ->
                                findLacking(account, payment)
                                        .map(lacking -> "no " + lacking.capability()));
    }

    /** What the payment needs of a connector and this account's is not capable of. */
    public static Optional<NeededCapability> findLacking(
            ServingAccount account, RoutedPayment payment) {
        return NEEDED.stream()
                .filter(needed -> isAsked(needed, payment))
                .filter(needed -> !has(account, needed, payment))
                .findFirst();
    }

    private static boolean isAsked(NeededCapability needed, RoutedPayment payment) {
        return switch (needed) {
            case MULTIPLE_CAPTURE -> true;
            case MANDATES -> payment.concernsMandate();
            case MANDATE_SETUP -> payment.setsUpMandate();
            case EXTERNAL_THREE_DS -> payment.needsExternalThreeDs();
            // Asked of an attempt.
            case ACCEPT_DISPUTE, CHALLENGE_DISPUTE, DIRECT_CAPTURE, RELEASE -> false;
        };
    }

    /** How often a connector captures is what its capture methods say. */
    private static boolean has(
            ServingAccount account, NeededCapability needed, RoutedPayment payment) {
        return needed == NeededCapability.MULTIPLE_CAPTURE
                ? allows(account.captureMethods(), payment.captureMethod())
                : account.features().contains(needed.capability());
    }

    /** Whether it is for this business, currency, country and type, whatever it is capable of. */
    public static boolean serves(ServingAccount account, RoutedPayment payment) {
        return findUnserved(account, payment).isEmpty();
    }

    private static Optional<String> findUnserved(ServingAccount account, RoutedPayment payment) {
        return Optional.ofNullable(unserved(account, payment));
    }

    /** Asked of every account at every confirm: a reason is made only where there is one. */
    private static @Nullable String unserved(ServingAccount account, RoutedPayment payment) {
        if (!isOf(account.merchantConnectorId(), payment.term(CREDS_IDENTIFIER))) {
            return "creds_identifier names another";
        }
        if (!isOf(account.businessCountry(), payment.term("business_country"))) {
            return "business_country is another";
        }
        if (!isOf(account.businessLabel(), payment.term("business_label"))) {
            return "business_label is another";
        }
        var currency = payment.currency();
        if (!allows(account.currencies(), currency)) {
            return "no currency " + currency;
        }
        var country = payment.country();
        if (!allows(account.countries(), country)) {
            return "no country " + country;
        }
        if (!allows(account.markets(), country == null ? null : country + "/" + currency)) {
            return "no currency %s in country %s".formatted(currency, country);
        }
        var type = payment.paymentMethodType();
        return allows(account.paymentMethodTypes(), type) ? null : "no payment_method_type " + type;
    }

    private static boolean isOf(@Nullable String own, @Nullable String wanted) {
        return own == null || wanted == null || own.equals(wanted);
    }

    /** An empty list, or a field that is not set, restricts nothing. */
    private static boolean allows(List<String> served, @Nullable String wanted) {
        return served.isEmpty() || wanted == null || served.contains(wanted);
    }

    /** The first field that the account's connector would ignore, and that may not be ignored. */
    public static Optional<String> findRefused(ServingAccount account, RoutedPayment payment) {
        var options =
                IgnoredOptions.of(account.features(), payment::value).stream()
                        .filter(option -> option.isRequired() || account.isStrict())
                        .filter(
                                option ->
                                        option != PaymentOption.AMOUNT_TO_CAPTURE
                                                || payment.capturesPart())
                        .map(PaymentOption::fieldName);
        var members =
                IgnoredOptions.members(account.features(), payment.terms()::get).stream()
                        .filter(_ -> account.isStrict())
                        .map(CarriedMember::path);
        return Stream.concat(options, members).findFirst();
    }
}
