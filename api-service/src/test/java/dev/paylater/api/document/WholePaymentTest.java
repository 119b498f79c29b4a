package dev.paylater.api.document;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylater.api.form.OpenApi;
import dev.paylater.api.form.Sealing;
import dev.paylater.api.json.Json;
import dev.paylater.api.key.ClientSecrets;
import dev.paylater.api.key.EphemeralKeys;
import dev.paylater.api.key.PaymentLinks;
import dev.paylater.api.key.Pepper;
import dev.paylater.api.settings.ServiceUrls;
import dev.paylater.kit.security.CustomerAddresses;
import dev.paylater.kit.security.KeyRing;
import dev.paylater.kit.security.Sealer;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.bson.RawBsonDocument;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/** A payment that has everything is shown with everything, each part in its own place. */
class WholePaymentTest {

    private static final KeyRing KEY =
            KeyRing.parse("a key", "1:" + Base64.getEncoder().encodeToString(new byte[32]));
    private static final Instant NOW = Instant.parse("2026-01-02T03:04:05.678Z");
    private static final ServiceUrls ADDRESSES = new ServiceUrls("https://api.example", "", "1");
    private static final ClientSecrets SECRETS = new ClientSecrets(new Pepper(KEY));
    private static final PaymentLinks LINKS = new PaymentLinks(new Pepper(KEY), ADDRESSES);

    /** As docs/makers/data-model.md names it. */
    private static final String STORED =
            """
            {"status": "requires_customer_action", "net_amount": 126, "amount_capturable": 70,
             "amount_received": 50, "amount_cancelled": 3, "amount_refunded": 20,
             "attempt_statuses": ["failure", "authentication_pending"],
             "payment": {
               "merchant_id": "m", "payment_id": "p", "profile_id": "profile",
               "merchant_decision": "approved",
               "created": {"$date": "2026-01-02T03:04:05.678Z"},
               "updated": {"$date": "2026-01-02T03:04:06Z"},
               "expires_on": {"$date": "2026-01-02T03:19:05.678Z"},
               "intent": {
                 "amount": 100, "currency": "EUR", "shipping_cost": 5, "order_tax_amount": 6,
                 "surcharge_amount": 7, "surcharge_tax_amount": 8, "customer_id": "c",
                 "payment_method": "pay_later", "payment_method_type": "affirm",
                 "setup_future_usage": "off_session", "off_session": true,
                 "capture_method": "manual", "authentication_type": "three_ds",
                 "capture_on": {"$date": "2026-01-03T00:00:00Z"}, "mandate_id": "man_wanted",
                 "allowed_payment_method_types": ["affirm", "klarna"],
                 "client_fields": ["email"], "request_external_three_ds_authentication": true},
               "terms": {
                 "payment_link": "true", "business_country": "\\"DE\\"",
                 "business_label": "\\"shop\\"", "connector_metadata": "{\\"sent\\":1}",
                 "payment_experience": "\\"redirect_to_url\\"", "payment_token": "\\"token\\"",
                 "recurring_details": "{\\"type\\":\\"x\\"}",
                 "email": "\\"a@b\\""},
               "attempts": [
                 {"attempt_id": "p_1", "number": 1, "connector": "klarna",
                  "merchant_connector_id": "mca_1", "amount": 1},
                 {"attempt_id": "p_2", "number": 2, "connector": "affirm",
                  "merchant_connector_id": "mca_2", "amount": 126, "mandate_id": "man_made",
                  "payment_method_type": "klarna", "cancellation_reason": "why",
                  "status": "authentication_pending",
                  "created_at": {"$date": "2026-01-02T03:05:00Z"},
                  "modified_at": {"$date": "2026-01-02T03:06:00Z"},
                  "data": {
                    "transaction_id": "t", "reference_id": "r", "metadata": "{\\"theirs\\":2}",
                    "mandate_id": "theirs",
                    "fraud_screening": "{\\"frm_name\\":\\"scr\\",\\"frm_score\\":7}",
                    "three_ds": "{\\"trans_status\\":\\"C\\",\\"acs_url\\":\\"https://acs\\",\
            \\"electronic_commerce_indicator\\":\\"05\\",\\"ds_transaction_id\\":\\"ds\\",\
            \\"version\\":\\"2.2.0\\",\\"acs_trans_id\\":\\"a\\"}"},
                  "stage": {"t": "x", "d": {
                    "next_action": {"type": "three_ds_invoke", "url": "https://provider"},
                    "error": {"code": "no", "message": "No.", "unified": "declined"}}}}],
               "captures": [
                 {"capture_id": "c_0", "attempt_id": "p_1", "amount": 1, "status": "failed"},
                 {"capture_id": "c_1", "attempt_id": "p_2", "amount": 20, "status": "charged",
                  "capture_sequence": 1},
                 {"capture_id": "c_2", "attempt_id": "p_2", "amount": 30, "status": "pending",
                  "capture_sequence": 2, "connector_capture_id": "cc_2", "reference_id": "cr_2",
                  "error": {"code": "ce", "message": "Late.", "reason": "slow"}}],
               "refunds": [
                 {"refund_id": "re", "attempt_id": "p_1", "status": "failed", "reason": "broken",
                  "amount": 20, "created_at": {"$date": "2026-01-04T00:00:00Z"},
                  "updated_at": {"$date": "2026-01-05T00:00:00Z"},
                  "details": {"metadata": "{\\"k\\":\\"v\\"}", "split_refunds": "{\\"s\\":1}",
                    "order_details": "[{\\"amount\\":20}]", "order_details_ignored": "true"},
                  "error": {"code": "re", "message": "Never.", "unified": "expired"}}],
               "disputes": [
                 {"dispute_id": "d", "dispute_stage": "dispute", "dispute_status": "won",
                  "connector_status": "closed", "connector_dispute_id": "cd",
                  "connector_reason": "lost", "connector_reason_code": "17", "currency": "EUR",
                  "amount": 9, "challenge_required_by": {"$date": "2026-02-01T00:00:00Z"},
                  "connector_created_at": {"$date": "2026-02-02T00:00:00Z"},
                  "connector_updated_at": {"$date": "2026-02-03T00:00:00Z"},
                  "created_at": {"$date": "2026-02-04T00:00:00Z"},
                  "response": {"operation_id": "o",
                    "error": {"code": "de", "message": "Too late."}}},
                 {"dispute_id": "e", "connector": "klarna"}],
               "increments": [
                 {"authorization_id": "au", "status": "failure", "amount": 26,
                  "previously_authorized_amount": 100,
                  "error": {"code": "ie", "message": "Too much."}}]}}
            """;

