package dev.paylater.connector.provider.mondu;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.paylater.connector.provider.Account;
import dev.paylater.connector.provider.Fields;
import dev.paylater.connector.provider.HttpAnswer;
import dev.paylater.connector.provider.Notice;
import dev.paylater.connector.provider.Notice.Reason;
import dev.paylater.connector.provider.Notification;
import dev.paylater.connector.provider.Operation;
import dev.paylater.connector.provider.Order;
import dev.paylater.connector.provider.Order.Links;
import dev.paylater.connector.provider.Secret;
import dev.paylater.connector.provider.Step;
import dev.paylater.connector.provider.UnifiedError;
import dev.paylater.connector.provider.Verdict;
import dev.paylater.schemas.PaymentOptions;
import java.security.GeneralSecurityException;
import java.time.Instant;
import java.util.HexFormat;
import java.util.Map;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

final class MonduConnectorTest {

    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final String PAYMENT = "pay_01JABCDEFGHJKMNPQRSTVWXYZ0";

    private static final Map<String, String> INVOICE =
            Map.of(
                    "capture_metadata",
                    """
                    {"invoice_data": {"merchant_invoice_ref": "INV-7", "delivery_date": "2026-02-01",
                     "invoice_url": "https://shop.example/INV-7.pdf"}}\
                    """);

    private final MonduConnector connector = new MonduConnector();

    @Test
    void lines_taxes_and_discount_make_the_amount() {
        var terms =
                Map.of(
                        "order_details",
                        """
                        [{"product_name": "Lamp", "quantity": 2, "amount": 2380,
                          "total_tax_amount": 380}]\
                        """,
                        "metadata",
                        "{\"company_name\": \"Jones GmbH\", \"merchant_buyer_ref\": \"B-1\"}");

        var body = sent(order(Operation.AUTHORIZE, 2000, terms, Map.of(), Map.of()), "{}");

        assertThat(body.path("gross_amount_cents").asLong()).isEqualTo(2000);
        assertThat(body.path("tax_cents").asLong()).isEqualTo(380);
        assertThat(body.path("total_discount_cents").asLong()).isEqualTo(380);
        assertThat(body.path("net_price_cents").asLong()).isEqualTo(2000);
        assertThat(body.at("/lines/0/line_items/0/net_price_per_item_cents").asLong())
                .isEqualTo(1000);
        assertThat(body.at("/buyer/company_name").asString()).isEqualTo("Jones GmbH");
        assertThat(body.at("/buyer/external_reference_id").asString()).isEqualTo("B-1");
    }

    @Test
    void an_account_may_call_a_payment_method_otherwise() {
        var body =
                sent(
                        order(Operation.AUTHORIZE, 2000, Map.of(), Map.of(), Map.of()),
                        "{\"invoice\": \"invoice_30\"}");

        assertThat(body.path("payment_method").asString()).isEqualTo("invoice_30");
    }

    @Test
    void a_capture_is_an_invoice_with_the_merchants_number() {
        var body = sent(order(Operation.CAPTURE, 500, Map.of(), INVOICE, Map.of()), "{}");

        assertThat(body.path("external_reference_id").asString()).isEqualTo("INV-7");
        assertThat(body.path("invoice_url").asString()).isEqualTo("https://shop.example/INV-7.pdf");
        assertThat(body.at("/shipping_info/delivery_date").asString()).isEqualTo("2026-02-01");
    }

    @Test
    void a_capture_without_an_address_of_the_invoice_is_refused_without_a_call() {
        var order = order(Operation.CAPTURE, 500, Map.of(), Map.of(), Map.of());

        assertThat(declined(connector.perform(order, account("{}"))))
                .isEqualTo(UnifiedError.INVALID_DATA);
    }

    @Test
    void an_invoice_that_another_capture_made_is_not_taken_for_this_one() {
        var known =
                "{'invoices': [{'uuid': 'u1', 'state': 'created',"
                        + " 'external_reference_id': 'INV-7', 'gross_amount_cents': 500}]}";
        var first = Map.of("invoice_u1", PAYMENT + "_1_1");
        var other = Map.of("invoice_u1", PAYMENT + "_1_9");

        assertThat(verdict(asked(order(Operation.CAPTURE, 500, Map.of(), INVOICE, first), known)))
                .isEqualTo(new Verdict.Approved(500, false));
        assertThat(declined(asked(order(Operation.CAPTURE, 500, Map.of(), INVOICE, other), known)))
                .isEqualTo(UnifiedError.DUPLICATE);
        assertThat(declined(asked(order(Operation.CAPTURE, 400, Map.of(), INVOICE, first), known)))
                .isEqualTo(UnifiedError.DUPLICATE);
    }

