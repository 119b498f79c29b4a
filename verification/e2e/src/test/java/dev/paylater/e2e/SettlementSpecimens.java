package dev.paylater.e2e;

import static dev.paylater.e2e.PaymentSpecimens.SOON;
import static dev.paylater.e2e.PaymentSpecimens.expanded;
import static dev.paylater.e2e.PaymentSpecimens.json;
import static dev.paylater.e2e.PaymentSpecimens.with;
import static java.util.Map.entry;

import java.util.Map;
import java.util.UUID;
import java.util.function.Function;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Captures, cancellations, increases, refunds and disputes. */
final class SettlementSpecimens {

    /** Another account at the sandbox than the stored one. */
    static final String CREDENTIALS =
            """
            "merchant_connector_details": {"encoded_data":
              {"connector_account_details": {"api_key": "sandbox_own"}}}
            """;

    private static final MerchantClient MERCHANT = MerchantClient.SANDBOX;
    private static final String FOREIGN = "{\"merchant_id\": \"merchant_other\"}";
    private static final String INVOICE =
            """
            {"capture_metadata": {"invoice_data": {"delivery_date": "2026-01-02",
              "due_date": "2026-02-01", "invoice_date": "2026-01-01",
              "merchant_invoice_ref": "I-1", "merchant_buyer_ref": "B-1"}}}
            """;

    private static final String SPLIT =
            "\"split_refunds\": {\"some_split_refund\": {\"revert_transfer\": true}}";

    private static final String PARCEL =
            """
            {"carrier": "DHL", "tracking_number": "0034",
              "tracking_url": "https://track.example/0034",
              "order_details": [{"product_name": "Lamp", "quantity": 1, "amount": 6540}]}
            """;

    /** Every field of evidence, with its name in words. */
    private static final String EVIDENCE =
            """
            {"access_activity_log": "access activity log", "billing_address": "billing address",
              "cancellation_policy": "cancellation policy",
              "cancellation_policy_disclosure": "cancellation policy disclosure",
              "cancellation_rebuttal": "cancellation rebuttal",
              "customer_communication": "customer communication",
              "customer_email_address": "customer email address",
              "customer_name": "customer name", "customer_purchase_ip": "customer purchase ip",
              "invoice_showing_distinct_transactions": "invoice showing distinct transactions",
              "product_description": "product description", "receipt": "receipt",
              "recurring_transaction_agreement": "recurring transaction agreement",
              "refund_policy": "refund policy",
              "refund_policy_disclosure": "refund policy disclosure",
              "refund_refusal_explanation": "refund refusal explanation",
              "service_date": "service date", "service_documentation": "service documentation",
              "shipping_address": "shipping address", "shipping_carrier": "shipping carrier",
              "shipping_date": "shipping date",
              "shipping_documentation": "shipping documentation",
              "shipping_tracking_number": "shipping tracking number",
              "uncategorized_text": "uncategorized text"}
            """;

