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
import dev.paylater.kit.security.SealedPlace;
import dev.paylater.kit.security.Sealer;
import java.time.Instant;
import java.util.Base64;
import java.util.Date;
import java.util.List;
import org.bson.Document;
import org.bson.RawBsonDocument;
import org.bson.codecs.DocumentCodec;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

class PaymentRendererTest {

    /** Interface section 2.1, in its order. */
    private static final List<String> FIELDS =
            List.of(
                    ("payment_id merchant_id status amount net_amount amount_capturable currency"
                                    + " payment_method attempt_count shipping_cost amount_received"
                                    + " amount_cancelled connector client_secret created updated"
                                    + " expires_on capture_on customer_id customer description"
                                    + " refunds disputes attempts captures mandate_id mandate_data"
                                    + " setup_future_usage off_session capture_method"
                                    + " payment_method_data payment_token shipping billing"
                                    + " order_details email name phone birth_date ssn gender locale"
                                    + " return_url authentication_type statement_descriptor_name"
                                    + " statement_descriptor_suffix next_action cancellation_reason"
                                    + " error_code error_message unified_code unified_message"
                                    + " payment_experience payment_method_type"
                                    + " allowed_payment_method_types connector_label"
                                    + " business_country business_label business_sub_label"
                                    + " ephemeral_key manual_retry_allowed connector_transaction_id"
                                    + " reference_id frm_message frm_metadata metadata"
                                    + " connector_metadata feature_metadata payment_link profile_id"
                                    + " surcharge_details merchant_decision merchant_connector_id"
                                    + " incremental_authorization_allowed authorization_count"
                                    + " incremental_authorizations external_authentication_details"
                                    + " external_3ds_authentication_attempted fingerprint"
                                    + " browser_info payment_method_id payment_method_status"
                                    + " split_payments merchant_order_reference_id order_tax_amount"
                                    + " connector_mandate_id capture_id connector_capture_id"
                                    + " charges warnings")
                            .split(" "));

    private static final KeyRing KEY =
            KeyRing.parse("a key", "1:" + Base64.getEncoder().encodeToString(new byte[32]));
    private static final Instant NOW = Instant.parse("2026-01-02T03:04:05.678Z");
    private static final Sealer SEALER = Sealer.of(KEY);
    private static final Terms TERMS = new Terms(new Sealing(SEALER));
    private static final ServiceUrls ADDRESSES = new ServiceUrls("https://api.example", "", "1");
    private static final Pepper PEPPER = new Pepper(KEY);

    private final OpenApi api = new OpenApi();
    private final PaymentRenderer renderer =
            new PaymentRenderer(
                    api,
                    new PaymentParts(api, TERMS),
                    TERMS,
                    new ClientSecrets(PEPPER),
                    new PaymentLinks(PEPPER, ADDRESSES),
                    new EphemeralKeys(new Pepper(KEY)),
                    new CustomerAddresses(ADDRESSES.publicUrl(), KEY));

    @Test
    void every_field_is_there_and_unset_ones_are_null() {
        var payment = render(plain("requires_payment_method"), false);
        assertThat(payment.propertyNames()).containsAll(FIELDS);
        assertThat(payment.path("created").asString()).isEqualTo("2026-01-02T03:04:05.678Z");
        assertThat(payment.path("capture_method").asString()).isEqualTo("automatic");
        assertThat(payment.path("authentication_type").asString()).isEqualTo("no_three_ds");
        for (var unset :
                List.of(
                        "customer",
                        "billing",
                        "attempts",
                        "captures",
                        "payment_method",
                        "surcharge_details")) {
            assertThat(payment.path(unset).isNull()).as(unset).isTrue();
        }
    }