    @Test
    void a_confirmation_that_somebody_else_was_faster_with_is_no_refusal() {
        var order = order(Operation.COMPLETE_AUTHORIZE, 2000, Map.of(), Map.of(), Map.of());
        var agreed = answer(200, "{'order': {'uuid': 'o1', 'state': 'authorized'}}");
        var confirmed = answer(200, "{'order': {'uuid': 'o1', 'state': 'confirmed'}}");
        var refusal =
                answer(
                        422,
                        "{'status': 422, 'errors': [{'name': 'state', 'details': 'is final'}]}");

        var look = (Step.Call) connector.perform(order, account("{}"));
        var confirm = (Step.Call) look.then().apply(agreed);
        var lookAgain = (Step.Call) confirm.then().apply(refusal);

        assertThat(verdict(lookAgain.then().apply(confirmed)))
                .isEqualTo(new Verdict.Approved(2000, false));
        assertThat(declined(lookAgain.then().apply(agreed))).isEqualTo(UnifiedError.INVALID_DATA);
    }

    @Test
    void a_number_that_is_in_use_leaves_the_outcome_unknown() {
        var step =
                connector.perform(
                        order(Operation.CAPTURE, 500, Map.of(), INVOICE, Map.of()), account("{}"));

        var answered =
                ((Step.Call) step)
                        .then()
                        .apply(
                                answer(
                                        422,
                                        "{'status': 422, 'errors': [{'name':"
                                            + " 'external_reference_id', 'details': 'taken'}]}"));

        assertThat(verdict(answered)).isInstanceOf(Verdict.Unknown.class);
    }

    @Test
    void a_notification_says_which_payment_to_ask_about() {
        var body =
                "{\"topic\": \"order/confirmed\", \"order_uuid\": \"u\","
                        + " \"external_reference_id\": \""
                        + PAYMENT
                        + "_1\"}";

        var notice = connector.read(signed(body, body), account("{}"), Instant.EPOCH);

        assertThat(((Notice.Genuine) notice).news()).containsExactly(new Notice.Changed(PAYMENT));
    }

    @Test
    void a_body_that_was_altered_is_forged_and_a_payout_is_no_news() {
        var payout = "{\"topic\": \"payout/created\", \"order_uuid\": null}";

        assertThat(connector.read(signed(payout, payout + " "), account("{}"), Instant.EPOCH))
                .isEqualTo(new Notice.Rejected(Reason.FORGED));
        var genuine = connector.read(signed(payout, payout), account("{}"), Instant.EPOCH);
        assertThat(((Notice.Genuine) genuine).news()).isEmpty();
    }

    private static Notification signed(String signed, String sent) {
        try {
            var mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec("secret".getBytes(UTF_8), "HmacSHA256"));
            var code = HexFormat.of().formatHex(mac.doFinal(signed.getBytes(UTF_8)));
            return new Notification(
                    Map.of("x-mondu-signature", code), Map.of(), sent.getBytes(UTF_8));
        } catch (GeneralSecurityException e) {
            throw new AssertionError(e);
        }
    }

    private JsonNode sent(Order order, String methods) {
        var step = connector.perform(order, account(methods));
        return JSON.readTree(String.valueOf(((Step.Call) step).call().body()));
    }

    private Step asked(Order order, String body) {
        return ((Step.Call) connector.ask(order, account("{}"))).then().apply(answer(200, body));
    }

    private static HttpAnswer answer(int status, String body) {
        return new HttpAnswer(status, Map.of(), body.replace('\'', '"'));
    }

    private static Verdict verdict(Step step) {
        assertThat(step).isInstanceOf(Step.Done.class);
        return ((Step.Done) step).outcome().verdict();
    }

    private static UnifiedError declined(Step step) {
        assertThat(verdict(step)).isInstanceOf(Verdict.Declined.class);
        return ((Verdict.Declined) verdict(step)).error().unified();
    }

    private static Account account(String methods) {
        return new Account(
                "mca_1",
                "merchant_1",
                MonduConnector.NAME,
                null,
                Map.of("api_token", new Secret("token")),
                new Secret("secret"),
                new Fields(Map.of("payment_methods", methods)));
    }

    private static Order order(
            Operation operation,
            long amount,
            Map<String, String> terms,
            Map<String, String> details,
            Map<String, String> state) {
        var id = PAYMENT + "_1_" + operation.wireName();
        @Nullable String transaction = operation == Operation.AUTHORIZE ? null : "o1";
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
                2000,
                0,
                "manual",
                Instant.EPOCH,
                transaction,
                null,
                state,
                PaymentOptions.newBuilder().setPaymentMethodType("invoice").build(),
                new Fields(terms),
                new Fields(details),
                null,
                new Links("https://pay.example/return", "https://pay.example/hook"));
    }
}
