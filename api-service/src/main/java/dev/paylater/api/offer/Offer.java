package dev.paylater.api.offer;

import dev.paylater.api.merchant.ServedAccount;
import dev.paylater.connector.kit.Capabilities.Feature;
import dev.paylater.connector.kit.CustomerField;
import dev.paylater.connector.kit.Fields;
import dev.paylater.connector.kit.Plan;
import dev.paylater.connector.kit.Shopfront;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * A way to pay that a confirm takes.
 *
 * @param account where the confirm goes first
 */
public record Offer(String paymentMethodType, ServedAccount account, Shopfront shopfront) {

    /** What the provider needs of the customer and nobody has given yet, in the form's order. */
    public List<CustomerField> missing(Predicate<CustomerField> isKnown) {
        return Stream.of(CustomerField.values())
                .filter(shopfront.needs()::contains)
                .filter(isKnown.negate())
                .toList();
    }

    /** Whether it decides by what it is told of the customer, and better with a date of birth. */
    public boolean takesBirthDate() {
        return shopfront.needs().contains(CustomerField.LINE1)
                && account.features().contains(Feature.BIRTH_DATE.wireName());
    }

    /** In how many parts it is paid; empty where only the provider knows. */
    public Optional<Plan> plan() {
        return shopfront.plans().apply(paymentMethodType, new Fields(account.settings()));
    }

    /** Minor units of each part of an amount; what cannot be divided is in the first. */
    public static List<Long> parts(Plan plan, long amount) {
        var part = amount / plan.count();
        var parts = new ArrayList<Long>();
        parts.add(amount - part * (plan.count() - 1));
        for (var i = 1; i < plan.count(); i++) {
            parts.add(part);
        }
        return List.copyOf(parts);
    }
}
