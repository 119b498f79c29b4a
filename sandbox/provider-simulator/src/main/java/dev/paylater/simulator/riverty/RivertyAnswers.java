package dev.paylater.simulator.riverty;

import dev.paylater.simulator.book.BookJson;
import dev.paylater.simulator.book.ProviderAnswer;
import dev.paylater.simulator.dialect.BadRequest;
import dev.paylater.simulator.dialect.Decimals;
import dev.paylater.simulator.dialect.Shapes;
import dev.paylater.simulator.dialect.Shapes.Shape;
import dev.paylater.simulator.payment.ProviderFailure;
import dev.paylater.simulator.payment.RuleResult;
import dev.paylater.simulator.payment.SimulatedCapture;
import dev.paylater.simulator.payment.SimulatedPayment;
import dev.paylater.simulator.payment.SimulatedRefund;
import java.math.BigDecimal;

/** What Riverty answers, in the shapes of its exchanges. */
final class RivertyAnswers {

    /** A number that is taken, and an order that is not there. */
    static final String USED = "400.100";

    static final String UNKNOWN = "400.115";

    private static final long A_MONTH = 30L * 24 * 60 * 60 * 1000;

    private final Shapes shapes = Shapes.read("riverty");
    private final String publicUrl;

    RivertyAnswers(String publicUrl) {
        this.publicUrl = publicUrl;
    }

    /** A list with one entry. */
    ProviderAnswer error(int status, String code, String message) {
        var error =
                shapes.of("an error may come alone, without its list")
                        .put("/code", code)
                        .put("/message", message);
        return ProviderAnswer.of(status, BookJson.MAPPER.createArrayNode().add(error.json()));
    }

    ProviderAnswer of(BadRequest bad) {
        var code =
                switch (bad.kind()) {
                    case NOT_JSON -> "400.001";
                    case MISSING -> "400.002";
                    case WRONG -> "400.004";
                };
        return error(400, code, bad.explanation());
    }

    ProviderAnswer of(ProviderFailure failure) {
        return switch (failure.code()) {
            case AMOUNT_EXCEEDS_AUTHORIZED, AMOUNT_EXCEEDS_CAPTURED ->
                    error(400, "400.003", failure.message());
            default -> error(400, UNKNOWN, failure.message());
        };
    }

    /** What was decided at once; a rejection is no error. */
    ProviderAnswer decided(SimulatedPayment payment) {
        return switch (payment.stage()) {
            case REQUIRES_ACTION ->
                    outcome("a customer has to identify themselves", "Pending", payment)
                            .put("/redirectUrl", page(payment))
                            .answer(200);
            case PENDING, REVIEW -> outcome("an order is pending", "Pending", payment).answer(200);
            case APPROVED ->
                    outcome("an order is accepted at once", "Accepted", payment).answer(200);
            case DECLINED, CANCELLED, EXPIRED -> rejected(payment);
        };
    }

    private ProviderAnswer rejected(SimulatedPayment payment) {
        return shapes.of("an order is rejected, and something else is to be offered")
                .put("/reservationId", payment.id())
                .put("/checkoutId", payment.id())
                .answer(200);
    }

    private Shape outcome(String exchange, String outcome, SimulatedPayment payment) {
        return shapes.of(exchange)
                .put("/outcome", outcome)
                .put("/reservationId", payment.id())
                .put("/checkoutId", payment.id())
                .put("/expirationDate", expiry(payment));
    }

    ProviderAnswer hosted(SimulatedPayment payment) {
        return shapes.of("a merchant who wants a redirect gets the hosted page")
                .put("/redirectUrl", page(payment))
                .answer(200);
    }

    ProviderAnswer captured(RuleResult.Done done) {
        var payment = done.payment();
        var capture = payment.captures().getLast();
        return shapes.of("the whole is captured, line by line")
                .put("/captureNumber", number(capture))
                .put("/capturedAmount", decimal(payment, capture.amount()))
                .put("/authorizedAmount", decimal(payment, payment.authorized()))
                .put("/remainingAuthorizedAmount", decimal(payment, payment.capturable()))
                .put("/totalCapturedAmount", decimal(payment, payment.captured()))
                .put("/totalRefundedAmount", decimal(payment, payment.refunded()))
                .answer(200);
    }

