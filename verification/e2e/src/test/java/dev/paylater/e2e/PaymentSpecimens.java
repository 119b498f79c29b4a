package dev.paylater.e2e;

import static java.util.Map.entry;

import java.time.Duration;
import java.util.Map;
import java.util.UUID;
import java.util.function.Function;
import tools.jackson.databind.JsonNode;

/** Payments as they are created and confirmed, with what their answers show and providers get. */
final class PaymentSpecimens {

    static final Duration SOON = Duration.ofSeconds(60);
    static final String EXPANDED = "?expand_attempts=true&expand_captures=true";
    static final String UNPAID = "{\"amount\": 6540, \"currency\": \"EUR\"}";
    static final String METHOD =
            "\"payment_method\": \"pay_later\", \"payment_method_type\": \"invoice\"";

    private static final MerchantClient MERCHANT = MerchantClient.SANDBOX;

    /** Everything that is said of a payment and given back with it. */
    private static final String SAID =
            """
            "shipping_cost": 400, "order_tax_amount": 60, "description": "A lamp",
            "surcharge_details": {"surcharge_amount": 5, "tax_amount": 1},
            "billing": {"address": {"city": "Berlin", "country": "DE", "line1": "Main St 1",
              "line2": "b", "line3": "c", "zip": "10115", "state": "BE", "first_name": "Ada",
              "last_name": "Jones"}, "phone": {"number": "30123456", "country_code": "+43"},
              "email": "ada@example.com"},
            "shipping": {"address": {"city": "Potsdam"}},
            "order_details": [{"product_name": "Lamp", "quantity": 2, "amount": 6540,
              "product_id": "l-1", "category": "voucher", "sub_category": "s", "brand": "b",
              "product_type": "physical", "product_img_link": "https://i.example",
              "product_link": "https://p.example", "requires_shipping": true,
              "product_tax_code": "t", "tax_amount": 1, "tax_percentage": 19,
              "total_tax_amount": 2, "account_name": "a"}],
            "email": "ada@example.com", "name": "Ada", "phone": "123",
            "birth_date": "1815-12-10", "ssn": "123-45", "gender": "female", "locale": "de-DE",
            "statement_descriptor_name": "LAMPS", "statement_descriptor_suffix": "NO 1",
            "payment_experience": "redirect_to_url",
            "allowed_payment_method_types": ["invoice"], "business_country": "DE",
            "business_label": "lamps", "business_sub_label": "desk",
            "frm_metadata": {"risk": "low"}, "metadata": {"order": "7"},
            "connector_metadata": {"hint": 1}, "browser_info": {"language": "de"},
            "merchant_order_reference_id": "order-7", "customer_acceptance": {"acceptance_type": "online"}, "capture_type": "connector",
            "feature_metadata": {"redirect_response": {"param": "a", "json_payload": {"b": 1}},
              "search_tags": ["x"]},
            "skip_external_tax_calculation": true, "psd2_sca_exemption_type": "low_value",
            "ctp_service_details": {"a": "b"}
            """;

    private static final String SPLIT =
            "\"split_payments\": {\"some_split_payment\": {\"application_fees\": 1}}";

    static final Map<String, Function<Caller, JsonNode>> ALL =
            Map.ofEntries(
                    entry("created", c -> c.post("/payments", with(UNPAID, SAID)).json()),
                    entry("split", c -> c.post("/payments", with(UNPAID, SPLIT)).json()),
                    entry("updated", PaymentSpecimens::updated),
                    entry("rich", PaymentSpecimens::rich),
                    entry("paid", c -> c.post("/payments", with(paying(), SAID)).json()),
                    entry("captured at once", c -> settled(c, "\"amount_to_capture\": 1000")),
                    entry("settled directly", PaymentSpecimens::settledDirectly),
                    entry("captured at its time", PaymentSpecimens::scheduled),
                    entry(
                            "with customer",
                            c ->
                                    createPayment(
                                            c,
                                            UNPAID,
                                            "\"customer\": {\"id\": \"cus_ephemeral\"}")),
                    entry("method chosen", c -> createPayment(c, UNPAID, METHOD)),
                    entry("ordered", PaymentSpecimens::ordered),
                    entry("fraud", c -> expanded(c, pay(c, "fraud"))),
                    entry("redirect", c -> expanded(c, pay(c, "redirect"))),
                    entry("review", c -> expanded(c, pay(c, "review"))),
                    entry("pending", c -> expanded(c, pay(c, "pending-silent"))),
                    entry("authorized", c -> expanded(c, pay(c, ""))),
                    entry("timeline", c -> json(c.get("/payments/" + pay(c, "") + "/timeline"))),
                    entry("retrieved", PaymentSpecimens::retrieved),
                    entry("retrieved by query", PaymentSpecimens::retrievedByQuery),
                    entry("asked again", c -> asked(c, "", "{\"force_sync\": true}")),
                    entry("asked again by query", c -> asked(c, "?force_sync=true", "{}")));

