package dev.paylater.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;

/** The real providers, each through the whole system, compared with what its side of it knows. */
@ExtendWith(RunningStack.class)
class ProvidersTest {

    private static final Duration SOON = Duration.ofSeconds(60);
    private static final MerchantClient MERCHANT = MerchantClient.SANDBOX;
    private static final long AMOUNT = Shop.AMOUNT;
    private static final Set<String> INQUIRIES = Set.of("authorization_inquired", "inquiry_ended");

    /** The independent ledger, the events, the refunds and the payments say the same. */
    @AfterAll
    static void nothing_differs() {
        assertThat(Script.succeed("reconcile")).contains(" 0 differences.");
    }

    /** At Alma and Scalapay an order is captured once. */
    @ParameterizedTest
    @EnumSource(
            value = Shop.class,
            mode = Mode.EXCLUDE,
            names = {"ALMA", "SCALAPAY"})
    void captured_in_two_parts_and_refunded_in_two_parts(Shop shop) {
        var paymentId = authorized(shop, "manual_multiple");
        assertThat(ProviderLedger.ledgerOf(paymentId)).containsExactly("authorize 10000");

        var first = capture(paymentId, 4000).expect(200);
        assertThat(first.string("status")).isEqualTo("partially_captured_and_capturable");
        assertThat(first.number("amount_received")).isEqualTo(4000);
        var second = capture(paymentId, 6000).expect(200);
        assertThat(second.string("status")).isEqualTo("succeeded");
        assertThat(second.number("amount_received")).isEqualTo(AMOUNT);
        assertThat(ProviderLedger.ledgerOf(paymentId))
                .containsExactly("authorize 10000", "capture 4000", "capture 6000");

        refund(paymentId, 2500);
        // Spans both captures, which some providers can refund only one by one.
        refund(paymentId, 7500);
        assertThat(refunded(paymentId)).isEqualTo(AMOUNT);
        var tooMuch =
                MERCHANT.post(
                        "/refunds", "{\"payment_id\": \"%s\", \"amount\": 1}".formatted(paymentId));
        assertThat(tooMuch.status()).isEqualTo(400);
    }

    @ParameterizedTest
    @EnumSource(value = Shop.class, names = "ALMA")
    void captured_as_a_whole_and_refunded_in_two_parts(Shop shop) {
        var paymentId = authorized(shop, "manual");
        assertThat(capture(paymentId, AMOUNT).expect(200).string("status")).isEqualTo("succeeded");

        refund(paymentId, 2500);
        refund(paymentId, 7500);

        assertThat(ProviderLedger.ledgerOf(paymentId))
                .containsExactly("authorize 10000", "capture 10000", "refund 2500", "refund 7500");
    }

    @ParameterizedTest
    @EnumSource(Shop.class)
    void captured_at_once_and_refunded_in_two_parts(Shop shop) {
        var paymentId = confirmed(shop, "automatic", "succeeded");
        assertThat(ProviderLedger.ledgerOf(paymentId))
                .containsExactly("authorize 10000", "capture 10000");

        refund(paymentId, 2500);
        refund(paymentId, 7500);

        assertThat(ProviderLedger.ledgerOf(paymentId))
                .containsExactly("authorize 10000", "capture 10000", "refund 2500", "refund 7500");
    }

    @ParameterizedTest
    @EnumSource(Shop.class)
    void cancelled_before_anything_is_captured(Shop shop) {
        var paymentId = authorized(shop, "manual");
        assertThat(cancel(paymentId).string("status")).isEqualTo("cancelled");
        assertThat(ProviderLedger.ledgerOf(paymentId))
                .containsExactly("authorize 10000", "void 10000");
    }

    @Test
    void scalapay_lets_go_of_what_a_capture_leaves() {
        var paymentId = authorized(Shop.SCALAPAY, "manual");

        var captured = capture(paymentId, 3000).expect(200);
        assertThat(captured.string("status")).isEqualTo("partially_captured");
        assertThat(captured.number("amount_received")).isEqualTo(3000);
        refund(paymentId, 1000);
        refund(paymentId, 2000);

        assertThat(ProviderLedger.ledgerOf(paymentId))
                .containsExactly(
                        "authorize 10000",
                        "capture 3000",
                        "void 7000",
                        "refund 1000",
                        "refund 2000");
    }

    /** At Tamara and Alma the rest cannot be released; Scalapay takes one capture alone. */
    @ParameterizedTest
    @EnumSource(
            value = Shop.class,
            mode = Mode.EXCLUDE,
            names = {"TAMARA", "ALMA", "SCALAPAY"})
    void the_rest_is_released_when_a_partly_captured_payment_is_cancelled(Shop shop) {
        var paymentId = authorized(shop, "manual_multiple");
        capture(paymentId, 3000).expect(200);
        assertThat(cancel(paymentId).string("status")).isEqualTo("partially_captured");
        assertThat(ProviderLedger.ledgerOf(paymentId))
                .containsExactly("authorize 10000", "capture 3000", "void 7000");
    }

