package dev.paylater.connector.provider.klarna;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.paylater.connector.provider.Account;
import dev.paylater.connector.provider.BadAccount;
import dev.paylater.connector.provider.Fields;
import dev.paylater.connector.provider.HttpAnswer;
import dev.paylater.connector.provider.Operation;
import dev.paylater.connector.provider.Orders;
import dev.paylater.connector.provider.Secret;
import dev.paylater.connector.provider.Step;
import dev.paylater.connector.provider.UnreadableAnswer;
import dev.paylater.connector.provider.Verdict;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

final class KlarnaConnectorTest {

    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final Map<String, String> BERLIN =
            Map.of("billing", "{\"address\": {\"country\": \"DE\"}, \"email\": \"a@example.com\"}");
    private static final Map<String, String> PAGE =
            Map.of("page_id", "hpp_1", "page_url", "https://pay.example/hpp_1");

    private final KlarnaConnector connector = new KlarnaConnector();

    private static Account account(Map<String, String> settings) {
        return new Account(
                "mca_1",
                "merchant_1",
                "klarna",
                null,
                Map.of("username", new Secret("K1_user"), "password", new Secret("secret")),
                new Secret("whsec"),
                new Fields(settings));
    }

    @ParameterizedTest
    @CsvSource({
        "'', false, https://api.klarna.com",
        "-na, false, https://api-na.klarna.com",
        "-oc, true, https://api-oc.playground.klarna.com"
    })
    void the_region_chooses_the_address(String region, boolean playground, String address) {
        var account =
                account(
                        Map.of(
                                "region",
                                "\"" + region + "\"",
                                "playground",
                                String.valueOf(playground)));

        assertThat(connector.baseUrl(account)).hasToString(address);
    }

    @Test
    void a_region_that_does_not_exist_is_the_accounts_fault() {
        var account = account(Map.of("region", "\".evil.example/\""));

        assertThatThrownBy(() -> connector.baseUrl(account)).isInstanceOf(BadAccount.class);
    }

    @Test
    void a_session_names_the_payment_and_adds_up() {
        var terms = new HashMap<>(BERLIN);
        terms.put(
                "order_details",
                """
                [{"product_name": "Lamp", "quantity": 3, "amount": 3000, "product_id": "L"},
                 {"product_name": "Bulb", "quantity": 3, "amount": 1000}]\
                """);

        var call = call(connector.perform(Orders.first(terms), account(Map.of()))).call();

        assertThat(call.path()).isEqualTo("/payments/v1/sessions");
        assertThat(call.headers()).containsEntry("Authorization", "Basic SzFfdXNlcjpzZWNyZXQ=");
        var body = JSON.readTree(String.valueOf(call.body()));
        assertThat(body.path("merchant_reference1").asString()).isEqualTo("pay_1");
        assertThat(body.at("/order_lines/0/unit_price").asLong()).isEqualTo(1000);
        assertThat(body.at("/order_lines/1/name").asString()).isEqualTo("3 x Bulb");
        assertThat(body.at("/order_lines/1/quantity").asInt()).isEqualTo(1);
        assertThat(body.at("/order_lines/2/name").asString()).isEqualTo("adjustment");
        assertThat(body.at("/order_lines/2/type").asString()).isEqualTo("surcharge");
        assertThat(total(body)).isEqualTo(6540);
    }

    private static long total(JsonNode session) {
        var total = 0L;
        for (var line : session.path("order_lines")) {
            total += line.path("total_amount").asLong();
        }
        return total;
    }

    @ParameterizedTest
    @CsvSource({"manual, PLACE_ORDER", "automatic, CAPTURE_ORDER", "manual_multiple, PLACE_ORDER"})
    void the_capture_method_chooses_how_klarna_places_the_order(String method, String mode) {
        var order = Orders.of(Operation.AUTHORIZE, 6540, null, Map.of(), BERLIN, method);
        var session = call(connector.perform(order, account(Map.of())));

        var page = call(session.then().apply(answer(200, "{\"session_id\": \"kp_1\"}"))).call();

        var body = JSON.readTree(String.valueOf(page.body()));
        assertThat(page.path()).isEqualTo("/hpp/v1/sessions");
        assertThat(body.path("payment_session_url").asString())
                .isEqualTo("https://api.klarna.com/payments/v1/sessions/kp_1");
        assertThat(body.at("/options/place_order_mode").asString()).isEqualTo(mode);
        assertThat(body.at("/merchant_urls/status_update").asString())
                .startsWith("https://pay.example/hook?payment_id=pay_1&proof=");
    }

    @Test
    void a_country_is_needed_before_anything_is_sent() {
        var step = connector.perform(Orders.first(Map.of()), account(Map.of()));

        assertThat(verdict(step)).isInstanceOf(Verdict.Declined.class);
    }

    @ParameterizedTest
    @CsvSource({
        "WAITING, CustomerAction",
        "BACK, CustomerAction",
        "IN_PROGRESS, CustomerAction",
        "MANUAL_ID_CHECK, CustomerAction",
        "FAILED, CustomerAction",
        "CANCELLED, Declined",
        "DISABLED, Declined",
        "TIMEOUT, Declined",
        "ERROR, Declined"
    })
    void every_status_of_the_page_is_known(String status, String verdict) {
        var order = Orders.of(Operation.AUTHORIZE, 6540, null, PAGE, BERLIN, "manual");
        var asked = call(connector.ask(order, account(Map.of())));

        assertThat(asked.call().path()).isEqualTo("/hpp/v1/sessions/hpp_1");
        var step = asked.then().apply(answer(200, "{\"status\": \"" + status + "\"}"));
        assertThat(verdict(step).getClass().getSimpleName()).isEqualTo(verdict);
    }

