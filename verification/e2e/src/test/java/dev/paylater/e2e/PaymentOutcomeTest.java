package dev.paylater.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Every outcome that the sandbox can be asked for, compared with the provider's ledger. */
@ExtendWith(RunningStack.class)
class PaymentOutcomeTest {

    private static final Duration SOON = Duration.ofSeconds(60);
    private static final Duration LATER = Duration.ofSeconds(40);
    private static final MerchantClient MERCHANT = MerchantClient.SANDBOX;

    @Test
    void a_payment_without_a_tag_is_authorized_at_once() {
        var payment = MERCHANT.pay("", "manual").expect(200);
        assertThat(payment.string("status")).isEqualTo("requires_capture");
        assertThat(payment.number("amount_capturable")).isEqualTo(6540);
        assertThat(ProviderLedger.ledgerOf(payment.string("payment_id")))
                .containsExactly("authorize 6540");
    }

    @Test
    void an_automatic_payment_is_captured_in_the_same_call() {
        var payment = MERCHANT.pay("", "automatic").expect(200);
        assertThat(payment.string("status")).isEqualTo("succeeded");
        assertThat(payment.number("amount_received")).isEqualTo(6540);
        assertThat(ProviderLedger.ledgerOf(payment.string("payment_id")))
                .containsExactly("authorize 6540", "capture 6540");
    }

