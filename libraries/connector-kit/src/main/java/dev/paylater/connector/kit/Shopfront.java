package dev.paylater.connector.kit;

import java.net.URI;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/**
 * What a customer is shown of a provider before they choose it. Nothing of it asks the provider:
 * what it offers this customer, its own page says.
 *
 * @param brand as customers know it
 * @param terms of its agreement with customers; null: no address is known to last
 * @param needs what it is told of the customer, or the payment is refused
 * @param plans how a sub-type is paid at an account with these settings; empty where it depends on
 *     more than the account
 */
public record Shopfront(
        String brand,
        @Nullable URI terms,
        Set<CustomerField> needs,
        BiFunction<String, Fields, Optional<Plan>> plans) {

    private static final Set<CustomerField> PERSON =
            Set.copyOf(EnumSet.complementOf(EnumSet.of(CustomerField.PHONE)));

    /** Of a provider that decides by name, address and e-mail address. */
    public static Shopfront of(String brand) {
        return new Shopfront(brand, null, PERSON, (_, _) -> Optional.empty());
    }

    public Shopfront terms(String address) {
        return new Shopfront(brand, URI.create(address), needs, plans);
    }

    /** Of a provider that asks for the rest itself, or needs more. */
    public Shopfront needs(CustomerField... fields) {
        return new Shopfront(brand, terms, Set.of(fields), plans);
    }

    /** With a phone number as well. */
    public Shopfront needsPhone() {
        return new Shopfront(brand, terms, Set.of(CustomerField.values()), plans);
    }

    public Shopfront without(CustomerField field) {
        var rest = EnumSet.copyOf(needs);
        rest.remove(field);
        return new Shopfront(brand, terms, Set.copyOf(rest), plans);
    }

    /** Whatever the sub-type. */
    public Shopfront plan(Plan plan) {
        return plans((_, _) -> Optional.of(plan));
    }

    public Shopfront plans(BiFunction<String, Fields, Optional<Plan>> rule) {
        return new Shopfront(brand, terms, needs, rule);
    }

    /** One that serves some countries only is told the customer's. */
    Shopfront in(Set<String> countries) {
        if (countries.isEmpty()) {
            return this;
        }
        var more = EnumSet.of(CustomerField.COUNTRY);
        more.addAll(needs);
        return new Shopfront(brand, terms, Set.copyOf(more), plans);
    }
}
