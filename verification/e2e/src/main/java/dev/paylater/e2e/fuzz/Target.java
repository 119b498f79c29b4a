package dev.paylater.e2e.fuzz;

import dev.paylater.e2e.Merchant;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;

/** A payment whose merchant has said everything that only a merchant may say. */
record Target(Merchant merchant, String paymentId, String clientSecret, String link) {

    /** Set by the merchant's server and by nobody else; as the merchant is shown them. */
    private static final List<String> SERVER_ONLY =
            List.of(
                    "amount",
                    "net_amount",
                    "currency",
                    "merchant_id",
                    "profile_id",
                    "customer",
                    "customer_id",
                    "description",
                    "return_url",
                    "capture_method",
                    "authentication_type",
                    "allowed_payment_method_types",
                    "order_details",
                    "metadata",
                    "connector_metadata",
                    "frm_metadata",
                    "merchant_order_reference_id",
                    "shipping_cost",
                    "order_tax_amount",
                    "surcharge_details",
                    "statement_descriptor_name",
                    "statement_descriptor_suffix",
                    "business_country",
                    "business_label",
                    "split_payments",
                    "mandate_id",
                    "expires_on",
                    "payment_link");

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

    static Target createdBy(Merchant merchant) {
        var created = merchant.post("/payments", BODY).expect(200);
        return new Target(
                merchant,
                created.string("payment_id"),
                created.string("client_secret"),
                created.json().at("/payment_link/link").asString());
    }

    JsonNode shown() {
        return merchant.payment(paymentId).json();
    }

    /** The server's own fields that are not as they were. */
    static List<String> serverOnlyDifference(JsonNode before, JsonNode after) {
        return SERVER_ONLY.stream()
                .filter(field -> !before.path(field).equals(after.path(field)))
                .map(field -> field + ": " + before.path(field) + " became " + after.path(field))
                .toList();
    }

    /** Every field that is not as it was. */
    static List<String> difference(JsonNode before, JsonNode after) {
        var names = new ArrayList<>(before.propertyNames());
        return names.stream()
                .filter(field -> !before.path(field).equals(after.path(field)))
                .map(field -> field + ": " + before.path(field) + " became " + after.path(field))
                .toList();
    }
}