    private final OpenApi api = new OpenApi();
    private final Terms terms = new Terms(new Sealing(Sealer.of(KEY)));
    private final PaymentParts parts = new PaymentParts(api, terms);
    private final PaymentRenderer renderer =
            new PaymentRenderer(
                    api,
                    parts,
                    terms,
                    SECRETS,
                    LINKS,
                    new EphemeralKeys(new Pepper(KEY)),
                    new CustomerAddresses(ADDRESSES.publicUrl(), KEY));

    @Test
    void the_payment_itself() {
        assertShown(
                shown(STORED),
                Map.ofEntries(
                        Map.entry("payment_id", "'p'"),
                        Map.entry("merchant_id", "'m'"),
                        Map.entry("profile_id", "'profile'"),
                        Map.entry("status", "'requires_customer_action'"),
                        Map.entry("created", "'2026-01-02T03:04:05.678Z'"),
                        Map.entry("updated", "'2026-01-02T03:04:06.000Z'"),
                        Map.entry("expires_on", "'2026-01-02T03:19:05.678Z'"),
                        Map.entry("client_secret", "'" + SECRETS.of("m", "p") + "'"),
                        Map.entry("amount", "100"),
                        Map.entry("net_amount", "126"),
                        Map.entry("amount_capturable", "70"),
                        Map.entry("amount_received", "50"),
                        Map.entry("amount_cancelled", "3"),
                        Map.entry("shipping_cost", "5"),
                        Map.entry("order_tax_amount", "6"),
                        Map.entry("surcharge_details", "{'surcharge_amount': 7, 'tax_amount': 8}"),
                        Map.entry("currency", "'EUR'"),
                        Map.entry("customer_id", "'c'"),
                        Map.entry("payment_method", "'pay_later'"),
                        Map.entry("payment_method_type", "'affirm'"),
                        Map.entry("setup_future_usage", "'off_session'"),
                        Map.entry("off_session", "true"),
                        Map.entry("capture_method", "'manual'"),
                        Map.entry("authentication_type", "'three_ds'"),
                        Map.entry("capture_on", "'2026-01-03T00:00:00.000Z'"),
                        Map.entry("allowed_payment_method_types", "['affirm', 'klarna']"),
                        Map.entry("email", "'a@b'"),
                        Map.entry("merchant_decision", "'approved'")));
    }