    @ParameterizedTest
    @CsvSource({
        "declined, declined",
        "insufficient, insufficient_credit",
        "fraud, fraud_suspected",
        "invalid, invalid_data"
    })
    void a_refusal_fails_the_payment_with_its_unified_code(String tag, String unifiedCode) {
        var payment = MERCHANT.pay(tag, "manual").expect(200);
        assertThat(payment.string("status")).isEqualTo("failed");
        assertThat(payment.string("unified_code")).isEqualTo(unifiedCode);
        assertThat(payment.json().path("manual_retry_allowed").asBoolean()).isTrue();
        assertThat(payment.json().path("frm_message").isObject()).isEqualTo(tag.equals("fraud"));
        assertThat(ProviderLedger.ledgerOf(payment.string("payment_id"))).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"approve, requires_capture", "decline, failed", "cancel, failed"})
    void a_customer_who_was_redirected_decides(String decision, String status) {
        var payment = MERCHANT.pay("redirect", "manual").expect(200);
        assertThat(payment.string("status")).isEqualTo("requires_customer_action");
        var paymentId = payment.string("payment_id");
        assertThat(payment.json().path("next_action").path("type").asString())
                .isEqualTo("redirect_to_url");

        assertThat(Browser.follow(payment, decision))
                .startsWith("https://shop.example/return?")
                .contains("payment_id=" + paymentId)
                .contains("status=" + status);
        assertThat(MERCHANT.payment(paymentId).string("status")).isEqualTo(status);
    }

    @Test
    void a_customer_who_never_comes_back_lets_the_payment_expire() {
        var payment = MERCHANT.pay("redirect-expired", "manual").expect(200);
        assertThat(payment.string("status")).isEqualTo("requires_customer_action");
        var failed = MERCHANT.await(payment.string("payment_id"), LATER, "failed");
        assertThat(failed.string("error_code")).isEqualTo("customer_action_expired");
        assertThat(ProviderLedger.ledgerOf(payment.string("payment_id"))).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "pending-approved, requires_capture",
        "pending-silent, requires_capture",
        "pending-declined, failed"
    })
    void a_provider_that_takes_its_time_is_waited_for(String tag, String status) {
        var payment = MERCHANT.pay(tag, "manual").expect(200);
        assertThat(payment.string("status")).isEqualTo("processing");
        MERCHANT.await(payment.string("payment_id"), SOON, status);
    }

    @Test
    void a_payment_in_review_waits_for_the_merchant() {
        var payment = MERCHANT.pay("review", "manual").expect(200);
        assertThat(payment.string("status")).isEqualTo("requires_merchant_action");
    }

    @Test
    void a_timeout_without_effect_is_repeated_once_and_then_fails() {
        var payment = MERCHANT.pay("timeout", "manual").expect(200);
        assertThat(payment.string("status")).isEqualTo("processing");
        var failed = MERCHANT.await(payment.string("payment_id"), LATER, "failed");
        assertThat(failed.string("unified_code")).isEqualTo("provider_unavailable");
        assertThat(ProviderLedger.ledgerOf(payment.string("payment_id"))).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"timeout-approved", "error-once", "slow", "duplicate-webhook"})
    void an_approval_is_found_out_and_happens_once(String tag) {
        var payment = MERCHANT.pay(tag, "manual").expect(200);
        var paymentId = payment.string("payment_id");
        var approved = MERCHANT.await(paymentId, SOON, "requires_capture");
        assertThat(approved.number("amount_capturable")).isEqualTo(6540);
        assertThat(ProviderLedger.ledgerOf(paymentId)).containsExactly("authorize 6540");
    }

    @Test
    void a_provider_that_is_down_fails_the_payment_once_it_says_that_it_knows_nothing() {
        var payment = MERCHANT.pay("error", "manual").expect(200);
        var failed = MERCHANT.await(payment.string("payment_id"), LATER, "failed");
        assertThat(failed.string("unified_code")).isEqualTo("provider_unavailable");
    }

    @Test
    void a_late_approval_of_a_failed_payment_is_voided() {
        var payment = MERCHANT.pay("late-approval", "manual").expect(200);
        var paymentId = payment.string("payment_id");
        MERCHANT.await(paymentId, LATER, "failed");
        MERCHANT.await(
                paymentId,
                LATER,
                _ ->
                        ProviderLedger.ledgerOf(paymentId)
                                .equals(java.util.List.of("authorize 6540", "void 6540")));
        assertThat(MERCHANT.payment(paymentId).string("status")).isEqualTo("failed");
    }

    @Test
    void a_refused_capture_can_be_repeated() {
        var paymentId = authorized("capture-declined");
        var refused = capture(paymentId, "{}").expect(200);
        assertThat(refused.string("status")).isEqualTo("requires_capture");
        assertThat(refused.number("amount_capturable")).isEqualTo(6540);
        assertThat(ProviderLedger.ledgerOf(paymentId)).containsExactly("authorize 6540");
    }

    @ParameterizedTest
    @CsvSource({"capture-timeout", "capture-pending"})
    void a_capture_in_doubt_settles_and_happens_once(String tag) {
        var paymentId = authorized(tag);
        assertThat(capture(paymentId, "{}").expect(200).string("status")).isEqualTo("processing");
        MERCHANT.await(paymentId, SOON, "succeeded");
        assertThat(ProviderLedger.ledgerOf(paymentId))
                .containsExactly("authorize 6540", "capture 6540");
    }

    @Test
    void a_refused_void_gives_the_authorization_back() {
        var paymentId = authorized("void-declined");
        var kept = MERCHANT.post("/payments/" + paymentId + "/cancel", "{}").expect(200);
        assertThat(kept.string("status")).isEqualTo("requires_capture");
    }

    @Test
    void a_capture_of_less_releases_the_rest_at_the_provider() {
        var paymentId = authorized("");
        var captured = capture(paymentId, "{\"amount_to_capture\": 4000}").expect(200);
        assertThat(captured.string("status")).isEqualTo("partially_captured");
        assertThat(captured.number("amount_received")).isEqualTo(4000);
        assertThat(captured.number("amount_cancelled")).isEqualTo(2540);
        assertThat(ProviderLedger.ledgerOf(paymentId))
                .containsExactly("authorize 6540", "capture 4000", "void 2540");
    }

    @Test
    void several_captures_and_a_cancel_of_the_rest() {
        var paymentId = MERCHANT.pay("", "manual_multiple").expect(200).string("payment_id");
        assertThat(capture(paymentId, "{\"amount_to_capture\": 1000}").string("status"))
                .isEqualTo("partially_captured_and_capturable");
        assertThat(capture(paymentId, "{\"amount_to_capture\": 2000}").string("status"))
                .isEqualTo("partially_captured_and_capturable");
        assertThat(capture(paymentId, "{\"amount_to_capture\": 9000}").errorCode())
                .isEqualTo("IR_06");
        var ended =
                MERCHANT.post(
                        "/payments/" + paymentId + "/cancel",
                        "{\"cancellation_reason\": \"out of stock\"}");
        assertThat(ended.string("status")).isEqualTo("partially_captured");
        assertThat(ProviderLedger.ledgerOf(paymentId))
                .containsExactly("authorize 6540", "capture 1000", "capture 2000", "void 3540");
    }

    @Test
    void a_scheduled_capture_fires_by_itself() {
        var body =
                MerchantClient.body("", "scheduled")
                        .replaceFirst(
                                "\\{",
                                "{\"capture_on\": \""
                                        + java.time.Instant.now().plusSeconds(3)
                                        + "\", ");
        var payment = MERCHANT.post("/payments", body).expect(200);
        assertThat(payment.string("status")).isEqualTo("requires_capture");
        MERCHANT.await(payment.string("payment_id"), SOON, "succeeded");
    }

    @ParameterizedTest
    @CsvSource({
        "'', succeeded",
        "refund-declined, failed",
        "refund-timeout, succeeded",
        "refund-pending, succeeded",
        "refund-review, review"
    })
    void a_refund_ends_as_the_provider_decides(String tag, String status) {
        var paymentId = MERCHANT.pay(tag, "automatic").expect(200).string("payment_id");
        var refund =
                MERCHANT.post(
                                "/refunds",
                                "{\"payment_id\": \"%s\", \"amount\": 1500}".formatted(paymentId))
                        .expect(200);
        MERCHANT.await(
                paymentId,
                SOON,
                _ ->
                        MERCHANT.get("/refunds/" + refund.string("refund_id"))
                                .expect(200)
                                .string("status")
                                .equals(status));
    }

    private static String authorized(String tag) {
        var payment = MERCHANT.pay(tag, "manual").expect(200);
        assertThat(payment.string("status")).isEqualTo("requires_capture");
        return payment.string("payment_id");
    }

    private static ApiAnswer capture(String paymentId, String body) {
        return MERCHANT.post("/payments/" + paymentId + "/capture", body);
    }
}
