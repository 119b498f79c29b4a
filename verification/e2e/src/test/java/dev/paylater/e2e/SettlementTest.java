package dev.paylater.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** What a merchant's server does once a payment is authorized. */
@ExtendWith(RunningStack.class)
class SettlementTest {

    private static final MerchantClient MERCHANT = MerchantClient.SANDBOX;
    private static final Duration SOON = Duration.ofSeconds(60);

    @Test
    @Covers({
        "3.1 full amount captured",
        "CaptureRequest.amount_to_capture",
        "CaptureRequest.merchant_id",
        "CaptureRequest.statement_descriptor_suffix",
        "CaptureRequest.statement_descriptor_prefix",
        "CaptureRequest.merchant_connector_details",
        "CaptureRequest.capture_metadata",
        "CaptureRequest.metadata",
        "CaptureRequest.order_details",
        "POST /payments/{payment_id}/capture"
    })
    void a_capture_takes_every_field_to_the_provider() {
        var id = MERCHANT.pay("", "manual_multiple").expect(200).string("payment_id");
        var captured =
                MERCHANT.post(
                                "/payments/" + id + "/capture",
                                """
                                {"amount_to_capture": 6540, "merchant_id": "merchant_sandbox",
                                 "statement_descriptor_suffix": "LAMP",
                                 "statement_descriptor_prefix": "SHOP",
                                 "merchant_connector_details": {
                                   "encoded_data": {"connector_account_details":
                                     {"api_key": "sandbox_merchant_sandbox"}, "metadata": {}}},
                                 "capture_metadata": {"invoice_data": {
                                   "invoice_date": "2026-01-01", "due_date": "2026-02-01",
                                   "delivery_date": "2026-01-02", "merchant_invoice_ref": "I-1",
                                   "merchant_buyer_ref": "B-1"}},
                                 "metadata": {"buyer_type": "PERSON", "partner_shop_id": "7"},
                                 "order_details": [{"product_name": "Lamp", "quantity": 1,
                                   "amount": 6540, "product_id": "l-1", "tax_percentage": 19,
                                   "total_tax_amount": 1044}]}
                                """)
                        .expect(200);
        assertThat(captured.string("status")).isEqualTo("succeeded");
        assertThat(captured.number("amount_capturable")).isZero();
        assertThat(captured.number("amount_received")).isEqualTo(6540);
        assertThat(captured.string("capture_id")).isEqualTo(id + "_1_1");
        assertThat(captured.string("connector_capture_id")).isNotEmpty();
        assertThat(MERCHANT.post("/payments/" + id + "/capture", "{}").errorCode())
                .isEqualTo("IR_16");
    }

    @Test
    @Covers({"CaptureRequest.refund_uncaptured_amount", "Payment.amount_cancelled"})
    void the_rest_is_released_when_a_capture_says_so() {
        var id = MERCHANT.pay("", "manual_multiple").expect(200).string("payment_id");
        var captured =
                MERCHANT.post(
                                "/payments/" + id + "/capture",
                                "{\"amount_to_capture\": 40,"
                                        + " \"refund_uncaptured_amount\": true}")
                        .expect(200);
        assertThat(captured.string("status")).isEqualTo("partially_captured");
        assertThat(captured.number("amount_cancelled")).isEqualTo(6500);
        assertThat(ProviderLedger.ledgerOf(id))
                .containsExactly("authorize 6540", "capture 40", "void 6500");
    }

    @Test
    @Covers({"CaptureRequest.capture_type", "PaymentFields.capture_type"})
    void what_merchant_and_customer_settle_themselves_is_released_at_the_provider() {
        var id = MERCHANT.pay("", "manual").expect(200).string("payment_id");
        var captured =
                MERCHANT.post("/payments/" + id + "/capture", "{\"capture_type\": \"direct\"}")
                        .expect(200);
        assertThat(captured.string("status")).isEqualTo("succeeded");
        assertThat(captured.number("amount_received")).isEqualTo(6540);
        MERCHANT.await(id, SOON, _ -> ProviderLedger.ledgerOf(id).size() == 2);
        assertThat(ProviderLedger.ledgerOf(id)).containsExactly("authorize 6540", "void 6540");
        var refused = MERCHANT.post("/refunds", "{\"payment_id\": \"" + id + "\"}");
        assertThat(refused.expect(400).errorCode()).isEqualTo("IR_14");
    }

