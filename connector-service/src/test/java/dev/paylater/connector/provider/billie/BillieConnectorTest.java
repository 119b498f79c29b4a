package dev.paylater.connector.provider.billie;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.paylater.connector.provider.Account;
import dev.paylater.connector.provider.BadAccount;
import dev.paylater.connector.provider.Fields;
import dev.paylater.connector.provider.HttpAnswer;
import dev.paylater.connector.provider.HttpCall;
import dev.paylater.connector.provider.HttpCall.Method;
import dev.paylater.connector.provider.Notice;
import dev.paylater.connector.provider.Notice.Reason;
import dev.paylater.connector.provider.Notification;
import dev.paylater.connector.provider.Operation;
import dev.paylater.connector.provider.Order;
import dev.paylater.connector.provider.Order.Links;
import dev.paylater.connector.provider.Secret;
import dev.paylater.connector.provider.Step;
import dev.paylater.connector.provider.UnifiedError;
import dev.paylater.connector.provider.UnreadableAnswer;
import dev.paylater.connector.provider.Verdict;
import dev.paylater.schemas.PaymentOptions;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

final class BillieConnectorTest {

    private static final JsonMapper JSON =
            JsonMapper.builder().enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS).build();

    private static final String PAYMENT = "pay_01JABCDEFGHJKMNPQRSTVWXYZ0";
    private static final String LINES =
            "[{\"product_name\": \"Lamp\", \"quantity\": 1, \"amount\": 10000,"
                    + " \"total_tax_amount\": 1597}]";

    private static final Map<String, String> DIRECT =
            Map.of(
                    "capture_type",
                    "\"direct\"",
                    "capture_metadata",
                    "{\"invoice_data\": {\"merchant_invoice_ref\": \"INV-7\","
                            + " \"invoice_url\": \"https://shop.example/INV-7.pdf\"}}");

    private final BillieConnector connector = new BillieConnector();

    @Test
    void an_order_says_net_gross_and_tax_in_decimals() {
        var body = sent(order(Operation.AUTHORIZE, 10000, 0, Map.of()));

        assertThat(number(body, "/amount/net")).isEqualByComparingTo("84.03");
        assertThat(number(body, "/amount/gross")).isEqualByComparingTo("100.00");
        assertThat(number(body, "/amount/tax")).isEqualByComparingTo("15.97");
        assertThat(body.path("duration").asInt()).isEqualTo(30);
        assertThat(body.at("/debtor/name").asString()).isEqualTo("Jones GmbH");
        assertThat(body.at("/debtor/company_address/street").asString()).isEqualTo("Hauptstr.");
        assertThat(body.at("/debtor/company_address/house_number").asString()).isEqualTo("12a");
        assertThat(body.has("currency")).isFalse();
    }

    @Test
    void an_account_may_want_the_newer_form() {
        var settings = Map.of("debtor_field", "\"debtor_company\"", "send_currency", "true");

        var body = sent(order(Operation.AUTHORIZE, 10000, 0, Map.of()), settings);

        assertThat(body.at("/debtor_company/name").asString()).isEqualTo("Jones GmbH");
        assertThat(body.path("currency").asString()).isEqualTo("EUR");
    }

    @Test
    void the_taxes_of_all_parts_are_those_of_the_whole() {
        var details = Map.of("capture_metadata", DIRECT.getOrDefault("capture_metadata", ""));
        var tax = BigDecimal.ZERO;
        var captured = 0L;
        for (var amount : new long[] {3333, 3333, 3334}) {
            var body = sent(order(Operation.CAPTURE, amount, captured, details));
            tax = tax.add(number(body, "/amount/tax"));
            assertThat(number(body, "/amount/net").add(number(body, "/amount/tax")))
                    .isEqualByComparingTo(number(body, "/amount/gross"));
            captured += amount;
        }

        assertThat(tax).isEqualByComparingTo("15.97");
    }

    @Test
    void a_direct_capture_is_an_invoice_that_is_paid() {
        var order = order(Operation.CAPTURE, 500, 0, DIRECT);

        var looked = connector.perform(order, account(Map.of()));
        var invoiced = answered(looked, 200, "{'invoices': []}");
        assertThat(call(invoiced).path()).isEqualTo("/api/v2/invoices");
        var confirmed = answered(invoiced, 201, "{'uuid': 'i1'}");

        assertThat(call(confirmed).path()).isEqualTo("/api/v2/invoices/i1/confirm-payment");
        assertThat(number(body(call(confirmed)), "/paid_amount")).isEqualByComparingTo("5.00");
        assertThat(verdict(answered(confirmed, 204, "")))
                .isEqualTo(new Verdict.Approved(500, false));
    }

    @Test
    void a_direct_capture_that_stopped_half_way_is_gone_on_with() {
        var order = order(Operation.CAPTURE, 500, 0, DIRECT);
        var unpaid = invoices("5.00");

        assertThat(verdict(answered(connector.ask(order, account(Map.of())), 200, unpaid)))
                .isEqualTo(new Verdict.NotFound());
        var next = answered(connector.perform(order, account(Map.of())), 200, unpaid);
        assertThat(call(next).path()).isEqualTo("/api/v2/invoices/i1/confirm-payment");
        assertThat(
                        verdict(
                                answered(
                                        connector.ask(order, account(Map.of())),
                                        200,
                                        invoices("0.00"))))
                .isEqualTo(new Verdict.Approved(500, false));
    }

    @Test
    void a_lower_amount_is_what_is_captured() {
        var body = sent(order(Operation.RELEASE, 6000, 4000, Map.of()));

        assertThat(number(body, "/amount/gross")).isEqualByComparingTo("40.00");
    }

    @ParameterizedTest
    @CsvSource({
        "risk_policy, DECLINED",
        "risk_scoring_failed, DECLINED",
        "debtor_not_identified, INVALID_DATA",
        "debtor_address, INVALID_DATA",
        "debtor_limit_exceeded, INSUFFICIENT_CREDIT"
    })
    void a_decline_says_why(String reason, UnifiedError unified) {
        var step =
                connector.perform(
                        order(Operation.AUTHORIZE, 10000, 0, Map.of()), account(Map.of()));

        var verdict =
                verdict(
                        answered(
                                step,
                                200,
                                "{'uuid': 'o1', 'external_code': '%s_1', 'state': 'declined', 'decline_reason': '%s'}"
                                        .formatted(PAYMENT, reason)));

        assertThat(((Verdict.Declined) verdict).error().code()).isEqualTo(reason);
        assertThat(((Verdict.Declined) verdict).error().unified()).isEqualTo(unified);
    }

    @Test
    void a_token_is_got_by_the_clients_credentials() {
        var login = connector.login(account(Map.of()));

        assertThat(login.call().path()).isEqualTo("/api/v2/oauth/token");
        var token =
                login.read()
                        .apply(
                                new HttpAnswer(
                                        200,
                                        Map.of(),
                                        "{\"access_token\": \"t\", \"expires_in\": 28800}"));
        assertThat(token.lifetime()).isEqualTo(Duration.ofHours(8));
        var call = login.attach().apply(HttpCall.of(Method.GET, "/x"), token.value());
        assertThat(call.headers()).containsEntry("Authorization", "Bearer t");
        assertThatThrownBy(() -> login.read().apply(new HttpAnswer(401, Map.of(), "{}")))
                .isInstanceOf(UnreadableAnswer.class);
    }

    @Test
    void a_notification_needs_the_header_that_the_merchant_chose() {
        var body = "{\"event\": \"order_approved\", \"order_id\": \"" + PAYMENT + "_1\"}";
        var usual = Map.of("x-webhook-secret", "secret");
        var chosen = Map.of("x-mine", "secret");
        var settings = Map.of("webhook_header", "\"X-Mine\"");

        assertThat(read(body, usual, Map.of()))
                .isInstanceOfSatisfying(
                        Notice.Genuine.class,
                        genuine ->
                                assertThat(genuine.news())
                                        .containsExactly(new Notice.Changed(PAYMENT)));
        assertThat(read(body, chosen, Map.of())).isEqualTo(new Notice.Rejected(Reason.FORGED));
        assertThat(read(body, chosen, settings)).isInstanceOf(Notice.Genuine.class);
    }

    @Test
    void an_account_without_credentials_is_noticed_without_a_call() {
        var account =
                new Account(
                        "mca_1",
                        "merchant_1",
                        BillieConnector.NAME,
                        null,
                        Map.of(),
                        null,
                        new Fields(Map.of()));

        assertThatThrownBy(
                        () ->
                                connector.perform(
                                        order(Operation.AUTHORIZE, 10000, 0, Map.of()), account))
                .isInstanceOf(BadAccount.class);
    }

    private Notice read(String body, Map<String, String> headers, Map<String, String> settings) {
        return connector.read(
                new Notification(headers, Map.of(), body.getBytes(UTF_8)),
                account(settings),
                Instant.EPOCH);
    }

    private static String invoices(String outstanding) {
        return "{'invoices': [{'uuid': 'i1', 'invoice_number': 'INV-7', 'state': 'created',"
                + " 'amount': {'gross': 5.00}, 'outstanding_amount': "
                + outstanding
                + "}]}";
    }

    private JsonNode sent(Order order) {
        return sent(order, Map.of());
    }

    private JsonNode sent(Order order, Map<String, String> settings) {
        return body(call(connector.perform(order, account(settings))));
    }

    private static JsonNode body(HttpCall call) {
        return JSON.readTree(String.valueOf(call.body()));
    }

    private static BigDecimal number(JsonNode body, String pointer) {
        assertThat(body.at(pointer).isNumber()).isTrue();
        return body.at(pointer).decimalValue();
    }

    private static HttpCall call(Step step) {
        assertThat(step).isInstanceOf(Step.Call.class);
        return ((Step.Call) step).call();
    }

    private static Step answered(Step step, int status, String body) {
        assertThat(step).isInstanceOf(Step.Call.class);
        return ((Step.Call) step)
                .then()
                .apply(new HttpAnswer(status, Map.of(), body.replace('\'', '"')));
    }

    private static Verdict verdict(Step step) {
        assertThat(step).isInstanceOf(Step.Done.class);
        return ((Step.Done) step).outcome().verdict();
    }

    private static Account account(Map<String, String> settings) {
        return new Account(
                "mca_1",
                "merchant_1",
                BillieConnector.NAME,
                null,
                Map.of("client_id", new Secret("id"), "client_secret", new Secret("s")),
                new Secret("secret"),
                new Fields(settings));
    }

    private static Order order(
            Operation operation, long amount, long captured, Map<String, String> details) {
        var id = PAYMENT + "_1_" + operation.wireName();
        @Nullable String transaction = operation == Operation.AUTHORIZE ? null : "o1";
        var billing =
                "{\"address\": {\"first_name\": \"Ada\", \"last_name\": \"Jones\","
                        + " \"line1\": \"Hauptstr. 12a\", \"zip\": \"10115\","
                        + " \"city\": \"Berlin\", \"country\": \"DE\"}}";
        return new Order(
                operation,
                "merchant_1",
                PAYMENT,
                PAYMENT + "_1",
                id,
                id,
                1,
                amount,
                "EUR",
                10000,
                captured,
                "manual",
                Instant.EPOCH,
                transaction,
                null,
                Map.of(),
                PaymentOptions.newBuilder().build(),
                new Fields(
                        Map.of(
                                "order_details", LINES,
                                "billing", billing,
                                "metadata", "{\"company_name\": \"Jones GmbH\"}")),
                new Fields(details),
                null,
                new Links("https://pay.example/return", "https://pay.example/hook"));
    }
}