    @Test
    void a_nested_object_has_its_unset_fields_as_null_too() {
        var terms =
                new Document("billing", "{\"email\":\"a@b.c\",\"unknown\":1}")
                        .append("order_details", "[{\"amount\":1.50}]")
                        .append(
                                "ssn",
                                Json.text(
                                        SEALER.seal("\"123\"", new SealedPlace("m", "p", "ssn"))));
        var stored = plain("requires_confirmation");
        stored.get("payment", Document.class).append("terms", terms);
        var payment = render(stored, false);
        assertThat(payment.path("billing").toString())
                .isEqualTo("{\"email\":\"a@b.c\",\"address\":null,\"phone\":null}");
        assertThat(payment.at("/order_details/0").size()).isEqualTo(16);
        assertThat(payment.path("ssn").asString()).isEqualTo("123");
    }

    @Test
    void the_latest_attempt_speaks_for_the_payment() {
        var payment = render(attempted("failed"), false);
        assertThat(payment.path("connector_label").asString()).isEqualTo("sandbox");
        assertThat(payment.path("error_code").asString()).isEqualTo("no");
        assertThat(payment.path("unified_code").asString()).isEqualTo("declined");
        assertThat(payment.path("manual_retry_allowed").booleanValue()).isTrue();
        assertThat(payment.path("attempt_count").intValue()).isEqualTo(2);
        assertThat(payment.path("next_action").isNull()).isTrue();
    }

    @Test
    void a_payment_that_waits_for_an_account_that_is_refused_says_so() {
        var refused = attempted("processing");
        under(refused, "p_2", true);
        var payment = render(refused, false);
        assertThat(payment.path("error_code").asString()).isEqualTo("account_refused");
        assertThat(payment.path("error_message").asString())
                .isEqualTo(
                        "The provider does not accept the connector account: what became of the"
                                + " payment is asked again until its credentials or settings are"
                                + " corrected");
        assertThat(payment.path("unified_code").asString()).isEqualTo("provider_unavailable");
        assertThat(payment.path("unified_message").asString()).isNotEmpty();
    }

    @Test
    void an_account_that_is_refused_is_no_error_of_what_does_not_wait_for_it() {
        var accepted = attempted("processing");
        under(accepted, "p_2", false);
        var earlier = attempted("processing");
        under(earlier, "p_1", true);
        var ended = attempted("failed");
        under(ended, "p_2", true);
        for (var stored : List.of(accepted, earlier, ended)) {
            assertThat(render(stored, false).path("error_code").asString()).isEqualTo("no");
        }
    }

    /** With an operation of this attempt under way. */
    private static void under(Document stored, String attemptId, boolean accountRefused) {
        stored.get("payment", Document.class)
                .append(
                        "operations",
                        List.of(
                                new Document("operation_id", attemptId + "_authorize")
                                        .append("attempt_id", attemptId)
                                        .append("account_refused", accountRefused)));
    }

    @Test
    void the_customer_is_sent_through_this_service() {
        var payment = render(attempted("requires_customer_action"), false);
        assertThat(payment.at("/next_action/redirect_to_url").asString())
                .matches("https://api\\.example/payments/redirect/p/m/p_2\\?proof=[0-9a-f]{32}");
    }

    @Test
    void captures_are_shown_after_a_capture() {
        var payment = render(attempted("succeeded"), true);
        assertThat(payment.path("capture_id").asString()).isEqualTo("p_2_1");
        assertThat(payment.path("captures")).hasSize(1);
        assertThat(payment.at("/charges/0/amount").longValue()).isEqualTo(5);
        assertThat(render(attempted("succeeded"), false).path("capture_id").isNull()).isTrue();
        assertThat(payment.path("manual_retry_allowed").booleanValue()).isFalse();
    }

    @Test
    void a_failed_payment_may_be_retried_until_its_time_is_up() {
        var stored = attempted("failed");
        assertThat(renderAt(stored, NOW).path("manual_retry_allowed").booleanValue()).isTrue();
        var over = renderAt(stored, NOW.plusMillis(1));
        assertThat(over.path("manual_retry_allowed").booleanValue(true)).isFalse();
        stored.remove("retry_until");
        var never = renderAt(stored, NOW);
        assertThat(never.path("manual_retry_allowed").booleanValue(true)).isFalse();
    }