    static final Map<String, Function<Caller, JsonNode>> ALL =
            Map.ofEntries(
                    entry("captured", SettlementSpecimens::captured),
                    entry("released", c -> released(c, "\"amount_to_capture\": 40")),
                    entry("released at once", SettlementSpecimens::releasedAtOnce),
                    entry("captured as another", c -> capture(c, FOREIGN).json()),
                    entry("capture warned of", SettlementSpecimens::captureWarnedOf),
                    entry("capture sent", SettlementSpecimens::captureSent),
                    entry("capture with invoice", c -> capture(c, INVOICE).json()),
                    entry("cancellation sent", SettlementSpecimens::cancellationSent),
                    entry("captured directly", SettlementSpecimens::capturedDirectly),
                    entry("captured by billie", c -> invoiced(c, Shop.BILLIE, "/invoices")),
                    entry("captured by riverty", c -> invoiced(c, Shop.RIVERTY, "/captures")),
                    entry("captured by two", c -> invoiced(c, Shop.TWO, "/fulfillments")),
                    entry("refusedCapture", SettlementSpecimens::refusedCapture),
                    entry("cancelled", SettlementSpecimens::cancelled),
                    entry("approved", c -> after(c, "review", "approve", "{}")),
                    entry("rejected", SettlementSpecimens::rejected),
                    entry("refunded", SettlementSpecimens::refunded),
                    entry("refund sent", SettlementSpecimens::refundSent),
                    entry("refunded by line", SettlementSpecimens::refundedByLine),
                    entry("refund split", c -> refund(c, paid(c), SPLIT).json()),
                    entry("refunded as another", c -> refund(c, paid(c), foreign()).json()),
                    entry("refund changed", SettlementSpecimens::refundChanged),
                    entry("refund asked", c -> refundAsked(c, "", "{\"force_sync\": true}")),
                    entry("refund asked by query", c -> refundAsked(c, "?force_sync=true", "{}")),
                    entry("failedRefund", SettlementSpecimens::failedRefund),
                    entry("smallRefund", c -> refund(c, paid(c), "\"amount\": 99").json()),
                    entry("shipped", c -> json(ship(c, paid(c), PARCEL))),
                    entry("shipped payment", SettlementSpecimens::shippedPayment),
                    entry("shipped of another", SettlementSpecimens::shippedOfAnother),
                    entry("shipment sent", SettlementSpecimens::shipmentSent),
                    entry("shipment refused", c -> shippedBy(c, Shop.PAYPAL, "0".repeat(65))),
                    entry("shipment warned of", c -> shippedBy(c, Shop.TWO, "0034")),
                    entry("disputed", SettlementSpecimens::disputed),
                    entry("disputed too", SettlementSpecimens::disputed),
                    entry("dispute", c -> json(c.get("/disputes/" + disputeId()))),
                    entry("dispute accepted", c -> respond(c, "accept", "{}")),
                    entry("dispute challenged", c -> respond(c, "evidence", EVIDENCE)),
                    entry("evidence sent", SettlementSpecimens::evidenceSent));

    private SettlementSpecimens() {}

    private static String held(String tag) {
        return PaymentSpecimens.pay(Caller.COMPLETE, tag);
    }

    private static JsonNode after(Caller caller, String tag, String operation, String body) {
        return json(caller.post("/payments/" + held(tag) + "/" + operation, body));
    }

    private static ApiAnswer capture(Caller caller, String body) {
        return caller.post("/payments/" + held("") + "/capture", body);
    }

    /** The answer to the capture, with the attempts of a later one. */
    private static JsonNode captured(Caller caller) {
        var captured = capture(caller, "{}").expect(200).json();
        var attempts = expanded(caller, captured.path("payment_id").asString()).path("attempts");
        ((ObjectNode) captured).set("attempts", attempts);
        return captured;
    }

    private static JsonNode released(Caller caller, String fields) {
        var id = held("");
        json(caller.post("/payments/" + id + "/capture", "{" + fields + "}"));
        return expanded(caller, id);
    }

    /** More could be captured of it, but for what the capture says. */
    private static JsonNode releasedAtOnce(Caller caller) {
        var id = json(MERCHANT.pay("", "manual_multiple")).path("payment_id").asString();
        var body = "{\"amount_to_capture\": 40, \"refund_uncaptured_amount\": true}";
        return json(caller.post("/payments/" + id + "/capture", body));
    }

    private static JsonNode captureWarnedOf(Caller caller) {
        var body =
                """
                {"statement_descriptor_suffix": "LAMP", "statement_descriptor_prefix": "SHOP"}
                """;
        return capture(caller, body).json();
    }