    ProviderAnswer voided(RuleResult.Done done) {
        var payment = done.payment();
        return shapes.of("a void cancels all that is left")
                .put("/totalCapturedAmount", decimal(payment, payment.captured()))
                .put("/totalAuthorizedAmount", decimal(payment, payment.authorized()))
                .put("/remainingAuthorizedAmount", decimal(payment, payment.capturable()))
                .answer(200);
    }

    ProviderAnswer refunded(RuleResult.Done done) {
        var payment = done.payment();
        var shape =
                shapes.of("a refund names its capture")
                        .put("/totalCapturedAmount", decimal(payment, payment.captured()))
                        .put("/totalAuthorizedAmount", decimal(payment, payment.authorized()))
                        .put("/totalRefundedAmount", decimal(payment, payment.refunded()));
        shape.json().putArray("refundNumbers").add(number(payment.refunds().getLast()));
        return shape.answer(200);
    }

    /** An order; its lists are answers of their own as well. */
    Shape order(SimulatedPayment payment) {
        return shapes.of("an order with captures, refunds and cancellations")
                .put("/orderDetails/orderId", payment.id())
                .put("/orderDetails/orderNumber", payment.key())
                .put("/orderDetails/status", status(payment))
                .put("/orderDetails/currency", payment.currency())
                .put("/orderDetails/totalGrossAmount", decimal(payment, payment.amount()))
                .put("/orderDetails/totalNetAmount", decimal(payment, payment.amount()))
                .put("/orderDetails/expirationDate", expiry(payment))
                .put("/orderDetails/insertedAt", BookJson.time(payment.created()))
                .each("/captures", payment.captures(), (entry, one) -> fill(entry, payment, one))
                .each("/refunds", payment.refunds(), (entry, one) -> fill(entry, payment, one))
                .each(
                        "/cancellations",
                        payment.voids(),
                        (entry, release) ->
                                entry.put("/cancellationNo", release.id())
                                        .put(
                                                "/cancellationAmount",
                                                decimal(payment, release.amount())));
    }

    private static void fill(Shape entry, SimulatedPayment payment, SimulatedCapture capture) {
        entry.put("/reservationId", payment.id())
                .put("/orderNumber", payment.key())
                .put("/captureNumber", number(capture))
                .put("/amount", decimal(payment, capture.amount()))
                .put("/balance", decimal(payment, capture.amount() - capture.refunded()))
                .put("/totalRefundedAmount", decimal(payment, capture.refunded()))
                .put("/currency", payment.currency())
                .put("/insertedAt", BookJson.time(capture.created()));
    }

    /** Below zero. */
    private static void fill(Shape entry, SimulatedPayment payment, SimulatedRefund refund) {
        entry.put("/refundId", refund.id())
                .put("/refundNumber", number(refund))
                .put("/captureNumber", captured(payment, refund))
                .put("/orderNumber", payment.key())
                .put("/reservationId", payment.id())
                .put("/amount", decimal(payment, -refund.amount()))
                .put("/balance", decimal(payment, -refund.amount()))
                .put("/currency", payment.currency())
                .put("/insertedAt", BookJson.time(refund.created()));
    }

    private static String captured(SimulatedPayment payment, SimulatedRefund refund) {
        var capture = payment.capture(refund.parts().getFirst().captureId());
        return capture == null ? "" : number(capture);
    }

    /** The merchant's number, else Riverty's. */
    static String number(SimulatedCapture capture) {
        return capture.reference() == null ? capture.id() : capture.reference();
    }

    static String number(SimulatedRefund refund) {
        return refund.reference() == null ? refund.id() : refund.reference();
    }

    private static String status(SimulatedPayment payment) {
        return switch (payment.stage()) {
            case REQUIRES_ACTION, PENDING, REVIEW -> "Pending";
            case DECLINED -> "Rejected";
            case CANCELLED -> "Cancelled";
            case EXPIRED -> "Expired";
            case APPROVED ->
                    payment.captures().isEmpty() && payment.capturable() == 0
                            ? "Cancelled"
                            : "Accepted";
        };
    }

    private String page(SimulatedPayment payment) {
        return publicUrl + "/pages/riverty/" + payment.id();
    }

    private static String expiry(SimulatedPayment payment) {
        return BookJson.time(payment.created() + A_MONTH).substring(0, 10);
    }

    private static BigDecimal decimal(SimulatedPayment payment, long minor) {
        return Decimals.of(minor, payment.currency());
    }
}