    @Test
    void every_attempt_has_its_own_status_error_and_action() {
        var attempts = renderAt(attempted("failed"), NOW).path("attempts");
        assertThat(attempts.valueStream().map(a -> a.path("status").asString()))
                .containsExactly("failure", "expired");
        assertThat(attempts.at("/1/error_code").asString()).isEqualTo("no");
        assertThat(attempts.at("/1/next_action/url").asString()).isEqualTo("https://provider");
    }

    @Test
    void a_cancelled_payment_says_why() {
        var stored = plain("cancelled").append("cancellation_reason", "no stock");
        assertThat(render(stored, false).path("cancellation_reason").asString())
                .isEqualTo("no stock");
    }

    private JsonNode renderAt(Document stored, Instant now) {
        var view = PaymentView.expanded(read(stored), true, false, now);
        return Json.read(Json.write(json -> renderer.write(view, json)));
    }

    private static PaymentDocument read(Document stored) {
        return PaymentDocument.read(
                new RawBsonDocument(stored, new DocumentCodec()).getByteBuffer().asNIO());
    }

    @Test
    void what_the_connector_ignores_is_warned_of_by_name() {
        var asked = attempted("succeeded");
        asked.get("payment", Document.class)
                .append(
                        "terms",
                        new Document("merchant_order_reference_id", "\"7\"")
                                .append("frm_metadata", "{\"a\":1}")
                                .append("skip_external_tax_calculation", "false")
                                .append("split_payments", "{\"a\":1}")
                                .append("email", "\"a@b\""))
                .get("intent", Document.class)
                .append("request_incremental_authorization", true);
        var capture = asked.get("payment", Document.class).getList("captures", Document.class);
        capture.getFirst()
                .append("details", new Document("statement_descriptor_prefix", "\"LAMPS\""));
        assertThat(render(asked, false).path("warnings"))
                .isEqualTo(
                        Json.read(
                                """
                                [{"param": "request_incremental_authorization", "code": "IR_37",
                                  "message": "request_incremental_authorization is not supported by \
                                sandbox"},
                                 {"param": "frm_metadata", "code": "IR_37",
                                  "message": "frm_metadata is not supported by sandbox"},
                                 {"param": "split_payments", "code": "IR_37",
                                  "message": "split_payments is not supported by sandbox"},
                                 {"param": "statement_descriptor_prefix", "code": "IR_37",
                                  "message": "statement_descriptor_prefix is not supported by \
                                sandbox"}]
                                """));
    }

    @Test
    void a_member_that_the_connector_ignores_is_warned_of_by_its_path() {
        var asked = attempted("succeeded");
        asked.get("payment", Document.class)
                .append(
                        "terms",
                        new Document("klarna_sdk_token", "true")
                                .append("account_metadata", "true")
                                .append("line_brand", "true")
                                .append("creds_identifier", "\"mca_1\""))
                .getList("captures", Document.class)
                .getFirst()
                .append("details", new Document("invoice_due_date", "true"));
        assertThat(render(asked, false).path("warnings").valueStream())
                .extracting(warning -> warning.path("param").asString())
                .containsExactly(
                        "merchant_connector_details.encoded_data.metadata",
                        "payment_method_data.pay_later.klarna_sdk.token",
                        "order_details.brand",
                        "capture_metadata.invoice_data.due_date");
    }