    @ParameterizedTest
    @CsvSource({
        "KLARNA, declined, declined",
        "KLARNA, fraud, fraud_suspected",
        "AFFIRM, declined, declined",
        "AFTERPAY_CLEARPAY, declined, declined",
        "SEZZLE, declined, declined",
        "SCALAPAY, declined, declined",
        "SCALAPAY, fraud, fraud_suspected",
        "MONDU, declined, declined",
        "BILLIE, declined, declined",
        "TAMARA, declined, declined",
        "PAYPAL, declined, declined",
        "ALMA, declined, declined",
        "RIVERTY, declined, declined",
        "TWO, declined, declined",
        "TWO, insufficient, insufficient_credit",
        "TWO, fraud, fraud_suspected",
        "TABBY, declined, declined"
    })
    void declined(Shop shop, String tag, String unifiedCode) {
        var payment = MERCHANT.post("/payments", shop.purchase("manual", tag)).expect(200);
        var paymentId = payment.string("payment_id");
        if (shop.hasPage()) {
            assertThat(Browser.follow(payment, "approve")).contains("status=failed");
        }
        var failed = MERCHANT.payment(paymentId);
        assertThat(failed.string("status")).isEqualTo("failed");
        assertThat(failed.string("unified_code")).isEqualTo(unifiedCode);
        assertThat(failed.string("connector")).isEqualTo(shop.connector());
        assertThat(ProviderLedger.ledgerOf(paymentId)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "KLARNA, cancel",
        "KLARNA, decline",
        "AFFIRM, cancel",
        "AFFIRM, decline",
        "AFTERPAY_CLEARPAY, cancel",
        "AFTERPAY_CLEARPAY, decline",
        "SEZZLE, cancel",
        "SEZZLE, decline",
        "SCALAPAY, cancel",
        "SCALAPAY, decline",
        "MONDU, cancel",
        "MONDU, decline",
        "TAMARA, cancel",
        "TAMARA, decline",
        "PAYPAL, decline",
        "ALMA, cancel",
        "ALMA, decline",
        "TWO, cancel",
        "TWO, decline",
        "TABBY, cancel",
        "TABBY, decline"
    })
    void a_customer_who_cancels_or_is_declined_at_the_page_comes_back_to_a_failed_payment(
            Shop shop, String decision) {
        var payment = MERCHANT.post("/payments", shop.purchase("manual", "")).expect(200);
        assertThat(Browser.follow(payment, decision))
                .startsWith("https://shop.example/return?")
                .contains("status=failed");
        assertThat(ProviderLedger.ledgerOf(payment.string("payment_id"))).isEmpty();
    }

    /** There is no order before they are through, and the page is where they are. */
    @Test
    void rivertys_hosted_page_is_where_a_merchant_who_wants_a_redirect_sends_customers() {
        var wanted =
                Shop.RIVERTY
                        .purchase("automatic", "")
                        .replace(
                                "\"confirm\": true",
                                "\"confirm\": true, \"payment_experience\": \"redirect_to_url\"");
        var payment = MERCHANT.post("/payments", wanted).expect(200);
        var paymentId = payment.string("payment_id");
        assertThat(payment.string("status")).isEqualTo("requires_customer_action");
        assertThat(MERCHANT.payment(paymentId).string("status"))
                .isEqualTo("requires_customer_action");

        assertThat(Browser.follow(payment, "approve"))
                .startsWith("https://shop.example/return?")
                .contains("status=succeeded");

        assertThat(ProviderLedger.ledgerOf(paymentId))
                .containsExactly("authorize 10000", "capture 10000");
    }

    /** A session of Tabby's cannot be taken back; nobody wants what comes of it any more. */
    @Test
    void what_a_customer_agrees_to_after_the_merchant_has_cancelled_is_voided() {
        var payment = MERCHANT.post("/payments", Shop.TABBY.purchase("manual", "")).expect(200);
        var paymentId = payment.string("payment_id");
        var page = Browser.page(payment);
        assertThat(cancel(paymentId).string("status")).isEqualTo("cancelled");

        Browser.decide(page, "approve");

        MERCHANT.await(
                paymentId,
                SOON,
                _ ->
                        ProviderLedger.ledgerOf(paymentId)
                                .equals(List.of("authorize 10000", "void 10000")));
        assertThat(MERCHANT.payment(paymentId).string("status")).isEqualTo("cancelled");
    }

    @ParameterizedTest
    @CsvSource({"MONDU", "BILLIE"})
    void the_invoice_has_the_number_that_the_merchant_gave_it(Shop shop) {
        var paymentId = authorized(shop, "manual");
        var number = "INV-" + paymentId;
        var captured =
                MERCHANT.post(
                                "/payments/" + paymentId + "/capture",
                                """
                                {"capture_metadata": {"invoice_data": {
                                  "merchant_invoice_ref": "%s", "invoice_date": "2026-01-10",
                                  "due_date": "2026-02-10", "delivery_date": "2026-01-12",
                                  "merchant_buyer_ref": "B-17"}}}
                                """
                                        .formatted(number))
                        .expect(200);
        assertThat(captured.string("status")).isEqualTo("succeeded");
        var order = captured.string("connector_transaction_id");
        assertThat(
                        shop == Shop.MONDU
                                ? ProviderLedger.monduInvoices(order)
                                : ProviderLedger.billieOrder(order))
                .contains(number);
    }

