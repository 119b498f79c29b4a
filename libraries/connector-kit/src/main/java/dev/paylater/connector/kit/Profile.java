package dev.paylater.connector.kit;

import dev.paylater.connector.kit.Capabilities.Feature;
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
 * @param paymentMethodTypes the interface's sub-types
 * @param account what an account has
 */
public record Profile(
        String name,
        Function<Account, URI> live,
        Set<String> currencies,
        Set<String> countries,
        Set<String> paymentMethodTypes,
        Set<Feature> features,
        AccountForm account) {

    /** What nearly every provider can. */
    private static final Set<Feature> USUAL =
            Set.of(
                    Feature.PARTIAL_CAPTURE,
                    Feature.MULTIPLE_CAPTURE,
                    Feature.PHONE,
                    Feature.KNOWS_CANCELLATION);

    public static Profile of(String name, Function<Account, URI> live) {
        return new Profile(name, live, Set.of(), Set.of(), Set.of(), USUAL, AccountForm.of());
    }

    public static Profile of(String name, String live) {
        var address = URI.create(live);
        return of(name, _ -> address);
    }

    /** What an account has. */
    public Profile account(AccountForm form) {
        return new Profile(name, live, currencies, countries, paymentMethodTypes, features, form);
    }

    public Profile currencies(String... codes) {
        return new Profile(
                name, live, Set.of(codes), countries, paymentMethodTypes, features, account);
    }

    public Profile countries(String... codes) {
        return new Profile(
                name, live, currencies, Set.of(codes), paymentMethodTypes, features, account);
    }

    public Profile paymentMethodTypes(Set<String> types) {
        return new Profile(name, live, currencies, countries, types, features, account);
    }

    /** What it can beyond captures and refunds in parts and what its operations say. */
    public Profile features(Feature... more) {
        var all = new HashSet<>(features);
        all.addAll(Set.of(more));
        return new Profile(
                name, live, currencies, countries, paymentMethodTypes, Set.copyOf(all), account);
    }

    /** What nearly every provider can, and this one cannot. */
    public Profile without(Feature feature) {
        var rest = new HashSet<>(features);
        rest.remove(feature);
        return new Profile(
                name, live, currencies, countries, paymentMethodTypes, Set.copyOf(rest), account);
    }
}
