package dev.paylater.e2e.fuzz;

import dev.paylater.e2e.ApiAnswer;
import dev.paylater.e2e.MerchantClient;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/** A payment whose merchant has said everything that only a merchant may say. */
record Target(MerchantClient merchant, String paymentId, String clientSecret, String link) {

    /**
     * Set by the merchant's server and by nobody else, as the merchant is shown them; with another
     * value that the merchant could have sent.
     */
    private static final Map<String, String> SERVER_ONLY =
            Map.ofEntries(
                    Map.entry("amount", "1"),
                    Map.entry("currency", "\"USD\""),
                    Map.entry("profile_id", "\"pro_other\""),
                    Map.entry("customer", "{\"id\": \"cus_evil\", \"name\": \"Eve\"}"),
                    Map.entry("customer_id", "\"cus_evil\""),
                    Map.entry("description", "\"Another lamp\""),
                    Map.entry("return_url", "\"https://evil.example/\""),
                    Map.entry("capture_method", "\"automatic\""),
                    Map.entry("authentication_type", "\"three_ds\""),
                    Map.entry("allowed_payment_method_types", "[\"invoice\"]"),
                    Map.entry(
                            "order_details",
                            "[{\"product_name\": \"Air\", \"quantity\": 1, \"amount\": 6540}]"),
                    Map.entry("metadata", "{\"order\": \"8\"}"),
                    Map.entry("connector_metadata", "{\"hint\": 2}"),
                    Map.entry("frm_metadata", "{\"risk\": \"none\"}"),
                    Map.entry("merchant_order_reference_id", "\"order-8\""),
                    Map.entry("shipping_cost", "0"),
                    Map.entry("order_tax_amount", "0"),
                    Map.entry("surcharge_details", "{\"surcharge_amount\": 1}"),
                    Map.entry("statement_descriptor_name", "\"EVIL\""),
                    Map.entry("statement_descriptor_suffix", "\"EVIL\""),
                    Map.entry("business_country", "\"FR\""),
                    Map.entry("business_label", "\"chairs\""),
                    Map.entry("split_payments", "{\"to\": \"evil\"}"),
                    Map.entry("mandate_id", "\"man_evil\""));

    /** Shown to the merchant, and sent by nobody. */
    private static final Set<String> FIXED =
            Set.of("net_amount", "merchant_id", "expires_on", "payment_link");

    private static final Duration UNTIL_CREATED = Duration.ofMinutes(1);
    private static final String BODY =
            """
            {"amount": 6540, "currency": "EUR", "capture_method": "manual", "payment_link": true,
             "customer": {"id": "cus_fuzz", "name": "Ada"}, "description": "A lamp",
             "return_url": "https://shop.example/return", "authentication_type": "no_three_ds",
             "allowed_payment_method_types": ["invoice", "direct_debit"], "connector": ["sandbox"],
             "order_details": [{"product_name": "Lamp", "quantity": 1, "amount": 6540}],
             "metadata": {"order": "7"}, "connector_metadata": {"hint": 1},
             "frm_metadata": {"risk": "low"}, "merchant_order_reference_id": "order-7",
             "shipping_cost": 400, "order_tax_amount": 60, "business_country": "DE",
             "business_label": "lamps", "statement_descriptor_name": "LAMPS",
             "billing": {"address": {"first_name": "Ada", "country": "DE"}}}
            """;

    static Target createdBy(MerchantClient merchant) {
        var created = merchant.post("/payments", BODY).expect(200);
        var path = "/payments/" + created.string("payment_id");
        // A create is answered when it is recorded, which on a busy machine is before it is carried
        // out.
        MerchantClient.await(() -> merchant.get(path), UNTIL_CREATED, look -> look.status() == 200);
        return new Target(
                merchant,
                created.string("payment_id"),
                created.string("client_secret"),
                created.json().at("/payment_link/link").asString());
    }

    JsonNode shown() {
        return look().json();
    }

    ApiAnswer look() {
        return merchant.payment(paymentId);
    }

    /** All that the merchant has sent, as members of an object. */
    static String asSent() {
        var members = BODY.strip();
        return members.substring(1, members.length() - 1);
    }

    /** The fields that must stay as the merchant sent them. */
    static List<String> serverOnly() {
        return Stream.concat(SERVER_ONLY.keySet().stream(), FIXED.stream()).sorted().toList();
    }

    /** Names in an order that is always the same. */
    static List<String> sentByMerchants() {
        return SERVER_ONLY.keySet().stream().sorted().toList();
    }

    /** What the merchant could have sent instead, as JSON. */
    static String otherValue(String field) {
        return Objects.requireNonNull(SERVER_ONLY.get(field), field);
    }
}
