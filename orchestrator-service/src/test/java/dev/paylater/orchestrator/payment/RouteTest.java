package dev.paylater.orchestrator.payment;

import static dev.paylater.orchestrator.payment.Scenario.PAYMENT_ID;
import static org.assertj.core.api.Assertions.assertThat;

import dev.paylater.options.Eligibility;
import dev.paylater.options.Routing;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

/** The order of precedence: the payment's connectors, its routing, the profile's rule, the list. */
class RouteTest {

    private static final ConnectorAccount SANDBOX = Scenario.account("sandbox", "mca_1");
    private static final ConnectorAccount SECOND = Scenario.account("sandbox", "mca_2");
    private static final ConnectorAccount KLARNA = Scenario.account("klarna", "mca_3");
    private static final List<ConnectorAccount> ALL = List.of(SANDBOX, SECOND, KLARNA);
    private static final Routing.Choice TO_KLARNA = new Routing.Choice("klarna", null);
    private static final Routing.Choice TO_SANDBOX = new Routing.Choice("sandbox", null);
    private static final Routing.Choice TO_SECOND = new Routing.Choice("sandbox", "mca_2");

    private static final ConnectorAccount MARKETS =
            new ConnectorAccount(
                    "klarna",
                    "mca_markets",
                    List.of("EUR", "USD"),
                    List.of("DE", "US"),
                    List.of("DE/EUR", "US/USD"),
                    List.of(),
                    List.of(),
                    List.of(),
                    null,
                    null);

    private static List<ConnectorAccount> route(
            @Nullable Routing rule, UnaryOperator<IntentBuilder> options) {
        return route(rule, options, Map.of());
    }

    private static List<ConnectorAccount> route(
            @Nullable Routing rule,
            UnaryOperator<IntentBuilder> options,
            Map<String, String> terms) {
        var builder = IntentBuilder.builder().amount(100L).currency("EUR");
        return new Route(ALL, rule, null)
                .accountsFor(options.apply(builder).build().create().routed(PAYMENT_ID, terms));
    }

    @Test
    void the_account_that_the_credentials_name_is_the_only_one_and_wins_over_the_profiles_rule() {
        var rule = new Routing.Single(TO_KLARNA);
        var second = Map.of("creds_identifier", "\"mca_2\"");
        assertThat(route(null, o -> o, second)).containsExactly(SECOND);
        assertThat(route(rule, o -> o, second)).containsExactly(SECOND);
        assertThat(route(rule, o -> o.connector(List.of("sandbox")), second))
                .containsExactly(SECOND);
        assertThat(route(rule, o -> o.connector(List.of("klarna")), second)).isEmpty();
        assertThat(route(null, o -> o, Map.of("creds_identifier", "\"mca_9\""))).isEmpty();
    }

    @Test
    void without_a_word_it_is_the_first_account_alone() {
        assertThat(route(null, o -> o)).containsExactly(SANDBOX);
    }

    @Test
    void connectors_of_the_payment_win_over_its_routing_and_that_over_the_profiles_rule() {
        var rule = new Routing.Single(TO_SECOND);
        assertThat(route(rule, o -> o)).containsExactly(SECOND);
        assertThat(route(rule, o -> o.routing(new Routing.Single(TO_KLARNA))))
                .containsExactly(KLARNA);
        assertThat(
                        route(
                                rule,
                                o ->
                                        o.connector(List.of("sandbox"))
                                                .routing(new Routing.Single(TO_KLARNA))))
                .containsExactly(SANDBOX, SECOND);
    }

    @Test
    void a_priority_is_tried_in_its_order_and_no_account_twice() {
        var rule = new Routing.Priority(List.of(TO_KLARNA, TO_SECOND, TO_SANDBOX));
        assertThat(route(rule, o -> o)).containsExactly(KLARNA, SECOND, SANDBOX);
    }

    @Test
    void a_choice_that_no_account_fits_leads_nowhere() {
        assertThat(route(new Routing.Single(new Routing.Choice("affirm", null)), o -> o)).isEmpty();
        assertThat(route(new Routing.Single(new Routing.Choice("klarna", "mca_1")), o -> o))
                .isEmpty();
    }