    @Test
    void what_its_latest_attempt_has_led_to() {
        assertShown(
                shown(STORED),
                Map.ofEntries(
                        Map.entry("attempt_count", "2"),
                        Map.entry("connector", "'affirm'"),
                        Map.entry("connector_label", "'affirm_DE_shop'"),
                        Map.entry("merchant_connector_id", "'mca_2'"),
                        Map.entry("connector_transaction_id", "'t'"),
                        Map.entry("reference_id", "'r'"),
                        Map.entry("connector_mandate_id", "'theirs'"),
                        Map.entry("mandate_id", "'man_made'"),
                        Map.entry("connector_metadata", "{'theirs': 2}"),
                        Map.entry("error_code", "'no'"),
                        Map.entry("error_message", "'No.'"),
                        Map.entry("unified_code", "'declined'"),
                        Map.entry("unified_message", "'The provider declined the payment.'"),
                        Map.entry(
                                "next_action",
                                """
                                {"type": "three_ds_invoke", "redirect_to_url": null,
                                 "three_ds_data": {
                                   "three_ds_authentication_url":
                                     "https://api.example/payments/p/3ds/authentication",
                                   "three_ds_authorize_url":
                                     "https://api.example/payments/p/complete_authorize"}}
                                """),
                        Map.entry(
                                "frm_message",
                                """
                                {"frm_name": "scr", "frm_transaction_id": null,
                                 "frm_transaction_type": null, "frm_status": null,
                                 "frm_score": 7, "frm_reason": null, "frm_error": null}
                                """),
                        Map.entry("external_3ds_authentication_attempted", "true"),
                        Map.entry(
                                "external_authentication_details",
                                """
                                {"authentication_flow": "challenge",
                                 "electronic_commerce_indicator": "05", "status": "started",
                                 "ds_transaction_id": "ds", "version": "2.2.0",
                                 "error_code": "no", "error_message": "No."}
                                """)));
    }

    @Test
    void where_its_customer_can_pay() {
        var expiry = NOW.plus(Duration.ofDays(1));
        assertThat(shown(STORED).path("payment_link"))
                .isEqualTo(
                        json(
                                "{'link': '%s', 'secure_link': '%s', 'payment_link_id': '%s'}"
                                        .formatted(
                                                LINKS.openLink("m", "p"),
                                                LINKS.secureLink("m", "p", expiry),
                                                LINKS.id("m", "p"))));
        var unwanted = STORED.replace("\"payment_link\": \"true\"", "\"payment_link\": \"false\"");
        assertThat(shown(unwanted).path("payment_link").isNull()).isTrue();
    }

    @Test
    void its_attempts() {
        var attempts = shown(STORED).path("attempts");
        assertThat(attempts).hasSize(2);
        assertThat(attempts.get(1))
                .isEqualTo(
                        json(
                                """
                                {"attempt_id": "p_2", "status": "authentication_pending",
                                 "amount": 126, "order_tax_amount": 6, "currency": "EUR",
                                 "connector": "affirm", "error_message": "No.",
                                 "error_code": "no", "payment_method": "pay_later",
                                 "payment_method_type": "klarna",
                                 "payment_experience": "redirect_to_url",
                                 "connector_transaction_id": "t", "capture_method": "manual",
                                 "authentication_type": "three_ds",
                                 "created_at": "2026-01-02T03:05:00.000Z",
                                 "modified_at": "2026-01-02T03:06:00.000Z",
                                 "cancellation_reason": "why", "mandate_id": "man_made",
                                 "payment_token": "token", "connector_metadata": {"theirs": 2},
                                 "reference_id": "r", "unified_code": "declined",
                                 "unified_message": "The provider declined the payment.",
                                 "client_source": null, "client_version": null,
                                 "next_action": {"type": "three_ds_invoke",
                                                 "url": "https://provider"}}
                                """));
        assertThat(attempts.at("/0/payment_method_type").asString()).isEqualTo("affirm");
        assertThat(attempts.at("/0/status").asString()).isEqualTo("failure");
        assertThat(attempts.at("/0/next_action").isNull()).isTrue();
    }