    @Test
    void a_page_that_failed_is_switched_off_when_the_customer_is_back() {
        var order = Orders.of(Operation.COMPLETE_AUTHORIZE, 6540, null, PAGE, BERLIN, "manual");
        var looked = call(connector.perform(order, account(Map.of())));

        var end = call(looked.then().apply(answer(200, "{\"status\": \"FAILED\"}")));

        assertThat(end.call()).hasToString("DELETE /hpp/v1/sessions/hpp_1");
        assertThat(verdict(end.then().apply(answer(204, "")))).isInstanceOf(Verdict.Declined.class);
        // He tried again and it went well, just then.
        var again = call(end.then().apply(answer(400, "{\"error_code\": \"BAD_REQUEST\"}")));
        assertThat(again.call()).hasToString("GET /hpp/v1/sessions/hpp_1");
    }

    @Test
    void an_account_may_let_customers_try_again() {
        var order = Orders.of(Operation.COMPLETE_AUTHORIZE, 6540, null, PAGE, BERLIN, "manual");
        var patient = account(Map.of("keep_failed_pages", "true"));
        var looked = call(connector.perform(order, patient));

        var step = looked.then().apply(answer(200, "{\"status\": \"FAILED\"}"));

        assertThat(verdict(step))
                .isEqualTo(
                        new Verdict.CustomerAction("redirect_to_url", "https://pay.example/hpp_1"));
    }

    @ParameterizedTest
    @CsvSource({
        "AUTHORIZED, ACCEPTED, 0, Approved",
        "AUTHORIZED, PENDING, 0, Pending",
        "CANCELLED, REJECTED, 0, Declined",
        "PART_CAPTURED, ACCEPTED, 100, Approved",
        "CAPTURED, ACCEPTED, 6540, Approved",
        "CANCELLED, ACCEPTED, 0, Declined",
        "EXPIRED, ACCEPTED, 0, Declined",
        "EXPIRED, ACCEPTED, 100, Approved",
        "CLOSED, ACCEPTED, 0, Declined",
        "CLOSED, ACCEPTED, 6540, Approved"
    })
    void every_status_of_the_order_is_known(
            String status, String fraud, long captured, String verdict) {
        assertThat(verdict(asked(status, fraud, captured)).getClass().getSimpleName())
                .isEqualTo(verdict);
    }

    @ParameterizedTest
    @ValueSource(strings = {"FROZEN,ACCEPTED", "AUTHORIZED,MAYBE"})
    void a_status_that_nobody_knows_is_not_read(String statusAndFraud) {
        var words = statusAndFraud.split(",", -1);

        assertThatThrownBy(() -> asked(words[0], words[1], 0)).isInstanceOf(UnreadableAnswer.class);
    }

    private Step asked(String status, String fraud, long captured) {
        var order = Orders.of(Operation.AUTHORIZE, 6540, "ord_1", PAGE, BERLIN, "manual");
        var call = call(connector.ask(order, account(Map.of())));
        assertThat(call.call().path()).isEqualTo("/ordermanagement/v1/orders/ord_1");
        return call.then()
                .apply(
                        answer(
                                200,
                                """
                                {"order_id": "ord_1", "status": "%s", "fraud_status": "%s",
                                 "order_amount": 6540, "captured_amount": %d}\
                                """
                                        .formatted(status, fraud, captured)));
    }

    @Test
    void captures_carry_our_key_and_tell_their_id_in_a_header() {
        var order = Orders.of(Operation.CAPTURE, 6540, "ord/1", Map.of(), BERLIN, "manual");
        var capture = call(connector.perform(order, account(Map.of())));

        assertThat(capture.call().path()).isEqualTo("/ordermanagement/v1/orders/ord%2F1/captures");
        assertThat(capture.call().headers())
                .containsEntry("Klarna-Idempotency-Key", "pay_1_1_capture");
        var done =
                (Step.Done)
                        capture.then()
                                .apply(new HttpAnswer(201, Map.of("capture-id", "cap_1"), ""));
        assertThat(done.outcome().told().operationReference()).isEqualTo("cap_1");
        assertThatThrownBy(() -> capture.then().apply(answer(201, "")))
                .isInstanceOf(UnreadableAnswer.class);
    }

    @Test
    void a_void_before_there_is_an_order_switches_the_page_off() {
        var order = Orders.of(Operation.VOID, 6540, null, PAGE, BERLIN, "manual");
        var off = call(connector.perform(order, account(Map.of())));

        assertThat(off.call()).hasToString("DELETE /hpp/v1/sessions/hpp_1");
        // Too late: the customer was faster, and his order is cancelled instead.
        var looked = call(off.then().apply(answer(400, "{\"error_code\": \"BAD_REQUEST\"}")));
        var cancel =
                call(
                        looked.then()
                                .apply(
                                        answer(
                                                200,
                                                "{\"status\": \"COMPLETED\", \"order_id\":"
                                                        + " \"ord_1\"}")));
        assertThat(cancel.call()).hasToString("POST /ordermanagement/v1/orders/ord_1/cancel");
    }

    private static Step.Call call(Step step) {
        assertThat(step).isInstanceOf(Step.Call.class);
        return (Step.Call) step;
    }

    private static Verdict verdict(Step step) {
        assertThat(step).isInstanceOf(Step.Done.class);
        return ((Step.Done) step).outcome().verdict();
    }

    private static HttpAnswer answer(int status, String body) {
        return new HttpAnswer(status, Map.of(), body);
    }
}