    @Test
    void a_number_that_is_no_phone_number_is_warned_of_where_the_connector_sends_phones() {
        var asked = attempted("succeeded");
        var payment = asked.get("payment", Document.class);
        payment.append(
                "terms",
                new Document("customer", "{\"phone\": \"none\", \"phone_country_code\": \"49\"}")
                        .append("phone", "\"0301234567\"")
                        .append("billing", "{\"address\": {\"country\": \"DE\"}}"));
        var attempt = payment.getList("attempts", Document.class).getLast();

        attempt.append("features", List.of("phone"));
        assertThat(render(asked, false).path("warnings"))
                .isEqualTo(
                        Json.read(
                                """
                                [{"param": "customer.phone", "code": "IR_37",
                                  "message": "customer.phone is no phone number and is not sent"}]
                                """));

        attempt.append("features", List.of());
        assertThat(render(asked, false).path("warnings").valueStream())
                .extracting(warning -> warning.path("message").asString())
                .containsExactly("phone is not supported by sandbox");
    }

    @Test
    void nothing_is_warned_of_before_a_connector_is_chosen_or_when_nothing_is_ignored() {
        var unconfirmed = plain("requires_confirmation");
        unconfirmed
                .get("payment", Document.class)
                .append("terms", new Document("frm_metadata", "{\"a\":1}"));
        assertThat(render(unconfirmed, false).path("warnings").isNull()).isTrue();
        assertThat(render(attempted("succeeded"), false).path("warnings").isNull()).isTrue();
    }

    @Test
    void increments_are_allowed_by_merchant_and_provider_together() {
        assertThat(increments(true, true).booleanValue()).isTrue();
        assertThat(increments(null, true).booleanValue(true)).isFalse();
        assertThat(increments(true, false).booleanValue(true)).isFalse();
        assertThat(increments(true, null).isNull()).isTrue();
    }

    private JsonNode increments(@Nullable Boolean byMerchant, @Nullable Boolean byProvider) {
        var stored = attempted("requires_capture");
        var payment = stored.get("payment", Document.class);
        payment.get("intent", Document.class)
                .append("request_incremental_authorization", byMerchant);
        payment.getList("attempts", Document.class)
                .getLast()
                .append("data", new Document("incremental_allowed", byProvider));
        return render(stored, false).path("incremental_authorization_allowed");
    }

    private JsonNode render(Document stored, boolean afterCapture) {
        var document = read(stored);
        var view =
                afterCapture
                        ? PaymentView.afterCapture(document, NOW)
                        : PaymentView.plain(document, NOW);
        return Json.read(Json.write(json -> renderer.write(view, json)));
    }

    private static Document plain(String status) {
        return new Document("status", status)
                .append("net_amount", 5L)
                .append("amount_capturable", 0L)
                .append(
                        "payment",
                        new Document("merchant_id", "m")
                                .append("payment_id", "p")
                                .append("created", Date.from(NOW))
                                .append("updated", Date.from(NOW))
                                .append("expires_on", Date.from(NOW.plusSeconds(900)))
                                .append(
                                        "intent",
                                        new Document("amount", 5L).append("currency", "EUR")));
    }

    private static Document attempted(String status) {
        var stored =
                plain(status)
                        .append("retry_until", Date.from(NOW.plusMillis(1)))
                        .append("attempt_statuses", List.of("failure", "expired"));
        stored.get("payment", Document.class)
                .append("attempts", List.of(attempt(1), attempt(2)))
                .append(
                        "captures",
                        List.of(
                                new Document("capture_id", "p_2_1")
                                        .append("attempt_id", "p_2")
                                        .append("capture_sequence", 1)
                                        .append("status", "charged")
                                        .append("amount", 5L)));
        return stored;
    }

    private static Document attempt(int number) {
        return new Document("attempt_id", "p_" + number)
                .append("connector", "sandbox")
                .append("number", number)
                .append("features", List.of("order_reference"))
                .append("amount", 5L)
                .append(
                        "stage",
                        new Document("t", "declined")
                                .append(
                                        "d",
                                        new Document(
                                                        "next_action",
                                                        new Document("type", "redirect_to_url")
                                                                .append("url", "https://provider"))
                                                .append(
                                                        "error",
                                                        new Document("code", "no")
                                                                .append("unified", "declined"))));
    }
}