    private static JsonNode captureSent(Caller caller) {
        var provider = RecordedProvider.get();
        var payment = json(provider.merchant().pay("", "manual"));
        var body =
                """
                {"metadata": {"buyer_type": "PERSON"}, "order_details": [{"product_name": "Lamp",
                  "quantity": 1, "amount": 6540, "product_id": "l-1"}], %s}
                """
                        .formatted(CREDENTIALS);
        var path = "/payments/" + payment.path("payment_id").asString() + "/capture";
        json(caller.post(provider.merchant(), path, body));
        return provider.sent("/captures", payment.path("connector_transaction_id").asString());
    }

    private static JsonNode capturedDirectly(Caller caller) {
        var id = held("");
        json(caller.post("/payments/" + id + "/capture", "{\"capture_type\": \"direct\"}"));
        return Seen.ledger(id);
    }

    private static JsonNode invoiced(Caller caller, Shop shop, String pathEnd) {
        var provider = RecordedProvider.get();
        var payment = provider.merchant().post("/payments", shop.purchase("manual", ""));
        if (shop.hasPage()) {
            Browser.follow(payment.expect(200), "approve");
        }
        var path = "/payments/" + payment.expect(200).string("payment_id") + "/capture";
        json(caller.post(provider.merchant(), path, INVOICE));
        return provider.sent(pathEnd, payment.string("connector_transaction_id"));
    }

    private static JsonNode refusedCapture(Caller caller) {
        var id = held("capture-declined");
        json(caller.post("/payments/" + id + "/capture", "{}"));
        return expanded(caller, id);
    }

    private static JsonNode cancelled(Caller caller) {
        var id = held("");
        var reason = "{\"cancellation_reason\": \"no stock\"}";
        json(caller.post("/payments/" + id + "/cancel", reason));
        return expanded(caller, id);
    }

    private static JsonNode cancellationSent(Caller caller) {
        var provider = RecordedProvider.get();
        var payment = json(provider.merchant().pay("", "manual"));
        var path = "/payments/" + payment.path("payment_id").asString() + "/cancel";
        json(caller.post(provider.merchant(), path, "{" + CREDENTIALS + "}"));
        return provider.sent("/voids", payment.path("connector_transaction_id").asString());
    }

    private static JsonNode rejected(Caller caller) {
        var rejected = after(caller, "review", "reject", "{\"reason\": \"not ours\"}");
        return json(
                caller.get("/payments/" + rejected.path("payment_id").asString() + "/timeline"));
    }

    private static String paid(Caller caller) {
        return caller.post("/payments", MerchantClient.body("", "automatic"))
                .expect(200)
                .string("payment_id");
    }

    private static String foreign() {
        return "\"merchant_id\": \"merchant_other\"";
    }

    static ApiAnswer refund(Caller caller, String paymentId, String fields) {
        var body = "{\"payment_id\": \"" + paymentId + "\"}";
        return caller.post("/refunds", with(body, fields));
    }

    private static JsonNode refunded(Caller caller) {
        var fields =
                """
                "refund_id": "chosen-%s", "amount": 500, "reason": "too bright",
                "metadata": {"ticket": "9"}, "refund_type": "instant"
                """
                        .formatted(UUID.randomUUID());
        var paid = json(MERCHANT.pay("", "automatic")).path("payment_id").asString();
        return refund(caller, paid, fields).json();
    }

    private static JsonNode refundedByLine(Caller caller) {
        var lines = "\"order_details\": [{\"product_name\": \"Lamp\", \"amount\": 500}]";
        return refund(caller, paid(caller), lines).json();
    }

    private static JsonNode refundSent(Caller caller) {
        var provider = RecordedProvider.get();
        var payment = json(provider.merchant().pay("", "automatic"));
        var body =
                """
                {"payment_id": "%s", "amount": 500, "reason": "too bright", %s,
                 "order_details": [{"product_name": "Lamp", "quantity": 1, "amount": 500}]}
                """
                        .formatted(payment.path("payment_id").asString(), CREDENTIALS);
        caller.post(provider.merchant(), "/refunds", body);
        return provider.sent("/refunds", payment.path("connector_transaction_id").asString());
    }

