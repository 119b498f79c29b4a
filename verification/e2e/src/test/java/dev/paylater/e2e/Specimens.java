package dev.paylater.e2e;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import tools.jackson.databind.JsonNode;

/** Answers of the running system that show a field each, made once and looked at by many tests. */
final class Specimens {

    private static final Merchant MERCHANT = Merchant.SANDBOX;
    private static final String EXPANDED = "?expand_attempts=true&expand_captures=true";
    private static final Map<String, JsonNode> MADE = new ConcurrentHashMap<>();

    private Specimens() {}

    static JsonNode get(String name) {
        return MADE.computeIfAbsent(name, Specimens::make);
    }

    private static JsonNode make(String name) {
        return switch (name) {
            case "rich" -> rich();
            case "fraud" -> expanded(pay("fraud"));
            case "redirect" -> expanded(pay("redirect"));
            case "review" -> expanded(pay("review"));
            case "pending" -> expanded(pay("pending-silent"));
            case "authorized" -> expanded(pay(""));
            case "approved" -> after(pay("review"), "approve", "{}");
            case "captured" -> captured();
            case "cancelled" -> cancelled();
            case "released" -> {
                var id = pay("");
                after(id, "capture", "{\"amount_to_capture\": 40}");
                yield expanded(id);
            }
            case "refusedCapture" -> {
                var id = pay("capture-declined");
                after(id, "capture", "{}");
                yield expanded(id);
            }
            case "failedRefund" -> failedRefund();
            case "consent" -> consent();
            case "link" -> link();
            case "refunds" -> refunds("{\"start_time\": \"2026-01-01T00:00:00Z\"}");
            case "smallRefund" -> smallRefund();
            case "openapi" -> Description.ofRunningSystem().document();
            default -> throw new IllegalArgumentException("There is no specimen " + name);
        };
    }

    /** Everything said that can be said, captured in part and refunded in part. */
    private static JsonNode rich() {
        var fields =
                """
                "shipping_cost": 400, "order_tax_amount": 60, "description": "A lamp",
                "payment_token": "tok_1", "shipping": {"address": {"city": "Potsdam"}},
                "order_details": [{"product_name": "Lamp", "quantity": 1, "amount": 6540}],
                "email": "ada@example.com", "name": "Ada", "phone": "123",
                "birth_date": "1815-12-10", "ssn": "123-45", "statement_descriptor_name": "LAMPS",
                "statement_descriptor_suffix": "NO 1", "payment_experience": "redirect_to_url",
                "allowed_payment_method_types": ["invoice"], "business_country": "DE",
                "business_label": "lamps", "frm_metadata": {"risk": "low"},
                "metadata": {"order": "7"}, "connector_metadata": {"hint": 1},
                "browser_info": {"language": "de"}, "merchant_order_reference_id": "order-7",
                "split_payments": {"some_split_payment": {"application_fees": 1}}
                """;
        var body = Merchant.with(Merchant.body("", "manual_multiple"), fields);
        var id = MERCHANT.post("/payments", body).expect(200).string("payment_id");
        after(id, "capture", "{\"amount_to_capture\": 4000}");
        MERCHANT.post(
                        "/refunds",
                        """
                        {"payment_id": "%s", "amount": 500, "reason": "too bright",
                         "metadata": {"ticket": "9"}}
                        """
                                .formatted(id))
                .expect(200);
        MERCHANT.await(
                id,
                Duration.ofSeconds(10),
                p -> p.json().at("/refunds/0/status").asString("").equals("succeeded"));
        return expanded(id);
    }

    private static JsonNode failedRefund() {
        var id = MERCHANT.pay("refund-declined", "automatic").expect(200).string("payment_id");
        MERCHANT.post("/refunds", "{\"payment_id\": \"%s\"}".formatted(id)).expect(200);
        MERCHANT.await(
                id,
                Duration.ofSeconds(10),
                p -> p.json().at("/refunds/0/status").asString("").equals("failed"));
        return expanded(id);
    }

    private static JsonNode captured() {
        var id = pay("");
        var captured = after(id, "capture", "{}");
        ((tools.jackson.databind.node.ObjectNode) captured)
                .set("attempts", expanded(id).path("attempts"));
        return captured;
    }

    private static JsonNode cancelled() {
        var id = pay("");
        after(id, "cancel", "{\"cancellation_reason\": \"no stock\"}");
        return expanded(id);
    }

    private static JsonNode consent() {
        var fields =
                "\"setup_future_usage\": \"off_session\", \"mandate_data\":"
                        + " {\"customer_acceptance\": {\"acceptance_type\": \"online\"}}";
        var body = Merchant.with(Merchant.body("", "automatic"), fields);
        return MERCHANT.post("/payments", body).expect(200).json();
    }

    private static JsonNode link() {
        var body =
                "{\"amount\": 6540, \"currency\": \"EUR\", \"description\": \"A lamp\","
                        + " \"payment_link\": true}";
        var id = MERCHANT.post("/payments", body).expect(200).json();
        return MERCHANT.get("/payment_link/" + id.at("/payment_link/payment_link_id").asString())
                .expect(200)
                .json();
    }

    private static JsonNode smallRefund() {
        var id = MERCHANT.pay("", "automatic").expect(200).string("payment_id");
        return MERCHANT.post("/refunds", "{\"payment_id\": \"%s\", \"amount\": 99}".formatted(id))
                .expect(422)
                .json();
    }

    private static JsonNode refunds(String filter) {
        return MERCHANT.post("/refunds/list", filter).expect(200).json();
    }

    private static String pay(String tag) {
        return MERCHANT.pay(tag, "manual").expect(200).string("payment_id");
    }

    private static JsonNode after(String id, String operation, String body) {
        return MERCHANT.post("/payments/" + id + "/" + operation, body).expect(200).json();
    }

    private static JsonNode expanded(String id) {
        return MERCHANT.get("/payments/" + id + EXPANDED).expect(200).json();
    }
}
