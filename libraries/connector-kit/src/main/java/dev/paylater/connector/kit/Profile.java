package dev.paylater.connector.kit;

import dev.paylater.connector.kit.Capabilities.Feature;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.net.URI;
import java.util.HashSet;
import java.util.Set;
import java.util.function.Function;

/**
 * Who a provider is and what it serves; an empty set restricts nothing.
 *
 * @param name as the interface names it, for example {@code afterpay_clearpay}
 * @param live the provider's live address, for accounts that have none of their own
 * @param currencies ISO 4217
 * @param countries billing countries, ISO 3166-1 alpha-2
 * @param markets which of the currencies goes with which of the countries
 * @param paymentMethodTypes the interface's sub-types
 * @param account what an account has
 * @param shopfront what customers are shown of it
 */
@RecordBuilder
public record Profile(
        String name,
        Function<Account, URI> live,
        Set<String> currencies,
        Set<String> countries,
        Set<Market> markets,
        Set<String> paymentMethodTypes,
        Set<Feature> features,
        AccountForm account,
        Shopfront shopfront)
        implements ProfileBuilder.With {

    /** What nearly every provider can. */
    private static final Set<Feature> USUAL =
            Set.of(
                    Feature.PARTIAL_CAPTURE,
                    Feature.MULTIPLE_CAPTURE,
                    Feature.PHONE,
                    Feature.KNOWS_CANCELLATION);

    public static Profile of(String name, Function<Account, URI> live) {
        return new Profile(
                name,
                live,
                Set.of(),
                Set.of(),
                Set.of(),
                Set.of(),
                USUAL,
                AccountForm.of(),
                Shopfront.of(name));
    }

    public static Profile of(String name, String live) {
        var address = URI.create(live);
        return of(name, _ -> address);
    }

    /** What an account has. */
    public Profile account(AccountForm form) {
        return withAccount(form);
    }

    /** What customers are shown of it. */
    public Profile shopfront(Shopfront shown) {
        return withShopfront(shown);
    }

    public Profile currencies(String... codes) {
        return withCurrencies(Set.of(codes));
    }

    public Profile countries(String... codes) {
        return withCountries(Set.of(codes));
    }

    /** The countries that it serves in this currency, beside those in others. */
    public Profile market(String currency, String... served) {
        var all = new HashSet<>(markets);
        for (var country : served) {
            all.add(new Market(country, currency));
        }
        return withMarkets(Set.copyOf(all))
                .withCurrencies(more(currencies, Set.of(currency)))
                .withCountries(more(countries, Set.of(served)));
    }

    public Profile paymentMethodTypes(Set<String> types) {
        return withPaymentMethodTypes(types);
    }

    /** What it can beyond captures and refunds in parts and what its operations say. */
    public Profile features(Feature... more) {
        return withFeatures(more(features, Set.of(more)));
    }

    /** What it is sent of the products of an order. */
    public Profile products(ProductFields fields) {
        return withFeatures(more(features, fields.features()));
    }

    /** What nearly every provider can, and this one cannot. */
    public Profile without(Feature feature) {
        var rest = new HashSet<>(features);
        rest.remove(feature);
        return withFeatures(Set.copyOf(rest));
    }

    private static <T> Set<T> more(Set<T> known, Set<T> added) {
        var all = new HashSet<>(known);
        all.addAll(added);
        return Set.copyOf(all);
    }
}