    private static ApiAnswer ship(Caller caller, String paymentId, String body) {
        return caller.post("/payments/" + paymentId + "/shipments", body);
    }

    private static JsonNode shippedPayment(Caller caller) {
        var id = paid(caller);
        json(ship(caller, id, PARCEL));
        return json(caller.get("/payments/" + id));
    }

    private static JsonNode shippedOfAnother(Caller caller) {
        var body = "{\"carrier\": \"DHL\", \"capture_id\": \"pay_unknown_1_1\"}";
        return ship(caller, paid(caller), body).json();
    }

    private static JsonNode shipmentSent(Caller caller) {
        var provider = RecordedProvider.get();
        var payment = json(provider.merchant().pay("", "automatic"));
        var path = "/payments/" + payment.path("payment_id").asString() + "/shipments";
        json(caller.post(provider.merchant(), path, PARCEL));
        return provider.sent("/shipments", payment.path("connector_transaction_id").asString());
    }

    private static JsonNode shippedBy(Caller caller, Shop shop, String number) {
        var payment = MERCHANT.post("/payments", shop.purchase("automatic", "")).expect(200);
        var id = payment.string("payment_id");
        Browser.follow(payment, "approve");
        MERCHANT.await(id, SOON, "succeeded");
        var body = "{\"carrier\": \"DHL\", \"tracking_number\": \"%s\"}".formatted(number);
        return json(ship(caller, id, body));
    }

    private static JsonNode refundChanged(Caller caller) {
        var path = "/refunds/" + refundId();
        var body = "{\"reason\": \"too dark\", \"metadata\": {\"ticket\": \"10\"}}";
        json(caller.post(path, body));
        return json(caller.get(path));
    }

    private static String refundId() {
        var paid = json(MERCHANT.pay("", "automatic")).path("payment_id").asString();
        return refund(Caller.COMPLETE, paid, "\"amount\": 500").expect(200).string("refund_id");
    }

    private static JsonNode refundAsked(Caller caller, String query, String body) {
        var paid = json(MERCHANT.pay("refund-pending", "automatic")).path("payment_id").asString();
        var refund = refund(Caller.COMPLETE, paid, "\"amount\": 500").expect(200);
        json(caller.get(MERCHANT, "/refunds/" + refund.string("refund_id") + query, body));
        return Seen.texts(ProviderLedger.requestsOf(paid));
    }

    private static JsonNode failedRefund(Caller caller) {
        var id = json(MERCHANT.pay("refund-declined", "automatic")).path("payment_id").asString();
        json(refund(caller, id, ""));
        MERCHANT.await(
                id, SOON, p -> p.json().at("/refunds/0/status").asString("").equals("failed"));
        return expanded(caller, id);
    }

    private static JsonNode disputed(Caller caller) {
        var id = paid(caller);
        var dispute =
                """
                {"merchant_reference": "%s", "amount": 1000, "stage": "dispute",
                 "status": "dispute_opened", "reason": "not received", "reason_code": "13.1",
                 "connector_status": "open", "challenge_required_by": "2030-01-01T00:00:00Z"}
                """
                        .formatted(id);
        ProviderLedger.tell("/disputes", dispute).expect(201);
        return MERCHANT.await(id, SOON, p -> !p.json().at("/disputes/0").isMissingNode()).json();
    }

    private static JsonNode respond(Caller caller, String response, String body) {
        var dispute = disputed(Caller.COMPLETE).at("/disputes/0/dispute_id").asString();
        return json(caller.post("/disputes/" + dispute + "/" + response, body));
    }

    private static JsonNode evidenceSent(Caller caller) {
        var challenged = respond(caller, "evidence", EVIDENCE);
        return ProviderLedger.dispute(challenged.path("connector_dispute_id").asString())
                .path("evidence");
    }

    static String disputeId() {
        return Specimens.get("disputed").at("/disputes/0/dispute_id").asString();
    }
}
