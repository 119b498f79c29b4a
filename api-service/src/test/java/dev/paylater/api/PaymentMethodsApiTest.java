package dev.paylater.api;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.Filters;
import com.mongodb.client.model.Updates;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** The lists of payment methods for a payment and for a basket, by secret and publishable key. */
class PaymentMethodsApiTest {

    private static final RunningApi API = RunningApi.shared();
    private static final String MERCHANT = "merchant_offering";
    private static String key;

    @BeforeAll
    static void make_a_merchant_with_two_accounts() {
        API.administer("/admin/merchants", "{\"merchant_id\": \"" + MERCHANT + "\"}");
        account("alma", "{\"api_key\": \"k\"}", "{\"installments_count\": 4}");
        account("afterpay_clearpay", "{\"merchant_id\": \"m\", \"secret_key\": \"k\"}", "{}");
        key =
                API.administer(
                                "/admin/merchants/" + MERCHANT + "/api_keys",
                                "{\"kind\": \"secret\"}")
                        .json()
                        .path("api_key")
                        .asString();
    }

    private static void account(String connector, String credentials, String settings) {
        var made =
                API.administer(
                        "/admin/merchants/" + MERCHANT + "/connector_accounts",
                        """
                        {"connector": "%s", "credentials": %s, "settings": %s}
                        """
                                .formatted(connector, credentials, settings));
        assertThat(made.status()).as(made.body()).isEqualTo(200);
    }

    private static String path(JsonNode payment) {
        return "/payments/" + payment.path("payment_id").asString() + "/payment_methods";
    }

    private static List<String> shown(RunningApi.Reply answer) {
        assertThat(answer.status()).as(answer.body()).isEqualTo(200);
        return answer.json()
                .path("data")
                .valueStream()
                .map(
                        method ->
                                method.path("connector").asString()
                                        + " "
                                        + method.path("payment_method_type").asString())
                .toList();
    }

    @Test
    void a_payment_is_offered_each_type_once_and_at_the_account_where_its_confirm_goes() {
        var payment = API.create(", \"connector\": [\"klarna\", \"sandbox\"]");
        assertThat(shown(API.get(path(payment))))
                .containsExactly(
                        "klarna invoice",
                        "klarna direct_debit",
                        "klarna installment_invoice",
                        "klarna installment_direct_debit",
                        "sandbox subscription_invoice",
                        "sandbox subscription_direct_debit");
        var elsewhere =
                API.create(
                        """
                        , "connector": ["klarna"], "billing": {"address": {"country": "US"}}
                        """);
        assertThat(shown(API.get(path(elsewhere)))).isEmpty();
        var bounded = API.create(", \"allowed_payment_method_types\": [\"direct_debit\"]");
        assertThat(shown(API.get(path(bounded)))).containsExactly("sandbox direct_debit");
        var chosen =
                API.create(
                        """
                        , "payment_method": "pay_later", "payment_method_type": "invoice"
                        """);
        assertThat(shown(API.get(path(chosen)))).containsExactly("sandbox invoice");
    }

    @Test
    void what_is_missing_is_named_by_its_field_and_what_is_known_is_not_asked_for_again() {
        var payment =
                API.create(
                        """
                        , "connector": ["mondu"], "email": "ada@example.com",
                        "customer": {"name": "Ada Lovelace"},
                        "billing": {"address": {"city": "Berlin", "country": "DE"}}
                        """);
        assertThat(API.get(path(payment)).json().at("/data/0/required_fields").toString())
                .isEqualTo("[\"billing.address.line1\",\"billing.address.zip\"]");
    }

    @ParameterizedTest
    @ValueSource(strings = {"succeeded", "cancelled", "processing", "requires_customer_action"})
    void a_payment_that_cannot_be_confirmed_is_offered_nothing(String status) {
        var payment = API.create("");
        API.bean(MongoDatabase.class)
                .getCollection("payments")
                .updateOne(
                        Filters.eq(
                                "_id", "merchant_sandbox/" + payment.path("payment_id").asString()),
                        Updates.set("status", status));
        assertThat(shown(API.get(path(payment)))).isEmpty();
    }

    @Test
    void a_session_that_is_over_shows_a_browser_nothing_and_the_server_what_it_may_still_confirm() {
        var payment = API.create(", \"session_expiry\": 0");
        var secret = payment.path("client_secret").asString();
        assertThat(shown(API.get(path(payment)))).hasSize(6);
        var browser = API.getAs(RunningApi.PUBLISHABLE, path(payment) + "?client_secret=" + secret);
        assertThat(browser.code()).isEqualTo("IR_08");
    }

    @Test
    void a_browser_needs_the_client_secret() {
        var payment = API.create("");
        var secret = payment.path("client_secret").asString();
        var own = path(payment);
        assertThat(shown(API.getAs(RunningApi.PUBLISHABLE, own + "?client_secret=" + secret)))
                .hasSize(6);
        assertThat(API.getAs(RunningApi.PUBLISHABLE, own).code()).isEqualTo("IR_04");
        assertThat(API.getAs(RunningApi.PUBLISHABLE, own + "?client_secret=x").code())
                .isEqualTo("IR_09");
    }

    @Test
    void a_basket_is_offered_what_its_payment_would_be_with_plans_and_terms() {
        var french = API.getAs(key, "/payment_methods?amount=10002&currency=EUR&country=FR");
        assertThat(shown(french)).containsExactly("alma invoice", "alma installment_invoice");
        assertThat(french.json().at("/data/0/instalment_plans").toString())
                .isEqualTo(
                        "[{\"count\":1,\"first_due\":\"P30D\",\"interval\":null,\"amounts\":[10002]}]");
        assertThat(french.json().at("/data/1/instalment_plans").toString())
                .isEqualTo(
                        "[{\"count\":4,\"first_due\":\"P0D\",\"interval\":\"P1M\","
                                + "\"amounts\":[2502,2500,2500,2500]}]");
        assertThat(french.json().at("/data/0/name").asString()).isEqualTo("Alma");
        assertThat(french.json().at("/data/0/required_fields").toString())
                .isEqualTo("[\"billing.email\"]");
        var american = API.getAs(key, "/payment_methods?amount=100&currency=USD");
        assertThat(shown(american)).containsExactly("afterpay_clearpay installment_invoice");
        assertThat(american.json().at("/data/0/required_fields").toString())
                .contains("billing.address.country");
        assertThat(shown(API.getAs(key, "/payment_methods?amount=1&currency=JPY"))).isEmpty();
    }

    @Test
    void a_basket_is_asked_about_with_an_amount_and_a_currency() {
        for (var row :
                Stream.of(
                                "currency=EUR | 400 IR_04",
                                "amount=1 | 400 IR_04",
                                "amount=-1&currency=EUR | 422 IR_05",
                                "amount=9999999999999999999&currency=EUR | 422 IR_05",
                                "amount=1.5&currency=EUR | 422 IR_05",
                                "amount=1&currency=eur | 422 IR_05",
                                "amount=1&currency=EUR&country=XX | 422 IR_05",
                                "amount=1&currency=EUR&profile_id=pro_none | 422 IR_06",
                                "amount=1&currency=EUR&lines=1 | 422 IR_05")
                        .map(row -> row.split(" \\| "))
                        .toList()) {
            var refused = API.get("/payment_methods?" + row[0]);
            assertThat(refused.status() + " " + refused.code()).as(row[0]).isEqualTo(row[1]);
        }
    }
}