    private PaymentSpecimens() {}

    static String with(String body, String fields) {
        return MerchantClient.with(body, fields);
    }

    /** A confirmed payment, to be captured by hand. */
    static String paying() {
        return MerchantClient.body("", "manual");
    }

    static JsonNode createPayment(Caller caller, String body, String fields) {
        return caller.post("/payments", with(body, fields)).json();
    }

    static String pay(Caller caller, String tag) {
        return caller.post("/payments", MerchantClient.body(tag, "manual"))
                .expect(200)
                .string("payment_id");
    }

    static JsonNode json(ApiAnswer answer) {
        return answer.expect(200).json();
    }

    static JsonNode expanded(Caller caller, String id) {
        return json(caller.get("/payments/" + id + EXPANDED));
    }

    private static JsonNode updated(Caller caller) {
        var id = json(Caller.COMPLETE.post("/payments", UNPAID)).path("payment_id").asString();
        return json(caller.post("/payments/" + id, "{\"amount\": 7000}"));
    }

    /** Captured in part and refunded in part. */
    private static JsonNode rich(Caller caller) {
        var body = with(MerchantClient.body("", "manual_multiple"), SAID);
        var id = caller.post("/payments", body).expect(200).string("payment_id");
        json(caller.post("/payments/" + id + "/capture", "{\"amount_to_capture\": 4000}"));
        var refund =
                """
                "amount": 500, "reason": "too bright", "metadata": {"ticket": "9"}
                """;
        json(SettlementSpecimens.refund(caller, id, refund));
        MERCHANT.await(
                id, SOON, p -> p.json().at("/refunds/0/status").asString("").equals("succeeded"));
        return expanded(caller, id);
    }

    private static JsonNode settledDirectly(Caller caller) {
        var payment = settled(caller, "\"capture_type\": \"direct\"");
        return Seen.ledger(payment.path("payment_id").asString());
    }

    private static JsonNode settled(Caller caller, String fields) {
        var id = createPayment(caller, MerchantClient.body("", "automatic"), fields);
        return MERCHANT.await(
                        id.path("payment_id").asString(), SOON, "partially_captured", "succeeded")
                .json();
    }

    /** Its time has come already; without one it is a day later. */
    private static JsonNode scheduled(Caller caller) {
        var fields = "\"capture_on\": \"2026-01-01T00:00:00Z\"";
        var payment = createPayment(caller, MerchantClient.body("", "scheduled"), fields);
        var id = payment.path("payment_id").asString();
        return MERCHANT.await(id, SOON, "succeeded").json();
    }

    /** What the sandbox provider is sent. */
    private static JsonNode ordered(Caller caller) {
        var customer =
                "\"customer\": {\"id\": \"%s\", \"phone\": \"5550100\"}"
                        .formatted(UUID.randomUUID());
        var body = with(with(paying(), SAID), customer);
        return sentToProvider(caller, body);
    }

    static JsonNode sentToProvider(Caller caller, String body) {
        var provider = RecordedProvider.get();
        var payment = json(caller.post(provider.merchant(), "/payments", body));
        return provider.sent("/payments", payment.path("payment_id").asString());
    }

    private static JsonNode retrieved(Caller caller) {
        var id = capturedPayment();
        var body = "{\"expand_attempts\": true, \"expand_captures\": true}";
        return json(caller.get(MERCHANT, "/payments/" + id, body));
    }

    private static JsonNode retrievedByQuery(Caller caller) {
        return expanded(caller, capturedPayment());
    }

    private static String capturedPayment() {
        return json(MERCHANT.pay("", "automatic")).path("payment_id").asString();
    }

    /** The calls that the provider got. */
    private static JsonNode asked(Caller caller, String query, String body) {
        var id = json(MERCHANT.pay("pending-approved", "manual")).path("payment_id").asString();
        json(caller.get(MERCHANT, "/payments/" + id + query, body));
        return Seen.texts(ProviderLedger.requestsOf(id));
    }
}
