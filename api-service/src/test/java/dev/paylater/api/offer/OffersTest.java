package dev.paylater.api.offer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.groups.Tuple.tuple;

import dev.paylater.api.merchant.ServedAccount;
import dev.paylater.connector.kit.Capabilities;
import dev.paylater.connector.kit.Connector;
import dev.paylater.connector.kit.Market;
import dev.paylater.connector.kit.Plan;
import dev.paylater.connectors.Connectors;
import dev.paylater.options.RoutedPayment;
import dev.paylater.options.Routing;
import java.time.Period;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class OffersTest {

    static Stream<String> connectors() {
        return Connectors.all().stream().map(Connector::name);
    }

    /** What a confirm decides for the same pairs, OfferedIsConfirmedTest says. */
    @ParameterizedTest
    @MethodSource("connectors")
    void in_each_country_and_currency_what_the_connector_declares_is_offered(String name) {
        var served = Connectors.of(name).capabilities();
        var accounts = List.of(account(Connectors.of(name)));
        for (var country : countries()) {
            for (var currency : currencies()) {
                var types =
                        Offers.offers(
                                        accounts,
                                        null,
                                        payment(currency, country),
                                        Offers.TYPES.stream())
                                .stream()
                                .map(Offer::paymentMethodType)
                                .collect(Collectors.toSet());
                assertThat(types)
                        .as(country + " " + currency)
                        .isEqualTo(declared(served, country, currency));
            }
        }
    }

    private static Set<String> declared(Capabilities served, String country, String currency) {
        var isServed =
                (served.currencies().isEmpty() || served.currencies().contains(currency))
                        && (served.countries().isEmpty() || served.countries().contains(country))
                        && (served.markets().isEmpty()
                                || served.markets().contains(new Market(country, currency)));
        var types = served.paymentMethodTypes();
        return isServed ? types.isEmpty() ? Set.copyOf(Offers.TYPES) : types : Set.of();
    }

    private static Set<String> countries() {
        return Connectors.all().stream()
                .flatMap(connector -> connector.capabilities().countries().stream())
                .collect(Collectors.toCollection(() -> new TreeSet<>(Set.of("JP", "BR"))));
    }

    private static Set<String> currencies() {
        return Connectors.all().stream()
                .flatMap(connector -> connector.capabilities().currencies().stream())
                .collect(Collectors.toCollection(() -> new TreeSet<>(Set.of("JPY"))));
    }

    static ServedAccount account(Connector connector) {
        var served = connector.capabilities();
        return new ServedAccount(
                connector.name(),
                "mca_" + connector.name(),
                List.copyOf(served.currencies()),
                List.copyOf(served.countries()),
                served.markets().stream().map(Market::wireName).toList(),
                List.copyOf(served.paymentMethodTypes()),
                List.copyOf(served.captureMethods()),
                served.features().stream().map(Capabilities.Feature::wireName).toList(),
                null,
                null,
                Map.of());
    }

    private static RoutedPayment payment(String currency, @Nullable String country) {
        var values = new HashMap<String, Object>();
        values.put("currency", currency);
        if (country != null) {
            values.put("country", country);
        }
        return new RoutedPayment("p", 100, null, values::get, Map.of());
    }

    @Test
    void an_offer_is_at_the_account_that_the_rule_names_first() {
        var accounts = List.of(account(Connectors.of("sandbox")), account(Connectors.of("klarna")));
        var rule = new Routing.Single(new Routing.Choice("klarna", null));
        assertThat(
                        Offers.offers(
                                accounts,
                                rule,
                                payment("EUR", "DE"),
                                Stream.of("invoice", "subscription_invoice")))
                .extracting(Offer::paymentMethodType, offer -> offer.account().connector())
                .containsExactly(tuple("invoice", "klarna"));
    }

    @Test
    void parts_add_up_to_the_amount_and_the_first_has_what_cannot_be_divided() {
        assertThat(Offer.parts(Plan.parts(3, Period.ofMonths(1)), 10001L))
                .containsExactly(3335L, 3333L, 3333L);
        assertThat(Offer.parts(Plan.later(Period.ofDays(30)), 10001L)).containsExactly(10001L);
    }
}
