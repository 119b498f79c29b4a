package dev.paylater.options;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylater.options.Eligibility.Explained;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EligibilityTest {

    private static final Account ALPHA = Account.of("alpha", "mca_1");
    private static final Account ALPHA_TOO = Account.of("alpha", "mca_2");
    private static final Account BETA = Account.of("beta", "mca_3");
    private static final List<Account> ALL = List.of(ALPHA, ALPHA_TOO, BETA);

    private record Account(
            String connector,
            String merchantConnectorId,
            List<String> currencies,
            List<String> countries,
            List<String> markets,
            List<String> paymentMethodTypes,
            List<String> captureMethods,
            List<String> features,
            @Nullable String businessCountry,
            @Nullable String businessLabel)
            implements ServingAccount {

        static Account of(String connector, String id) {
            return with(connector, id, List.of());
        }

        static Account with(String connector, String id, List<String> features) {
            return new Account(
                    connector, id, List.of(), List.of(), List.of(), List.of(), List.of(), features,
                    null, null);
        }
    }

    /** Serves EUR in DE and USD in US, invoices, captured once, for one part of the business. */
    private static final Account NARROW =
            new Account(
                    "narrow",
                    "mca_9",
                    List.of("EUR", "USD"),
                    List.of("DE", "US"),
                    List.of("DE/EUR", "US/USD"),
                    List.of("invoice"),
                    List.of("automatic", "manual"),
                    List.of(),
                    "DE",
                    "lamps");

    private static RoutedPayment payment(Map<String, Object> options) {
        return payment(options, Map.of(), null);
    }

    private static RoutedPayment payment(
            Map<String, Object> options, Map<String, String> terms, @Nullable Routing routing) {
        var values = new HashMap<String, Object>(Map.of("currency", "EUR"));
        values.putAll(options);
        return new RoutedPayment("pay_1", 1000, routing, values::get, terms);
    }

    @ParameterizedTest
    @CsvSource(
            nullValues = "-",
            value = {
                "currency, EUR, -",
                "currency, USD, -",
                "currency, GBP, no currency GBP",
                "country, DE, -",
                "country, FR, no country FR",
                "country, US, no currency EUR in country US",
                "payment_method_type, invoice, -",
                "payment_method_type, direct_debit, no payment_method_type direct_debit",
                "capture_method, manual, -",
                "capture_method, manual_multiple, no multiple_capture",
                "payment_type, new_mandate, no mandates",
                "setup_future_usage, off_session, no mandates",
                "setup_future_usage, on_session, -",
                "mandate_id, man_1, no mandates"
            })
    void an_account_serves_a_payment_or_says_why_not(
            String option, String value, @Nullable String obstacle) {
        assertThat(Eligibility.findObstacle(NARROW, payment(Map.of(option, value))).orElse(null))
                .isEqualTo(obstacle);
    }

    @ParameterizedTest
    @CsvSource(
            nullValues = "-",
            value = {
                "business_country, DE, -",
                "business_country, FR, business_country is another",
                "business_label, lamps, -",
                "business_label, desks, business_label is another",
                "creds_identifier, mca_9, -",
                "creds_identifier, mca_8, creds_identifier names another"
            })
    void an_account_serves_its_part_of_the_business_and_whoever_names_it(
            String term, String value, @Nullable String obstacle) {
        var payment = payment(Map.of(), Map.of(term, '"' + value + '"'), null);
        assertThat(Eligibility.findObstacle(NARROW, payment).orElse(null)).isEqualTo(obstacle);
        assertThat(Eligibility.serves(NARROW, payment)).isEqualTo(obstacle == null);
    }

    @Test
    void what_an_account_lacks_is_found_in_the_order_of_the_capabilities() {
        var setUp = payment(Map.of("payment_type", "setup_mandate"));
        assertThat(Eligibility.findLacking(ALPHA, setUp)).contains(NeededCapability.MANDATES);
        var withMandates = Account.with("gamma", "mca_4", List.of("mandates"));
        assertThat(Eligibility.findLacking(withMandates, setUp))
                .contains(NeededCapability.MANDATE_SETUP);
        var authenticated =
                Map.<String, Object>of(
                        "request_external_three_ds_authentication",
                        true,
                        "authentication_type",
                        "three_ds");
        assertThat(Eligibility.findLacking(ALPHA, payment(authenticated)))
                .contains(NeededCapability.EXTERNAL_THREE_DS);
        assertThat(
                        Eligibility.findLacking(
                                withMandates, payment(authenticated).with("mandate_id", "man_1")))
                .isEmpty();
        assertThat(
                        Eligibility.findLacking(
                                ALPHA, payment(authenticated).with("authentication_type", null)))
                .isEmpty();
    }

    @Test
    void without_a_rule_it_is_the_first_account_that_fits_alone() {
        assertThat(Eligibility.chosen(ALL, null, payment(Map.of()))).containsExactly(ALPHA);
        assertThat(
                        Eligibility.chosen(
                                List.of(NARROW, BETA), null, payment(Map.of("country", "FR"))))
                .containsExactly(BETA);
        assertThat(Eligibility.chosen(List.of(NARROW), null, payment(Map.of("country", "FR"))))
                .isEmpty();
    }

    @Test
    void connectors_of_the_payment_win_over_its_routing_and_that_over_the_profile_s_rule() {
        var toBeta = new Routing.Single(new Routing.Choice("beta", null));
        var toSecond = new Routing.Single(new Routing.Choice("alpha", "mca_2"));
        assertThat(Eligibility.chosen(ALL, toSecond, payment(Map.of()))).containsExactly(ALPHA_TOO);
        var routed = payment(Map.of(), Map.of(), toBeta);
        assertThat(Eligibility.chosen(ALL, toSecond, routed)).containsExactly(BETA);
        assertThat(
                        Eligibility.chosen(
                                ALL, toSecond, routed.with("connector", List.of("beta", "alpha"))))
                .containsExactly(BETA, ALPHA, ALPHA_TOO);
        var byAccount = payment(Map.of(), Map.of("creds_identifier", "\"mca_1\""), null);
        assertThat(Eligibility.chosen(ALL, toSecond, byAccount)).containsExactly(ALPHA);
    }

    @Test
    void a_payment_names_where_it_goes_by_connectors_routing_or_credentials() {
        assertThat(Eligibility.isNamed(payment(Map.of()))).isFalse();
        assertThat(Eligibility.isNamed(payment(Map.of("connector", List.of())))).isFalse();
        assertThat(Eligibility.isNamed(payment(Map.of("connector", List.of("beta"))))).isTrue();
        var rule = new Routing.Single(new Routing.Choice("beta", null));
        assertThat(Eligibility.isNamed(payment(Map.of(), Map.of(), rule))).isTrue();
        assertThat(
                        Eligibility.isNamed(
                                payment(Map.of(), Map.of("creds_identifier", "\"x\""), null)))
                .isTrue();
    }

    @Test
    void what_may_not_be_ignored_is_left_to_an_account_that_does_it() {
        var direct = payment(Map.of(), Map.of("capture_type", "\"direct\""), null);
        var settling = Account.with("beta", "mca_3", List.of("direct_settlement"));
        assertThat(Eligibility.findRefused(ALPHA, direct)).contains("capture_type");
        assertThat(Eligibility.able(List.of(ALPHA, settling), direct)).containsExactly(settling);
    }

    @Test
    void a_part_is_captured_only_where_the_service_takes_less_than_the_whole() {
        for (var method : Set.of("automatic", "sequential_automatic", "scheduled")) {
            var payment = payment(Map.of("amount_to_capture", 999L, "capture_method", method));
            assertThat(payment.capturesPart()).isTrue();
            assertThat(Eligibility.findRefused(ALPHA, payment)).contains("amount_to_capture");
            assertThat(payment.with("amount_to_capture", 1000L).capturesPart()).isFalse();
            assertThat(Eligibility.findRefused(ALPHA, payment.with("amount_to_capture", 1000L)))
                    .isEmpty();
        }
        assertThat(payment(Map.of("amount_to_capture", 1L)).capturesPart()).isTrue();
        assertThat(
                        payment(Map.of("amount_to_capture", 1L, "capture_method", "manual"))
                                .capturesPart())
                .isFalse();
        assertThat(payment(Map.of()).capturesPart()).isFalse();
    }

    @Test
    void a_strict_account_refuses_what_others_ignore() {
        var strict = Account.with("alpha", "mca_1", List.of(ServingAccount.STRICT));
        var described = payment(Map.of(), Map.of("description", "\"A lamp\""), null);
        assertThat(Eligibility.findRefused(ALPHA, described)).isEmpty();
        assertThat(Eligibility.findRefused(strict, described)).contains("description");
        var branded = payment(Map.of(), Map.of("line_brand", "true"), null);
        assertThat(Eligibility.findRefused(ALPHA, branded)).isEmpty();
        assertThat(Eligibility.findRefused(strict, branded)).contains("order_details.brand");
    }

    @Test
    void each_account_is_tried_in_its_order_or_says_why_not() {
        var first = new Routing.Priority(List.of(new Routing.Choice("beta", null)));
        assertThat(Eligibility.explained(ALL, null, payment(Map.of())))
                .containsExactly(
                        new Explained<>(ALPHA, null),
                        new Explained<>(ALPHA_TOO, "another account comes before it"),
                        new Explained<>(BETA, "another account comes before it"));
        assertThat(Eligibility.explained(List.of(ALPHA, NARROW, BETA), first, payment(Map.of())))
                .containsExactly(
                        new Explained<>(BETA, null),
                        new Explained<>(ALPHA, "the routing names others"),
                        new Explained<>(NARROW, "the routing names others"));
        var both = payment(Map.of("connector", List.of("narrow", "alpha", "gamma")));
        assertThat(Eligibility.explained(List.of(ALPHA, NARROW), first, both.with("country", "FR")))
                .containsExactly(
                        new Explained<>(ALPHA, null), new Explained<>(NARROW, "no country FR"));
        assertThat(Eligibility.missing(List.of(ALPHA, NARROW), first, both))
                .containsExactly("gamma");
        var direct = payment(Map.of(), Map.of("capture_type", "\"direct\""), null);
        assertThat(Eligibility.explained(List.of(ALPHA), null, direct))
                .containsExactly(
                        new Explained<>(ALPHA, "would ignore capture_type, which it may not"));
    }
}