    @Test
    @Covers({
        "RetrieveRequest.merchant_id",
        "RetrieveRequest.force_sync",
        "RetrieveRequest.expand_captures",
        "RetrieveRequest.expand_attempts",
        "GET /payments/{payment_id}"
    })
    void a_payment_is_retrieved_by_body_or_query() {
        var id = MERCHANT.pay("", "manual").expect(200).string("payment_id");
        MERCHANT.post("/payments/" + id + "/capture", "{}").expect(200);
        var plain = MERCHANT.payment(id).json();
        assertThat(plain.path("attempts").isNull()).isTrue();
        assertThat(plain.path("captures").isNull()).isTrue();
        var byQuery = "?expand_attempts=true&expand_captures=true&force_sync=true";
        var byBody =
                """
                {"expand_attempts": true, "expand_captures": true, "force_sync": true,
                 "merchant_id": "merchant_sandbox"}
                """;
        for (var answer :
                new ApiAnswer[] {
                    MERCHANT.get("/payments/" + id + byQuery),
                    MERCHANT.get("/payments/" + id, byBody),
                    MERCHANT.get("/payments/" + id + byQuery, "{\"expand_attempts\": false}")
                }) {
            var payment = answer.expect(200).json();
            assertThat(payment.at("/attempts/0/status").asString()).isEqualTo("charged");
            assertThat(payment.at("/captures/0/capture_id").asString()).isEqualTo(id + "_1_1");
        }
        assertThat(
                        MERCHANT.get("/payments/" + id, "{\"merchant_id\": \"merchant_other\"}")
                                .expect(422)
                                .errorCode())
                .isEqualTo("IR_06");
    }

    @Test
    @Covers({"Payment.cancellation_reason", "Payment.status"})
    void a_cancelled_payment_is_voided_for_good() {
        var id = MERCHANT.pay("", "manual").expect(200).string("payment_id");
        var cancelled =
                MERCHANT.post(
                                "/payments/" + id + "/cancel",
                                "{\"cancellation_reason\": \"no stock\"}")
                        .expect(200);
        assertThat(cancelled.string("status")).isEqualTo("cancelled");
        assertThat(cancelled.string("cancellation_reason")).isEqualTo("no stock");
        assertThat(ProviderLedger.ledgerOf(id)).containsExactly("authorize 6540", "void 6540");
        var refused = MERCHANT.post("/payments/" + id + "/cancel", "{}").expect(400);
        assertThat(refused.json().at("/error/message").asString()).contains("cancelled");
        var open = MERCHANT.post("/payments", "{\"amount\": 1, \"currency\": \"EUR\"}");
        var local = MERCHANT.post("/payments/" + open.string("payment_id") + "/cancel", "{}");
        assertThat(local.expect(200).string("status")).isEqualTo("cancelled");
    }

    @Test
    @Covers({
        "Payment.incremental_authorizations",
        "Payment.incremental_authorization_allowed",
        "Payment.authorization_count",
        "PaymentFields.request_incremental_authorization",
        "7.4 increments have errors"
    })
    void an_authorization_grows_when_the_provider_agrees() {
        var body =
                MerchantClient.with(
                        MerchantClient.body("", "manual"),
                        "\"request_incremental_authorization\": true");
        var payment = MERCHANT.post("/payments", body).expect(200);
        assertThat(payment.json().path("incremental_authorization_allowed").asBoolean()).isTrue();
        var path = "/payments/" + payment.string("payment_id");
        var more = "{\"amount\": 7000, \"reason\": \"a bulb, too\"}";
        var grown = MERCHANT.post(path + "/incremental_authorization", more).expect(200);
        assertThat(grown.number("amount")).isEqualTo(7000);
        assertThat(grown.number("amount_capturable")).isEqualTo(7000);
        assertThat(grown.number("authorization_count")).isEqualTo(1);
        var entry = grown.json().at("/incremental_authorizations/0");
        assertThat(entry.path("status").asString()).isEqualTo("success");
        assertThat(entry.path("amount").asLong()).isEqualTo(7000);
        assertThat(entry.path("previously_authorized_amount").asLong()).isEqualTo(6540);
        assertThat(entry.has("error_code") && entry.has("error_message")).isTrue();
        assertThat(MERCHANT.post(path + "/capture", "{}").expect(200).number("amount_received"))
                .isEqualTo(7000);
        var closed = MERCHANT.post(path + "/incremental_authorization", more);
        assertThat(closed.expect(400).errorCode()).isIn("IR_14", "IR_16");
    }

    @Test
    void the_timeline_tells_every_event_in_order() {
        var id = MERCHANT.pay("", "manual").expect(200).string("payment_id");
        MERCHANT.post("/payments/" + id + "/capture", "{}").expect(200);
        var events = MERCHANT.get("/payments/" + id + "/timeline").expect(200).json();
        assertThat(events.path("events").valueStream().map(e -> e.path("sequence").asLong()))
                .isSorted()
                .doesNotHaveDuplicates()
                .hasSizeGreaterThanOrEqualTo(5);
        assertThat(events.toString()).contains("capture");
        assertThat(
                        MerchantClient.OTHER
                                .get("/payments/" + id + "/timeline")
                                .expect(404)
                                .errorCode())
                .isEqualTo("HE_02");
    }

