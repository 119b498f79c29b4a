package dev.paylater.connector.provider.afterpay;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylater.connector.provider.Account;
import dev.paylater.connector.provider.Fields;
import dev.paylater.connector.provider.HttpAnswer;
import dev.paylater.connector.provider.Operation;
import dev.paylater.connector.provider.Order;
import dev.paylater.connector.provider.Order.Links;
import dev.paylater.connector.provider.Secret;
import dev.paylater.connector.provider.Step;
import dev.paylater.connector.provider.Verdict;
import dev.paylater.connector.provider.Verdict.Refused;
import dev.paylater.schemas.PaymentOptions;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

final class AfterpayConnectorTest {

    private static final JsonMapper JSON = JsonMapper.builder().build();

    private static final Account ACCOUNT =
            new Account(
                    "mca_1",
                    "merchant_1",
                    AfterpayConnector.NAME,
                    null,
                    Map.of("merchant_id", new Secret("400"), "secret_key", new Secret("s3cret")),
                    null,
                    new Fields(Map.of()));

    private final AfterpayConnector connector = new AfterpayConnector();

    @Test
    void a_checkout_has_decimal_strings_and_a_line_that_balances_it() {
        var order =
                order(
                        Operation.AUTHORIZE,
                        Map.of(),
                        null,
                        """
                        [{"product_name": "Lamp", "quantity": 2, "amount": 1500},
                         {"product_name": "Bulb", "quantity": 3, "amount": 400}]\
                        """);

        var call = call(connector.perform(order, ACCOUNT)).call();

        assertThat(call.path()).isEqualTo("/v2/checkouts");
        assertThat(call.headers())
                .containsEntry("Authorization", "Basic NDAwOnMzY3JldA==")
                .containsKey("User-Agent");
        var body = body(call.body());
        assertThat(body.at("/amount/amount").asString()).isEqualTo("20.00");
        assertThat(body.at("/items/0/price/amount").asString()).isEqualTo("7.50");
        assertThat(body.at("/items/1/quantity").asInt()).isEqualTo(1);
        assertThat(body.at("/items/2/name").asString()).isEqualTo("adjustment");
        assertThat(body.at("/items/2/price/amount").asString()).isEqualTo("1.00");
    }

    @Test
    void the_request_id_is_a_uuid_that_follows_from_our_key() {
        var capture = order(Operation.CAPTURE, Map.of(), "100", "[]");

        var first = body(call(connector.perform(capture, ACCOUNT)).call().body());
        var again = body(call(connector.perform(capture, ACCOUNT)).call().body());

        assertThat(first.path("requestId").asString())
                .matches("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}")
                .isEqualTo(again.path("requestId").asString());
    }

    @ParameterizedTest
    @CsvSource({
        "2026-01-02T03:00:00.000Z, EXPIRED",
        "2030-01-01T00:00:00.000Z, AUTHENTICATION_FAILED"
    })
    void an_invalid_token_is_told_by_its_time(String expires, Refused refused) {
        var order =
                order(
                        Operation.AUTHORIZE,
                        Map.of("token", "002.t", "page", "https://p", "expires", expires),
                        null,
                        "[]");
        var unknown = answered(connector.ask(order, ACCOUNT), 404, "{}");

        var verdict =
                verdict(answered(unknown, 402, "{'errorCode': 'invalid_token', 'message': 'm'}"));

        assertThat(verdict)
                .isInstanceOfSatisfying(
                        Verdict.Declined.class,
                        declined -> assertThat(declined.status()).isEqualTo(refused));
    }

    @Test
    void a_request_that_is_still_processed_is_pending_and_sent_again_to_ask() {
        var capture = order(Operation.CAPTURE, Map.of(), "100", "[]");

        var done =
                (Step.Done)
                        answered(
                                connector.perform(capture, ACCOUNT),
                                409,
                                "{'errorCode': 'request_in_progress'}");

        assertThat(done.outcome().verdict()).isEqualTo(Verdict.pending());
        var later = order(Operation.CAPTURE, done.outcome().told().state(), "100", "[]");
        assertThat(call(connector.ask(later, ACCOUNT)).call())
                .isEqualTo(call(connector.perform(capture, ACCOUNT)).call());
    }

    @ParameterizedTest
    @CsvSource({
        "AUTH_APPROVED, true, ",
        "PARTIALLY_CAPTURED, true, ",
        "CAPTURED, true, ",
        "AUTH_DECLINED, false, AUTHORIZATION_FAILED",
        "CAPTURE_DECLINED, false, FAILURE",
        "VOIDED, false, VOIDED",
        "EXPIRED, false, EXPIRED"
    })
    void a_payment_state_says_what_became_of_the_authorization(
            String state, boolean approved, @Nullable Refused refused) {
        var order = order(Operation.AUTHORIZE, Map.of(), "100", "[]");

        var verdict = verdict(answered(connector.ask(order, ACCOUNT), 200, payment(state)));

        if (approved) {
            assertThat(verdict).isEqualTo(new Verdict.Approved(2000, false));
        } else {
            assertThat(((Verdict.Declined) verdict).status()).isEqualTo(refused);
        }
    }

    private static String payment(String state) {
        return "{'id': '100', 'merchantReference': 'pay_1', 'paymentState': '"
                + state
                + "', 'originalAmount': {'amount': '20.00', 'currency': 'AUD'}, 'events': []}";
    }

    private static Step answered(Step step, int status, String body) {
        return call(step).then().apply(new HttpAnswer(status, Map.of(), body.replace('\'', '"')));
    }

    private static Verdict verdict(Step step) {
        assertThat(step).isInstanceOf(Step.Done.class);
        return ((Step.Done) step).outcome().verdict();
    }

    private static Step.Call call(Step step) {
        assertThat(step).isInstanceOf(Step.Call.class);
        return (Step.Call) step;
    }

    private static JsonNode body(@Nullable String json) {
        return JSON.readTree(String.valueOf(json));
    }

    private static Order order(
            Operation operation,
            Map<String, String> state,
            @Nullable String transactionId,
            String lines) {
        var id = "pay_1_1_" + operation.wireName();
        return new Order(
                operation,
                "merchant_1",
                "pay_1",
                "pay_1_1",
                id,
                id,
                1,
                2000,
                "AUD",
                2000,
                0,
                "manual",
                Instant.parse("2026-01-02T03:04:05Z"),
                transactionId,
                null,
                state,
                PaymentOptions.newBuilder().build(),
                new Fields(Map.of("order_details", lines)),
                new Fields(Map.of()),
                null,
                new Links("https://pay.example/return", "https://pay.example/hook"));
    }
}