    @Test
    void the_captures_of_its_latest_attempt_and_the_charge_that_was_just_made() {
        var payment = shown(STORED);
        assertThat(payment.path("captures").valueStream().map(c -> c.path("capture_id").asString()))
                .containsExactly("c_1", "c_2");
        assertThat(payment.at("/captures/1"))
                .isEqualTo(
                        json(
                                """
                                {"capture_id": "c_2", "status": "pending", "amount": 30,
                                 "currency": "EUR", "connector": "affirm",
                                 "authorized_attempt_id": "p_2", "connector_capture_id": "cc_2",
                                 "capture_sequence": 2, "error_message": "Late.",
                                 "error_code": "ce", "error_reason": "slow",
                                 "reference_id": "cr_2"}
                                """));
        assertThat(payment.path("charges"))
                .isEqualTo(
                        json(
                                """
                                [{"capture_id": "c_2", "connector_capture_id": "cc_2",
                                  "amount": 30, "currency": "EUR", "status": "pending"}]
                                """));
        assertThat(payment.path("capture_id").asString()).isEqualTo("c_2");
        assertThat(payment.path("connector_capture_id").asString()).isEqualTo("cc_2");
    }

    @Test
    void its_refunds_disputes_and_increments() {
        var payment = shown(STORED);
        assertThat(payment.path("refunds"))
                .isEqualTo(
                        json(
                                """
                                [{"refund_id": "re", "payment_id": "p", "amount": 20,
                                  "currency": "EUR", "status": "failed", "reason": "broken",
                                  "metadata": {"k": "v"}, "error_message": "Never.",
                                  "error_code": "re", "unified_code": "expired",
                                  "unified_message": "It was not completed in time.",
                                  "created_at": "2026-01-04T00:00:00.000Z",
                                  "updated_at": "2026-01-05T00:00:00.000Z", "connector": "klarna",
                                  "profile_id": "profile", "merchant_connector_id": "mca_1",
                                  "split_refunds": {"s": 1}, "order_details": [{"amount": 20}],
                                  "warnings": [{"param": "split_refunds", "code": "IR_37",
                                  "message": "split_refunds is not supported by klarna"},
                                  {"param": "order_details", "code": "IR_37",
                                  "message": "order_details is not supported by klarna"}]}]
                                """));
        var dispute =
                json(
                        """
                        {"dispute_id": "d", "dispute_stage": "dispute", "dispute_status": "won",
                         "connector_status": "closed", "connector_dispute_id": "cd",
                         "connector_reason": "lost", "connector_reason_code": "17",
                         "challenge_required_by": "2026-02-01T00:00:00.000Z",
                         "connector_created_at": "2026-02-02T00:00:00.000Z",
                         "connector_updated_at": "2026-02-03T00:00:00.000Z",
                         "created_at": "2026-02-04T00:00:00.000Z", "payment_id": "p",
                         "amount": 9, "currency": "EUR", "connector": "affirm",
                         "error_code": "de", "error_message": "Too late."}
                        """);
        assertThat(payment.at("/disputes/0")).isEqualTo(dispute);
        assertThat(payment.at("/disputes/1/connector").asString()).isEqualTo("klarna");
        var document = read(STORED);
        var alone = new PaymentItem(document, document.disputes().getFirst());
        assertThat(Json.read(Json.write(json -> parts.writeDispute(alone, json))))
                .isEqualTo(dispute);
        assertThat(payment.path("authorization_count").intValue()).isOne();
        assertThat(payment.path("incremental_authorizations"))
                .isEqualTo(
                        json(
                                """
                                [{"authorization_id": "au", "amount": 26, "status": "failure",
                                  "error_code": "ie", "error_message": "Too much.",
                                  "previously_authorized_amount": 100}]
                                """));
    }