    @Test
    @Covers({
        "Payment.disputes",
        "Dispute.dispute_id",
        "Dispute.dispute_stage",
        "Dispute.dispute_status"
    })
    void a_dispute_arrives_from_the_provider_and_moves() {
        var id = MERCHANT.pay("", "automatic").expect(200).string("payment_id");
        var opened =
                ProviderLedger.tell(
                        "/disputes",
                        """
                        {"merchant_reference": "%s", "amount": 1000, "stage": "dispute",
                         "status": "dispute_opened", "reason": "not received",
                         "reason_code": "13.1", "connector_status": "open"}
                        """
                                .formatted(id));
        assertThat(opened.status()).isEqualTo(201);
        var shown =
                MERCHANT.await(id, SOON, p -> !p.json().at("/disputes/0").isMissingNode())
                        .json()
                        .at("/disputes/0");
        assertThat(shown.path("dispute_stage").asString()).isEqualTo("dispute");
        assertThat(shown.path("dispute_status").asString()).isEqualTo("dispute_opened");
        assertThat(shown.path("connector_reason").asString()).isEqualTo("not received");
        var disputeId = shown.path("dispute_id").asString();
        ProviderLedger.tell(
                        "/disputes",
                        "{\"merchant_reference\": \"%s\", \"dispute_id\": \"%s\", \"status\":"
                                        .formatted(id, opened.string("dispute_id"))
                                + " \"dispute_won\"}")
                .expect(200);
        MERCHANT.await(
                id,
                SOON,
                p -> p.json().at("/disputes/0/dispute_status").asString("").equals("dispute_won"));
        var single = MERCHANT.get("/disputes/" + disputeId).expect(200);
        assertThat(single.string("payment_id")).isEqualTo(id);
        assertThat(MERCHANT.get("/disputes/list").expect(200).text()).contains(disputeId);
        assertThat(MerchantClient.OTHER.get("/disputes/" + disputeId).expect(404).errorCode())
                .isEqualTo("HE_02");
    }

    @Test
    void a_dispute_is_accepted_once_even_when_the_providers_answer_is_lost() {
        var id = MERCHANT.pay("dispute-timeout", "automatic").expect(200).string("payment_id");
        var dispute = opened(id, Duration.ofDays(7));

        var accepted = MERCHANT.post("/disputes/" + dispute + "/accept", "{}").expect(200);

        assertThat(accepted.string("dispute_id")).isEqualTo(dispute);
        MERCHANT.await(
                id,
                Duration.ofSeconds(60),
                p ->
                        p.json()
                                .at("/disputes/0/dispute_status")
                                .asString("")
                                .equals("dispute_accepted"));
        assertThat(responsesOf(id)).hasSize(1).first().asString().endsWith("/accept");
        var again = MERCHANT.post("/disputes/" + dispute + "/accept", "{}").expect(400);
        assertThat(again.errorCode()).isEqualTo("IR_16");
    }

    @Test
    void a_dispute_is_challenged_with_evidence_as_long_as_there_is_time() {
        var id = MERCHANT.pay("", "automatic").expect(200).string("payment_id");
        var dispute = opened(id, Duration.ofDays(7));
        var evidence = "{\"shipping_carrier\": \"DHL\", \"receipt\": \"R-1\"}";

        var challenged = MERCHANT.post("/disputes/" + dispute + "/evidence", evidence).expect(200);

        assertThat(challenged.string("dispute_status")).isEqualTo("dispute_challenged");
        assertThat(responsesOf(id)).hasSize(1).first().asString().endsWith("/evidence");

        var late = MERCHANT.pay("", "automatic").expect(200).string("payment_id");
        var over = opened(late, Duration.ofSeconds(-1));
        var refused = MERCHANT.post("/disputes/" + over + "/evidence", evidence).expect(400);
        assertThat(refused.errorCode()).isEqualTo("IR_16");
        assertThat(responsesOf(late)).isEmpty();
    }

    @Test
    void a_dispute_at_a_connector_without_a_call_for_it_is_not_responded_to_here() {
        var payment =
                MERCHANT.post("/payments", Shop.AFTERPAY_CLEARPAY.purchase("automatic", ""))
                        .expect(200);
        Browser.follow(payment, "approve");
        var id = payment.string("payment_id");
        var dispute = opened(id, Duration.ofDays(7));
        for (var path : new String[] {"/accept", "/evidence"}) {
            var refused =
                    MERCHANT.post("/disputes/" + dispute + path, "{\"receipt\": \"R-1\"}")
                            .expect(400);
            assertThat(refused.errorCode()).isEqualTo("IR_37");
        }
    }

    /** Our id of a dispute that the provider has opened. */
    private static String opened(String paymentId, Duration left) {
        ProviderLedger.tell(
                        "/disputes",
                        "{\"merchant_reference\": \"%s\", \"challenge_required_by\": \"%s\"}"
                                .formatted(paymentId, Instant.now().plus(left)))
                .expect(201);
        return MERCHANT.await(paymentId, SOON, p -> !p.json().at("/disputes/0").isMissingNode())
                .json()
                .at("/disputes/0/dispute_id")
                .asString();
    }

    /** What the provider was told about a payment's disputes. */
    private static List<String> responsesOf(String paymentId) {
        return ProviderLedger.requestsOf(paymentId).stream()
                .filter(request -> request.startsWith("POST ") && request.contains("/disputes/"))
                .toList();
    }
}