    @Test
    void a_payment_that_nobody_serves_leads_nowhere_and_is_not_confirmed() {
        var euro =
                new ConnectorAccount(
                        "klarna", "m", List.of("EUR"), List.of(), List.of(), List.of(), List.of());
        var scenario =
                new Scenario()
                        .when(Scenario.creating(o -> o.currency("JPY"), Scenario.route(euro)))
                        .thenRefused("IR_39")
                        .thenStatus(PaymentStatus.REQUIRES_CONFIRMATION);
        assertThat(scenario.requests()).isEmpty();
    }

    @Test
    void each_thing_that_an_account_serves_is_looked_at() {
        assertThat(serves(List.of("EUR"), List.of(), List.of(), List.of())).isTrue();
        assertThat(serves(List.of("USD"), List.of(), List.of(), List.of())).isFalse();
        assertThat(serves(List.of(), List.of("DE"), List.of(), List.of())).isTrue();
        assertThat(serves(List.of(), List.of("FR"), List.of(), List.of())).isFalse();
        assertThat(serves(List.of(), List.of(), List.of("invoice"), List.of())).isTrue();
        assertThat(serves(List.of(), List.of(), List.of("direct_debit"), List.of())).isFalse();
        assertThat(serves(List.of(), List.of(), List.of(), List.of("manual"))).isTrue();
        assertThat(serves(List.of(), List.of(), List.of(), List.of("automatic"))).isFalse();
    }

    private static boolean serves(
            List<String> currencies,
            List<String> countries,
            List<String> types,
            List<String> methods) {
        var intent =
                IntentBuilder.builder()
                        .amount(100L)
                        .currency("EUR")
                        .country("DE")
                        .paymentMethodType("invoice")
                        .captureMethod(CaptureMethod.MANUAL)
                        .build()
                        .create();
        return canServe(
                new ConnectorAccount("x", "m", currencies, countries, types, methods, List.of()),
                intent);
    }

    private static boolean canServe(ConnectorAccount account, Intent intent) {
        return Eligibility.findObstacle(account, intent.routed(PAYMENT_ID, Map.of())).isEmpty();
    }

    @Test
    void a_country_is_served_in_its_own_currency_alone() {
        assertThat(servesMarket("US", "USD")).isTrue();
        assertThat(servesMarket("DE", "EUR")).isTrue();
        assertThat(servesMarket("US", "EUR")).isFalse();
        assertThat(servesMarket("DE", "USD")).isFalse();
        assertThat(servesMarket(null, "EUR")).isTrue();
    }

    private static boolean servesMarket(@Nullable String country, String currency) {
        return canServe(
                MARKETS,
                IntentBuilder.builder()
                        .amount(100L)
                        .currency(currency)
                        .country(country)
                        .build()
                        .create());
    }

    @Test
    void a_payment_in_a_currency_of_another_country_goes_to_the_next_account_of_its_route() {
        var other = accountOf("mca_other", null, null);
        var scenario =
                new Scenario()
                        .when(
                                Scenario.creating(
                                        o ->
                                                o.currency("EUR")
                                                        .country("US")
                                                        .connector(List.of("klarna")),
                                        Scenario.route(MARKETS, other)));
        assertThat(scenario.payment().currentAttempt().merchantConnectorId())
                .isEqualTo("mca_other");
    }

    @Test
    void a_payment_that_nobody_serves_is_told_of_each_account_why() {
        var german = accountOf("mca_german", "DE", null);
        var once =
                new ConnectorAccount(
                        "alma",
                        "mca_once",
                        List.of(),
                        List.of(),
                        List.of(),
                        List.of("automatic"),
                        List.of());
        var refusal =
                refusal(
                        o ->
                                o.currency("EUR")
                                        .country("US")
                                        .captureMethod(CaptureMethod.MANUAL_MULTIPLE),
                        Map.of("business_country", "\"FR\""),
                        MARKETS,
                        german,
                        once);

        assertThat(refusal)
                .isEqualTo(
                        "No eligible connector: klarna (mca_markets): no currency EUR in country"
                                + " US; klarna (mca_german): business_country is another; alma"
                                + " (mca_once): no multiple_capture");
        assertThat(refusal(o -> o.connector(List.of("affirm")), Map.of(), SANDBOX))
                .isEqualTo(
                        "No eligible connector: sandbox (mca_1): the routing names others;"
                                + " affirm: no such account");
        assertThat(refusal(o -> o, Map.of()))
                .isEqualTo("No eligible connector: there is no account");
    }

