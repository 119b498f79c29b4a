package dev.paylater.api.offer;

import dev.paylater.api.document.PaymentDocument;
import dev.paylater.api.merchant.AccountReads;
import dev.paylater.api.merchant.Profile;
import dev.paylater.api.merchant.ProfileReads;
import dev.paylater.api.merchant.ServedAccount;
import dev.paylater.connector.kit.Connector;
import dev.paylater.connector.kit.Shopfront;
import dev.paylater.connectors.Connectors;
import dev.paylater.options.Eligibility;
import dev.paylater.options.RoutedPayment;
import dev.paylater.options.Routing;
import dev.paylater.options.RoutingJson;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/**
 * What a merchant's accounts can do for a payment: one offer for each type that a confirm takes, by
 * the rule that decides the confirm ({@link Eligibility}). Which account it goes to is the
 * merchant's choice, so that a type is offered once.
 */
@Component
public final class Offers {

    /** The sub-types, in the order in which they are offered. */
    static final List<String> TYPES =
            List.of(
                    "invoice",
                    "direct_debit",
                    "installment_invoice",
                    "installment_direct_debit",
                    "subscription_invoice",
                    "subscription_direct_debit");

    private static final String TYPE = "payment_method_type";
    private static final String COUNTRY = "country";

    private static final Map<String, Shopfront> SHOPFRONTS =
            Connectors.all().stream()
                    .collect(Collectors.toUnmodifiableMap(Connector::name, Connector::shopfront));

    private final AccountReads accounts;
    private final ProfileReads profiles;

    Offers(AccountReads accounts, ProfileReads profiles) {
        this.accounts = accounts;
        this.profiles = profiles;
    }

    /**
     * For a payment that can be confirmed.
     *
     * @param country that the shopper has entered and the payment does not have yet; null: none
     */
    public List<Offer> of(PaymentDocument payment, @Nullable String country) {
        if (payment.option("mandate_id") != null) {
            return List.of();
        }
        var rule = ruleOf(payment.merchantId(), payment.profileId());
        var routed = routed(payment, country);
        var served = accounts.served(payment.merchantId());
        return offers(served, rule, routed, types(payment));
    }

    static List<Offer> offers(
            List<ServedAccount> served,
            @Nullable Routing rule,
            RoutedPayment payment,
            Stream<String> types) {
        return types.flatMap(type -> first(served, rule, payment.with(TYPE, type)).stream())
                .toList();
    }

    /**
     * For a basket before there is a payment. A type is offered where each share of a split that
     * the payment may fall to serves it.
     */
    public List<Offer> ofBasket(
            String merchantId, String profileId, String currency, @Nullable String country) {
        var values = new HashMap<String, Object>();
        values.put("currency", currency);
        if (country != null) {
            values.put(COUNTRY, country);
        }
        var routed = new RoutedPayment("", 0, null, values::get, Map.of());
        var rules = sharesOf(ruleOf(merchantId, profileId));
        var served = accounts.served(merchantId);
        return TYPES.stream()
                .map(type -> routed.with(TYPE, type))
                .flatMap(payment -> firstOfAll(served, rules, payment).stream())
                .toList();
    }

    private static Optional<Offer> firstOfAll(
            List<ServedAccount> served, List<Optional<Routing>> rules, RoutedPayment payment) {
        var offers = rules.stream().map(rule -> first(served, rule.orElse(null), payment)).toList();
        return offers.stream().allMatch(Optional::isPresent) ? offers.getFirst() : Optional.empty();
    }

    /** The rules of a split that a payment may fall to, the largest share first. */
    private static List<Optional<Routing>> sharesOf(@Nullable Routing rule) {
        return rule instanceof Routing.VolumeSplit split
                ? split.used().stream()
                        .map(share -> Optional.<Routing>of(new Routing.Single(share.choice())))
                        .toList()
                : List.of(Optional.ofNullable(rule));
    }

    /** Those that the shopper may still choose among. */
    private static Stream<String> types(PaymentDocument payment) {
        var allowed = payment.optionTexts("allowed_payment_method_types");
        var set = payment.option(TYPE);
        var isFixed = set != null && !payment.isOfClient(TYPE);
        return TYPES.stream()
                .filter(type -> allowed.isEmpty() || allowed.contains(type))
                .filter(type -> !isFixed || type.equals(set));
    }

    private static RoutedPayment routed(PaymentDocument payment, @Nullable String country) {
        var routed =
                new RoutedPayment(
                        payment.paymentId(),
                        payment.netAmount(),
                        payment.routing().orElse(null),
                        payment::option,
                        payment.terms());
        return country == null ? routed : routed.with(COUNTRY, country);
    }

    private static Optional<Offer> first(
            List<ServedAccount> served, @Nullable Routing rule, RoutedPayment payment) {
        return Eligibility.able(Eligibility.chosen(served, rule, payment), payment).stream()
                .findFirst()
                .map(account -> offer(account, payment));
    }

    private static Offer offer(ServedAccount account, RoutedPayment payment) {
        var name = account.connector();
        return new Offer(
                String.valueOf(payment.options().apply(TYPE)),
                account,
                SHOPFRONTS.getOrDefault(name, Shopfront.of(name)));
    }

    private @Nullable Routing ruleOf(String merchantId, @Nullable String profileId) {
        return profiles.find(merchantId, profileId)
                .map(Profile::routing)
                .map(RoutingJson::read)
                .orElse(null);
    }
}
