package dev.paylater.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** What is captured, refunded or voided in the provider's own portal becomes known here. */
@ExtendWith(RunningStack.class)
class FoundAtProviderTest {

    private static final MerchantClient MERCHANT = MerchantClient.SANDBOX;
    private static final Duration SOON = Duration.ofSeconds(60);
    private static final long WEBHOOKS_LATE_MILLIS = 60_000;

    /** The independent ledger, the events, the refunds and the payments say the same. */
    @AfterAll
    static void nothing_differs() {
        assertThat(Script.succeed("reconcile")).contains(" 0 differences.");
    }

    @AfterEach
    void webhooks_in_time() {
        ProviderLedger.behaveNormally();
    }

    @Test
    void a_refund_in_the_portal_is_learned_by_its_webhook_and_kept_like_any_other() {
        var id = MERCHANT.pay("", "automatic").expect(200).string("payment_id");
        inPortal(id, "refund", 1_500);

        var refund =
                MERCHANT.await(id, SOON, p -> !p.json().at("/refunds/0").isMissingNode())
                        .json()
                        .at("/refunds/0");
        assertThat(refund.path("amount").asLong()).isEqualTo(1_500);
        assertThat(refund.path("status").asString()).isEqualTo("succeeded");
        var refundId = refund.path("refund_id").asString();
        assertThat(refundId).isEqualTo("found_" + id + "_1_1500");
        var kept = awaitRefund(refundId);
        assertThat(kept.string("status")).isEqualTo("succeeded");
        assertThat(kept.string("payment_id")).isEqualTo(id);
        assertThat(kept.string("reason")).isEqualTo("made at the provider");
        assertThat(kept.json().path("metadata").isNull()).isTrue();
        assertThat(
                        MERCHANT.post(
                                        "/refunds/list",
                                        "{\"payment_id\": \"%s\", \"start_time\": \"2026-01-01T00:00:00Z\"}"
                                                .formatted(id))
                                .expect(200)
                                .text())
                .contains(refundId);
        assertThat(ProviderLedger.ledgerOf(id))
                .containsExactly("authorize 6540", "capture 6540", "refund 1500");
        var tooMuch =
                MERCHANT.post(
                        "/refunds", "{\"payment_id\": \"%s\", \"amount\": 5041}".formatted(id));
        assertThat(tooMuch.expect(400).errorCode()).isEqualTo("IR_13");
    }

    @Test
    void a_capture_and_a_refund_in_the_portal_are_learned_by_force_sync() {
        ProviderLedger.behave(
                "{\"connector\": \"sandbox\", \"webhook_delay_ms\": %d}"
                        .formatted(WEBHOOKS_LATE_MILLIS));
        var id = MERCHANT.pay("", "manual_multiple").expect(200).string("payment_id");
        inPortal(id, "capture", 4_000);
        var captured = MERCHANT.get("/payments/" + id + "?force_sync=true").expect(200);
        assertThat(captured.string("status")).isEqualTo("partially_captured_and_capturable");
        assertThat(captured.number("amount_received")).isEqualTo(4_000);
        inPortal(id, "refund", 1_000);
        var refunded = MERCHANT.get("/payments/" + id + "?force_sync=true").expect(200).json();
        assertThat(refunded.at("/refunds/0/amount").asLong()).isEqualTo(1_000);
        awaitRefund("found_" + id + "_1_1000");
    }

    @Test
    void a_void_in_the_portal_ends_the_payment_by_its_webhook() {
        var id = MERCHANT.pay("", "manual").expect(200).string("payment_id");
        inPortal(id, "void", 6_540);
        MERCHANT.await(id, SOON, "cancelled", "failed");
    }

    private static void inPortal(String paymentId, String operation, long amount) {
        ProviderLedger.tell(
                        "/portal",
                        """
                        {"connector": "sandbox", "merchant_reference": "%s", "operation": "%s",
                         "amount": %d}
                        """
                                .formatted(paymentId, operation, amount))
                .expect(200);
    }

    private static ApiAnswer awaitRefund(String refundId) {
        var end = System.nanoTime() + SOON.toNanos();
        var answer = MERCHANT.get("/refunds/" + refundId);
        while (answer.status() == 404 && System.nanoTime() < end) {
            MerchantClient.pause();
            answer = MERCHANT.get("/refunds/" + refundId);
        }
        return answer.expect(200);
    }
}
