package dev.paylater.connectors;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylater.connector.kit.Connector;
import dev.paylater.connector.kit.CustomerField;
import dev.paylater.connector.kit.Fields;
import dev.paylater.connector.kit.Plan;
import dev.paylater.connector.kit.Step;
import java.time.Period;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.node.ObjectNode;

/** What customers are shown of each provider, and are asked for. */
class ShopfrontTest {

    private static final Map<CustomerField, String> ENTRIES =
            Map.of(
                    CustomerField.FIRST_NAME, "Ada",
                    CustomerField.LAST_NAME, "Lovelace",
                    CustomerField.LINE1, "Hauptstr. 12",
                    CustomerField.ZIP, "10115",
                    CustomerField.CITY, "Berlin",
                    CustomerField.COUNTRY, "DE",
                    CustomerField.EMAIL, "ada@example.com",
                    CustomerField.PHONE, "+491511234567");

    static Stream<Connector> connectors() {
        return Connectors.all().stream();
    }

    @ParameterizedTest
    @MethodSource("connectors")
    void who_enters_what_they_are_asked_for_is_not_refused_for_what_they_were_not(
            Connector connector) {
        var step = PersonSentTest.step(connector.name(), people(connector.shopfront().needs()));

        assertThat(step).as(step.toString()).isInstanceOf(Step.Call.class);
    }

    private static String people(Set<CustomerField> given) {
        var people = Exchanges.JSON.createObjectNode();
        for (var field : given) {
            var steps = field.path().split("\\.", -1);
            ObjectNode node = people;
            for (var i = 0; i < steps.length - 1; i++) {
                node = node.withObjectProperty(steps[i]);
            }
            node.put(steps[steps.length - 1], ENTRIES.get(field));
        }
        return people.toString();
    }

    @ParameterizedTest
    @MethodSource("connectors")
    void a_provider_that_serves_some_countries_is_told_the_customer_s(Connector connector) {
        assertThat(connector.shopfront().needs().contains(CustomerField.COUNTRY))
                .isEqualTo(
                        !connector.capabilities().countries().isEmpty()
                                || Set.of("sandbox", "two").contains(connector.name()));
    }

    @Test
    void a_plan_follows_the_account_where_the_account_decides() {
        var alma = Connectors.of("alma").shopfront().plans();
        var settings = new Fields(Map.of("installments_count", "4", "deferred_days", "15"));
        assertThat(alma.apply("installment_invoice", settings))
                .contains(Plan.parts(4, Period.ofMonths(1)));
        assertThat(alma.apply("invoice", settings)).contains(Plan.later(Period.ofDays(15)));
        assertThat(alma.apply("invoice", new Fields(Map.of())))
                .contains(Plan.later(Period.ofDays(30)));
        assertThat(Connectors.of("klarna").shopfront().plans().apply("invoice", settings))
                .isEmpty();
    }
}