    @ParameterizedTest
    @CsvSource({"MONDU", "BILLIE"})
    void a_number_that_another_payments_invoice_has_is_refused_at_once(Shop shop) {
        var first = authorized(shop, "manual");
        var number = "INV-" + first;
        captureAs(number, first);
        var second = authorized(shop, "manual");

        var refused = captureAs(number, second);

        assertThat(refused.string("status")).isEqualTo("requires_capture");
        assertThat(refused.number("amount_capturable")).isEqualTo(AMOUNT);
        var capture =
                MERCHANT.get("/payments/" + second + "?expand_captures=true")
                        .expect(200)
                        .json()
                        .at("/captures/0");
        assertThat(capture.path("status").asString()).isEqualTo("failed");
        assertThat(capture.path("error_message").asString()).contains("external_");
        assertThat(eventsSince("capture_requested", second))
                .startsWith("capture_requested", "capture_failed")
                .doesNotContain("result_unknown", "operation_retried")
                .hasSizeLessThanOrEqualTo(4);
        assertThat(captureAs(number + "-2", second).string("status")).isEqualTo("succeeded");
        assertThat(ProviderLedger.ledgerOf(second))
                .containsExactly("authorize 10000", "capture 10000");
    }

    private static ApiAnswer captureAs(String number, String paymentId) {
        return MERCHANT.post(
                        "/payments/" + paymentId + "/capture",
                        """
                        {"capture_metadata": {"invoice_data": {"merchant_invoice_ref": "%s"}}}
                        """
                                .formatted(number))
                .expect(200);
    }

    /** Without inquiries about the authorization, which a webhook of the provider starts. */
    private static List<String> eventsSince(String type, String paymentId) {
        return MERCHANT.get("/payments/" + paymentId + "/timeline")
                .expect(200)
                .json()
                .path("events")
                .valueStream()
                .map(event -> event.path("type").asString())
                .dropWhile(other -> !other.equals(type))
                .filter(other -> !INQUIRIES.contains(other))
                .toList();
    }

    @ParameterizedTest
    @EnumSource(Shop.class)
    void every_call_is_counted_by_connector_operation_and_result(Shop shop) {
        var workers = ConnectorProcesses.ports();
        var paymentId = authorized(shop, "manual");
        var before = captures(workers, shop);
        capture(paymentId, Shop.AMOUNT).expect(200);
        assertThat(captures(workers, shop)).isGreaterThan(before);
    }

    private static long captures(List<String> workers, Shop shop) {
        return workers.stream()
                .mapToLong(
                        worker ->
                                ConnectorProcesses.count(
                                        worker,
                                        "paylater_provider_calls_total",
                                        "connector=\"" + shop.connector() + "\"",
                                        "operation=\"capture\"",
                                        "result=\"http_20"))
                .sum();
    }

    private static String authorized(Shop shop, String captureMethod) {
        return confirmed(shop, captureMethod, "requires_capture");
    }

    private static String confirmed(Shop shop, String captureMethod, String status) {
        var payment = MERCHANT.post("/payments", shop.purchase(captureMethod, "")).expect(200);
        assertThat(payment.string("connector")).isEqualTo(shop.connector());
        var paymentId = payment.string("payment_id");
        if (shop.hasPage()) {
            assertThat(payment.string("status")).isEqualTo("requires_customer_action");
            assertThat(Browser.follow(payment, "approve"))
                    .startsWith("https://shop.example/return?")
                    .contains("payment_id=" + paymentId)
                    .contains("status=" + status);
        }
        assertThat(MERCHANT.payment(paymentId).string("status")).isEqualTo(status);
        return paymentId;
    }

    private static ApiAnswer capture(String paymentId, long amount) {
        return MERCHANT.post(
                "/payments/" + paymentId + "/capture",
                "{\"amount_to_capture\": %d}".formatted(amount));
    }

    private static ApiAnswer cancel(String paymentId) {
        return MERCHANT.post("/payments/" + paymentId + "/cancel", "{}").expect(200);
    }

    private static void refund(String paymentId, long amount) {
        var refund =
                MERCHANT.post(
                                "/refunds",
                                "{\"payment_id\": \"%s\", \"amount\": %d}"
                                        .formatted(paymentId, amount))
                        .expect(200);
        MERCHANT.await(
                paymentId,
                SOON,
                _ ->
                        MERCHANT.get("/refunds/" + refund.string("refund_id"))
                                .expect(200)
                                .string("status")
                                .equals("succeeded"));
    }

    private static long refunded(String paymentId) {
        return ProviderLedger.ledgerOf(paymentId).stream()
                .filter(entry -> entry.startsWith("refund "))
                .mapToLong(entry -> Long.parseLong(entry.substring("refund ".length())))
                .sum();
    }
}
