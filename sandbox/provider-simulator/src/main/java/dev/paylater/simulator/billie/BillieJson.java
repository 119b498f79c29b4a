package dev.paylater.simulator.billie;

import dev.paylater.simulator.book.Answer;
import dev.paylater.simulator.book.Json;
import dev.paylater.simulator.dialect.Decimals;
import dev.paylater.simulator.dialect.Shapes;
import dev.paylater.simulator.dialect.Shapes.Shape;
import dev.paylater.simulator.payment.Capture;
import dev.paylater.simulator.payment.Payment;
import dev.paylater.simulator.payment.Tag;
import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/** Orders and invoices in the shapes of Billie's exchanges. */
final class BillieJson {

    static final String PAID = "paid";

    private static final String ORDER = "an order with its invoices";
    private static final Shapes SHAPES = Shapes.read("billie");

    private BillieJson() {}

    static Answer order(Payment payment) {
        var shape =
                SHAPES.of(ORDER)
                        .put("/uuid", payment.id())
                        .put("/external_code", payment.attemptReference())
                        .put("/state", state(payment))
                        .put("/decline_reason", reason(payment))
                        .put("/created_at", time(payment.created()));
        amount(shape, "/amount", payment.amount() - payment.voided());
        amount(shape, "/unshipped_amount", payment.capturable());
        return shape.each(
                        "/invoices",
                        payment.captures(),
                        (entry, capture) -> fill(entry, payment, capture))
                .answer(200);
    }

    static Answer invoice(Payment payment, Capture capture) {
        var shape = SHAPES.of("an invoice does not say whether it was refunded");
        fill(shape, payment, capture);
        return shape.answer(200);
    }

    private static void fill(Shape invoice, Payment payment, Capture capture) {
        var outstanding = outstanding(payment, capture);
        amount(invoice, "/amount", capture.amount());
        invoice.put("/uuid", capture.id())
                .put("/invoice_number", capture.reference())
                .put("/state", outstanding == 0 ? "complete" : "created")
                .put("/outstanding_amount", number(outstanding))
                .put("/payout_amount", number(capture.amount()))
                .put("/fee_amount", number(0))
                .put("/created_at", time(capture.created()));
    }

    private static String state(Payment payment) {
        return switch (payment.stage()) {
            case REQUIRES_ACTION, PENDING, REVIEW -> "waiting";
            case DECLINED -> "declined";
            case CANCELLED, EXPIRED -> "canceled";
            case APPROVED -> {
                if (payment.captured() == 0) {
                    yield payment.capturable() == 0 ? "canceled" : "created";
                }
                yield payment.capturable() == 0 ? "shipped" : "partially_shipped";
            }
        };
    }

    private static @Nullable String reason(Payment payment) {
        if (payment.failure() == null) {
            return null;
        }
        if (payment.has(Tag.INSUFFICIENT)) {
            return "debtor_limit_exceeded";
        }
        return payment.has(Tag.FRAUD) ? "risk_scoring_failed" : "risk_policy";
    }

    /** What the buyer still has to pay to Billie. */
    static long outstanding(Payment payment, Capture capture) {
        return capture.amount()
                - capture.refunded()
                - payment.details().path(PAID).path(capture.id()).asLong(0);
    }

    private static void amount(Shape shape, String pointer, long gross) {
        shape.put(pointer + "/net", number(gross))
                .put(pointer + "/gross", number(gross))
                .put(pointer + "/tax", number(0));
    }

    /** Without a zone, as Billie writes it. */
    private static String time(long epochMillis) {
        return Json.time(epochMillis).substring(0, 19).replace('T', ' ');
    }

    private static BigDecimal number(long minor) {
        return Decimals.of(minor, BillieFields.CURRENCY);
    }
}
