package dev.paylater.orchestrator.payment;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylater.connector.kit.Capabilities;
import dev.paylater.connector.kit.Connector;
import dev.paylater.connector.kit.Market;
import dev.paylater.connectors.Connectors;
import dev.paylater.options.Eligibility;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A confirm takes exactly the types that are offered, by connector, country and currency. */
class OfferedIsConfirmedTest {

    static Stream<String> connectors() {
        return Connectors.all().stream().map(Connector::name);
    }

    @ParameterizedTest
    @MethodSource("connectors")
    void in_each_country_and_currency_a_confirm_takes_what_is_offered_and_nothing_else(
            String name) {
        var connector = Connectors.of(name);
        var account = account(connector);
        var served = connector.capabilities();
        for (var country : countries()) {
            for (var currency : currencies()) {
                var scenario =
                        new Scenario()
                                .when(
                                        Scenario.creating(
                                                o -> o.currency(currency).country(country),
                                                Scenario.route(account)));
                var intent = scenario.payment().intent();
                var routed = intent.routed(Scenario.PAYMENT_ID, Map.of());
                var offered =
                        Eligibility.able(
                                Eligibility.chosen(List.of(account), null, routed), routed);
                var isConfirmed = !scenario.payment().attempts().isEmpty();
                assertThat(isConfirmed)
                        .as(country + " " + currency)
                        .isEqualTo(!offered.isEmpty())
                        .isEqualTo(declares(served, country, currency));
            }
        }
    }

    private static boolean declares(Capabilities served, String country, String currency) {
        return (served.currencies().isEmpty() || served.currencies().contains(currency))
                && (served.countries().isEmpty() || served.countries().contains(country))
                && (served.markets().isEmpty()
                        || served.markets().contains(new Market(country, currency)));
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

    private static ConnectorAccount account(Connector connector) {
        var served = connector.capabilities();
        return new ConnectorAccount(
                connector.name(),
                "mca_1",
                List.copyOf(served.currencies()),
                List.copyOf(served.countries()),
                served.markets().stream().map(Market::wireName).toList(),
                // Whatever the type of the payment is.
                List.of(),
                List.copyOf(served.captureMethods()),
                served.features().stream().map(Capabilities.Feature::wireName).toList(),
                null,
                null);
    }
}