    @Test
    void what_a_payment_does_not_have_is_null() {
        var payment =
                shown(
                        """
                        {"status": "succeeded", "payment": {
                           "merchant_id": "m", "payment_id": "p",
                           "created": {"$date": "2026-01-02T03:04:05.678Z"},
                           "intent": {"amount": 1, "currency": "EUR", "mandate_id": "man_wanted",
                                      "surcharge_tax_amount": 3},
                           "terms": {"connector_metadata": "{\\"sent\\":1}"}}}
                        """);
        for (var name :
                List.of(
                        "allowed_payment_method_types",
                        "authorization_count",
                        "frm_message",
                        "connector",
                        "connector_label",
                        "external_authentication_details",
                        "external_3ds_authentication_attempted",
                        "charges",
                        "refunds",
                        "captures",
                        "attempts",
                        "off_session",
                        "unified_message",
                        "expires_on",
                        "capture_id")) {
            assertThat(payment.path(name).isNull()).as(name).isTrue();
        }
        assertThat(payment.path("surcharge_details"))
                .isEqualTo(json("{'surcharge_amount': null, 'tax_amount': 3}"));
        assertThat(payment.path("mandate_id").asString()).isEqualTo("man_wanted");
        assertThat(payment.path("connector_metadata")).isEqualTo(json("{'sent': 1}"));
    }

    @ParameterizedTest
    @CsvSource({
        "C, requires_customer_action, pending, started",
        "D, requires_customer_action, pending, started",
        "C, processing, pending, success",
        "Y, requires_customer_action, pending, success",
        "A, processing, pending, success",
        "N, processing, pending, failed",
        "Y, processing, authentication_failed, failed",
    })
    void how_the_authentication_went(
            String answer, String payment, String attempt, String expected) {
        var stored =
                STORED.replace("\\\"trans_status\\\":\\\"C", "\\\"trans_status\\\":\\\"" + answer)
                        .replace("\"requires_customer_action\"", "\"" + payment + "\"")
                        .replace(
                                "\"status\": \"authentication_pending\"",
                                "\"status\": \"" + attempt + "\"");
        assertThat(shown(stored).at("/external_authentication_details/status").asString())
                .isEqualTo(expected);
    }

    @Test
    void whether_an_authentication_took_place() {
        var unanswered = shown(STORED.replace("\"three_ds\":", "\"later\":"));
        assertThat(unanswered.path("external_3ds_authentication_attempted").booleanValue(true))
                .isFalse();
        assertThat(unanswered.path("external_authentication_details").isNull()).isTrue();
        var frictionless = shown(STORED.replace("acs_url", "no_url"));
        assertThat(
                        frictionless
                                .at("/external_authentication_details/authentication_flow")
                                .asString())
                .isEqualTo("frictionless");
    }

    @Test
    void the_answer_of_the_authentication_itself() {
        var answers = new ThreeDsRenderer(api, terms);
        var payment = read(STORED);
        assertThat(answers.isAnswered(payment)).isTrue();
        assertThat(answers.isAnswered(read(STORED.replace("\"three_ds\":", "\"later\":"))))
                .isFalse();
        assertThat(Json.read(Json.write(json -> answers.write(payment, json))))
                .isEqualTo(
                        json(
                                """
                                {"trans_status": "C", "three_ds_requestor_url": null,
                                 "acs_url": "https://acs", "challenge_request": null,
                                 "acs_reference_number": null, "acs_trans_id": "a",
                                 "three_dsserver_trans_id": null, "acs_signed_content": null}
                                """));
    }

