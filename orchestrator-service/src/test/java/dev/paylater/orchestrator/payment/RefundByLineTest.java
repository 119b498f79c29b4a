package dev.paylater.orchestrator.payment;

import static dev.paylater.orchestrator.payment.Scenario.ATTEMPT;
import static dev.paylater.orchestrator.payment.Scenario.START;
import static dev.paylater.orchestrator.payment.Scenario.account;
import static dev.paylater.orchestrator.payment.Scenario.creating;
import static dev.paylater.orchestrator.payment.Scenario.route;
import static dev.paylater.orchestrator.payment.Scenario.says;
import static org.assertj.core.api.Assertions.assertThat;

import dev.paylater.kernel.Refusal;
import dev.paylater.orchestrator.payment.Operation.Kind;
import dev.paylater.orchestrator.payment.PaymentCommand.CapturePayment;
import dev.paylater.orchestrator.payment.PaymentCommand.CreatePayment;
import dev.paylater.orchestrator.payment.PaymentCommand.RecordRefundStatus;
import dev.paylater.orchestrator.payment.PaymentCommand.ReserveRefund;
import dev.paylater.provider.ProviderResult;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** A refund may name the lines that it gives back. */
class RefundByLineTest {

    private static final String ORDER =
            """
            [{"product_name": "Lamp", "quantity": 2, "amount": 5000},
             {"product_name": "Book", "quantity": 1, "amount": 1540}]\
            """;

    @Test
    void lines_make_the_amount_of_the_refund() {
        var scenario = paid("refund_lines").when(refund("ref_1", null, "Lamp", 2_500));
        var refund = scenario.payment().refund("ref_1").orElseThrow();
        assertThat(refund.amount()).isEqualTo(2_500);
        assertThat(refund.details()).containsOnlyKeys("order_details");
        assertThat(scenario.folded()).isEqualTo(scenario.payment());
    }

    @Test
    void lines_that_miss_the_amount_are_refused() {
        var scenario = paid("refund_lines");
        var refused = scenario.when(refund("ref_1", 2_501L, "Lamp", 2_500)).last().refusal();
        assertThat(refused)
                .isEqualTo(
                        new Refusal(
                                "IR_06",
                                "The amounts of order_details make 2500, the refund's amount is"
                                        + " 2501",
                                "order_details"));
        scenario.when(refund("ref_1", null, "Lamp", 0))
                .thenRefused("IR_06", "order_details")
                .when(refund("ref_1", null, "Lamp", -5))
                .thenRefused("IR_06", "order_details");
        assertThat(scenario.payment().refunds()).isEmpty();
    }

    @Test
    void no_line_is_given_back_twice() {
        var scenario = paid("refund_lines").when(refund("ref_1", null, "Book", 1_540));
        var again = scenario.when(refund("ref_2", null, "Book", 100)).last().refusal();
        assertThat(Objects.requireNonNull(again).code()).isEqualTo("IR_13");
        assertThat(again.param()).isEqualTo("order_details");
        assertThat(again.message())
                .isEqualTo("The refund exceeds what is left of the line Book: 0");
        scenario.when(
                        new RecordRefundStatus(
                                "ref_1", Refund.Status.FAILED, null, null, null, null, START))
                .when(refund("ref_3", null, "Book", 1_540));
        assertThat(scenario.payment().refund("ref_3")).isPresent();
    }

    @Test
    void the_whole_is_checked_before_the_lines() {
        paid("refund_lines")
                .when(new ReserveRefund("ref_1", 6_000L, null, Map.of()))
                .when(refund("ref_2", null, "Lamp", 2_500))
                .thenRefused("IR_13", "amount");
    }

    @Test
    void lines_that_the_connector_is_not_sent_are_marked() {
        var scenario = paid("void").when(refund("ref_1", null, "Lamp", 2_500));
        assertThat(scenario.payment().refund("ref_1").orElseThrow().details())
                .containsEntry("order_details_ignored", "true");
        paid("strict")
                .when(refund("ref_1", null, "Lamp", 2_500))
                .thenRefused("IR_37", "order_details");
    }

    @Test
    void a_capture_without_lines_knows_those_of_earlier_captures() {
        var lamp = "[{\"product_name\": \"Lamp\", \"amount\": 2500}]";
        var book = "[{\"product_name\": \"Book\", \"amount\": 1540}]";
        var scenario =
                Scenario.authorized(CaptureMethod.MANUAL_MULTIPLE)
                        .when(capture(2_500, Map.of("order_details", lamp)))
                        .when(capture(1_540, Map.of("order_details", book)))
                        .when(capture(1_000, Map.of()));
        assertThat(scenario.payment().operations())
                .extracting(Operation::details)
                .containsExactly(
                        Map.of("order_details", lamp),
                        Map.of("order_details", book),
                        Map.of(
                                "captured_lines",
                                "[{\"product_name\": \"Lamp\", \"amount\": 2500},"
                                        + "{\"product_name\": \"Book\", \"amount\": 1540}]"));
    }

    private static CapturePayment capture(long amount, Map<String, String> details) {
        return new CapturePayment(amount, false, "connector", details);
    }

    private static Scenario paid(String feature) {
        var account = account("sandbox", "mca_sandbox", List.of(feature));
        var plain = creating(o -> o.captureMethod(CaptureMethod.AUTOMATIC), route(account));
        return new Scenario()
                .when(
                        new CreatePayment(
                                plain.merchantId(),
                                plain.paymentId(),
                                plain.profileId(),
                                plain.options(),
                                Map.of("order_details", ORDER),
                                plain.route()))
                .when(says(ATTEMPT, Kind.AUTHORIZE, 1, false, ProviderResult.captured()));
    }

    private static ReserveRefund refund(
            String refundId, @Nullable Long amount, String name, long lineAmount) {
        var lines = "[{\"product_name\": \"%s\", \"amount\": %s}]".formatted(name, lineAmount);
        return new ReserveRefund(refundId, amount, null, Map.of("order_details", lines));
    }
}