    private static @Nullable String refusal(
            UnaryOperator<IntentBuilder> options,
            Map<String, String> terms,
            ConnectorAccount... accounts) {
        var refusal =
                Scenario.created(options)
                        .when(
                                new PaymentCommand.ConfirmPayment(
                                        false, Intent.NONE, terms, Scenario.route(accounts)))
                        .last()
                        .refusal();
        return refusal == null ? null : refusal.message();
    }

    @Test
    void an_account_of_one_part_of_the_business_serves_no_payment_of_another() {
        var german = accountOf("mca_german", "DE", null);
        var lamps = accountOf("mca_lamps", "DE", "Lamps \"& Sons\"");
        var any = accountOf("mca_any", null, null);
        assertThat(first("{}", german, lamps, any)).isEqualTo("mca_german");
        assertThat(first("{'business_country': 'FR'}", german, lamps, any)).isEqualTo("mca_any");
        assertThat(first("{'business_country': 'FR'}", german, lamps)).isEqualTo("IR_39");
        assertThat(first("{'business_country': 'DE', 'business_label': 'desks'}", lamps, german))
                .isEqualTo("mca_german");
        assertThat(first("{'business_label': 'Lamps \\\"& Sons\\\"'}", lamps, german))
                .isEqualTo("mca_lamps");
    }

    private static ConnectorAccount accountOf(
            String id, @Nullable String businessCountry, @Nullable String businessLabel) {
        return new ConnectorAccount(
                "klarna",
                id,
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                businessCountry,
                businessLabel);
    }

    /** The account that a payment with these carried fields goes to, or why it goes nowhere. */
    private static String first(String fields, ConnectorAccount... accounts) {
        var terms = new HashMap<String, String>();
        JsonMapper.shared()
                .readTree(fields.replace('\'', '"'))
                .forEachEntry((name, value) -> terms.put(name, value.toString()));
        var scenario =
                Scenario.created(o -> o)
                        .when(
                                new PaymentCommand.ConfirmPayment(
                                        false, Intent.NONE, terms, Scenario.route(accounts)));
        var refusal = scenario.last().refusal();
        return refusal == null
                ? scenario.payment().currentAttempt().merchantConnectorId()
                : refusal.code();
    }

    @Test
    void a_split_gives_each_its_part_and_the_same_payment_the_same_each_time() {
        var rule =
                new Routing.VolumeSplit(
                        List.of(
                                new Routing.Share(TO_KLARNA, 70),
                                new Routing.Share(TO_SECOND, 30)));
        var klarna = 0;
        for (var i = 0; i < 10_000; i++) {
            var id = "pay_%026d".formatted(i);
            var chosen = rule.choicesFor(id);
            assertThat(chosen).hasSize(1).isEqualTo(rule.choicesFor(id));
            if (chosen.getFirst().equals(TO_KLARNA)) {
                klarna++;
            } else {
                assertThat(chosen).containsExactly(TO_SECOND);
            }
        }
        assertThat(klarna).isBetween(6_800, 7_200);
    }

    @Test
    void all_or_nothing_of_a_split_is_all_or_nothing() {
        var all =
                new Routing.VolumeSplit(
                        List.of(
                                new Routing.Share(TO_KLARNA, 0),
                                new Routing.Share(TO_SANDBOX, 100)));
        for (var i = 0; i < 1_000; i++) {
            assertThat(all.choicesFor("pay_%026d".formatted(i))).containsExactly(TO_SANDBOX);
        }
    }
}