    @Test
    void what_the_rest_of_the_service_asks_of_a_payment() {
        var payment = read(STORED);
        assertThat(payment.profileId()).isEqualTo("profile");
        assertThat(payment.currency()).isEqualTo("EUR");
        assertThat(payment.amount()).isEqualTo(100);
        assertThat(payment.netAmount()).isEqualTo(126);
        assertThat(payment.amountRefundable()).isEqualTo(30);
        assertThat(payment.optionAmount("shipping_cost")).isEqualTo(5);
        assertThat(payment.optionAmount("unset")).isZero();
        assertThat(payment.option("off_session")).isEqualTo(true);
        assertThat(payment.clientFields()).containsExactly("email");
        assertThat(payment.created()).isEqualTo(NOW);
        assertThat(payment.expiresOn()).isEqualTo(NOW.plusSeconds(900));
        assertThat(payment.isExpired(NOW.plusSeconds(900).minusNanos(1))).isFalse();
        assertThat(payment.isExpired(NOW.plusSeconds(900))).isTrue();
        assertThat(read(STORED.replace("\"expires_on\"", "\"never\"")).isExpired(NOW)).isFalse();
        assertThat(payment.latestNextActionUrl()).isEqualTo("https://provider");
        assertThat(payment.attempt("p_1").text("connector")).isEqualTo("klarna");
        assertThat(payment.attempt("p_3").isEmpty()).isTrue();
        assertThat(read(STORED.replace("\"net_amount\"", "\"none\"")).netAmount()).isEqualTo(100);
        assertThat(payment.attempt("p_1").names())
                .containsExactly(
                        "attempt_id", "number", "connector", "merchant_connector_id", "amount");
        assertThat(Fields.of(Map.of("a", "b")).text("a")).isEqualTo("b");
    }

    @Test
    void a_refund_of_the_refund_service() {
        var refunds = new RefundRenderer(api, terms);
        var stored =
                """
                {"refund_id": "re", "merchant_id": "m", "payment_id": "p", "currency": "EUR",
                 "status": "failed", "reason": "broken", "connector": "klarna",
                 "profile_id": "profile", "merchant_connector_id": "mca", "amount": 20, "journal": [{"a": 1}],
                 "created_at": {"$date": "2026-01-04T00:00:00Z"},
                 "updated_at": {"$date": "2026-01-05T00:00:00Z"},
                 "details": {"metadata": "{\\"k\\":\\"v\\"}", "split_refunds": "{\\"s\\":1}",
                    "order_details": "[{\\"amount\\":20}]", "order_details_ignored": "true"},
                 "error": {"code": "e", "message": "Never.", "unified": "expired"}}
                """;
        var refund = RefundRenderer.read(RawBsonDocument.parse(stored).getByteBuffer().asNIO());
        assertThat(refund.sections("journal")).isEmpty();
        assertThat(Json.read(Json.write(json -> refunds.write(refund, json))))
                .isEqualTo(
                        json(
                                """
                                {"refund_id": "re", "payment_id": "p", "amount": 20,
                                 "currency": "EUR", "status": "failed", "reason": "broken",
                                 "metadata": {"k": "v"}, "error_message": "Never.",
                                 "error_code": "e", "unified_code": "expired",
                                 "unified_message": "It was not completed in time.",
                                 "created_at": "2026-01-04T00:00:00.000Z",
                                 "updated_at": "2026-01-05T00:00:00.000Z", "connector": "klarna",
                                 "profile_id": "profile", "merchant_connector_id": "mca",
                                 "split_refunds": {"s": 1}, "order_details": [{"amount": 20}],
                                  "warnings": [{"param": "split_refunds", "code": "IR_37",
                                  "message": "split_refunds is not supported by klarna"},
                                  {"param": "order_details", "code": "IR_37",
                                  "message": "order_details is not supported by klarna"}]}
                                """));
    }

    private JsonNode shown(String stored) {
        var view = new PaymentView(read(stored), true, true, true, PaymentView.Reader.SERVER, NOW);
        return Json.read(Json.write(json -> renderer.write(view, json)));
    }

    private static PaymentDocument read(String stored) {
        return PaymentDocument.read(RawBsonDocument.parse(stored).getByteBuffer().asNIO());
    }

    private static void assertShown(JsonNode payment, Map<String, String> expected) {
        expected.forEach(
                (name, value) -> assertThat(payment.path(name)).as(name).isEqualTo(json(value)));
    }

    private static JsonNode json(String text) {
        return Json.read(text.contains("\"") ? text : text.replace('\'', '"'));
    }
}
