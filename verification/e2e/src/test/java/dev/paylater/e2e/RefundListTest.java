package dev.paylater.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Refunds: found by every filter, and the same wherever they are shown. */
@ExtendWith(RunningStack.class)
class RefundListTest {

    private static final MerchantClient MERCHANT = MerchantClient.SANDBOX;
    private static final String ALWAYS = "\"start_time\": \"2026-01-01T00:00:00Z\"";

    @Test
    @Covers({
        "RefundListRequest.start_time",
        "RefundListRequest.end_time",
        "RefundListRequest.payment_id",
        "RefundListRequest.refund_id",
        "RefundListRequest.profile_id",
        "RefundListRequest.limit",
        "RefundListRequest.offset",
        "RefundListRequest.amount_filter",
        "RefundListRequest.connector",
        "RefundListRequest.merchant_connector_id",
        "RefundListRequest.currency",
        "RefundListRequest.refund_status",
        "8 list endpoints limit and offset"
    })
    void a_refund_list_is_narrowed_by_every_filter() {
        var id = MERCHANT.pay("", "automatic").expect(200).string("payment_id");
        var first = refund(id, 500);
        var second = refund(id, 700);
        var of = ALWAYS + ", \"payment_id\": \"" + id + "\"";
        assertThat(found(of)).containsExactly(second, first);
        for (var one :
                List.of(
                        "\"refund_id\": \"" + first + "\"",
                        "\"amount_filter\": {\"start_amount\": 500, \"end_amount\": 500}",
                        "\"limit\": 1, \"offset\": 1")) {
            assertThat(found(of + ", " + one)).as(one).containsExactly(first);
        }
        for (var all :
                List.of(
                        "\"profile_id\": \"pro_sandbox\"",
                        "\"connector\": [\"sandbox\", \"klarna\"]",
                        "\"merchant_connector_id\": [\"mca_sandbox_sandbox\"]",
                        "\"currency\": [\"EUR\"]",
                        "\"refund_status\": [\"succeeded\"]",
                        "\"end_time\": \"2100-01-01T00:00:00Z\"")) {
            assertThat(found(of + ", " + all)).as(all).hasSize(2);
        }
        for (var none :
                List.of(
                        "\"profile_id\": \"pro_nobody\"",
                        "\"connector\": [\"klarna\"]",
                        "\"merchant_connector_id\": [\"mca_nobody\"]",
                        "\"currency\": [\"USD\"]",
                        "\"refund_status\": [\"failed\"]",
                        "\"end_time\": \"2026-01-02T00:00:00Z\"")) {
            assertThat(found(of + ", " + none)).as(none).isEmpty();
        }
        assertThat(MERCHANT.post("/refunds/list", "{}").expect(400).errorCode()).isEqualTo("IR_04");
        var backwards = "{" + ALWAYS + ", \"end_time\": \"2025-01-01T00:00:00Z\"}";
        assertThat(MERCHANT.post("/refunds/list", backwards).expect(422).status()).isEqualTo(422);
    }

    private static String refund(String paymentId, long amount) {
        return MERCHANT.post(
                        "/refunds",
                        "{\"payment_id\": \"%s\", \"amount\": %d}".formatted(paymentId, amount))
                .expect(200)
                .string("refund_id");
    }

    private static List<String> found(String filter) {
        return MERCHANT.post("/refunds/list", "{" + filter + "}")
                .expect(200)
                .json()
                .path("data")
                .valueStream()
                .map(refund -> refund.path("refund_id").asString())
                .toList();
    }
}
