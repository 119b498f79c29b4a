package dev.paylater.simulator.billie;

import dev.paylater.simulator.book.BookJson;
import dev.paylater.simulator.book.ProviderAnswer;
import dev.paylater.simulator.dialect.Decimals;
import dev.paylater.simulator.dialect.Shapes;
import dev.paylater.simulator.dialect.Shapes.Shape;
import dev.paylater.simulator.payment.SimulatedCapture;
import dev.paylater.simulator.payment.SimulatedPayment;
import dev.paylater.simulator.payment.Tag;
import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Orders and invoices in the shapes of Billie's exchanges. */
final class BillieJson {

    /** In a payment's details: what was paid to the merchant, by invoice. */
    static final String PAID = "paid";

    /** In a payment's details: net, gross and tax as they were sent, by the order or invoice. */
    static final String AMOUNTS = "amounts";

    /** In a payment's details: the numbers of invoices that were changed. */
    static final String NUMBERS = "numbers";

    private static final int GMBH = 10_001;
    private static final long A_DAY = 24L * 60 * 60 * 1000;

    private static final String ORDER = "an order with its invoices";
    private static final Shapes SHAPES = Shapes.read("billie");

    private BillieJson() {}

    /**
     * An order.
     *
     * @param described the debtor, the duration and the delivery address, as they were sent
     */
    static ProviderAnswer order(SimulatedPayment payment, JsonNode described) {
        var shape =
                SHAPES.of(ORDER)
                        .put("/uuid", payment.id())
                        .put("/external_code", payment.attemptReference())
                        .put("/state", state(payment))
                        .put("/decline_reason", reason(payment))
                        .put("/created_at", time(payment.created()));
        var sent = payment.details().path(AMOUNTS).path(payment.id());
        amount(shape, "/amount", payment.ordered(), sent);
        amount(shape, "/unshipped_amount", payment.capturable(), sent);
        return shape.copy("/debtor", described)
                .copy("/delivery_address", described)
                .copy("/duration", described)
                .each(
                        "/invoices",
                        payment.captures(),
                        (entry, capture) -> fill(entry, payment, capture, described))
                .answer(200);
    }

    static ProviderAnswer invoice(
            SimulatedPayment payment, SimulatedCapture capture, JsonNode described) {
        var shape = SHAPES.of("an invoice does not say whether it was refunded");
        fill(shape, payment, capture, described);
        return shape.answer(200);
    }

    /** Which companies there are, for everybody; Billie has more of them. */
    static ProviderAnswer legalForms() {
        var json = BookJson.MAPPER.createObjectNode();
        json.putArray("items")
                .addObject()
                .put("code", GMBH)
                .put("name", "GmbH (Gesellschaft mit beschränkter Haftung)")
                .put("required_input", "HR-NR")
                .put("required", 1);
        return ProviderAnswer.of(200, json);
    }

    private static void fill(
            Shape invoice, SimulatedPayment payment, SimulatedCapture capture, JsonNode described) {
        var outstanding = outstanding(payment, capture);
        var due = capture.created() + described.path("duration").asLong() * A_DAY;
        var sent = payment.details().path(AMOUNTS).path(String.valueOf(capture.reference()));
        var number = payment.details().path(NUMBERS).path(capture.id());
        amount(invoice, "/amount", capture.amount(), sent);
        invoice.put("/uuid", capture.id())
                .put("/invoice_number", number.asString(capture.reference()))
                .put("/state", outstanding == 0 ? "complete" : "created")
                .put("/outstanding_amount", number(outstanding))
                .put("/payout_amount", number(capture.amount()))
                .put("/fee_amount", number(0))
                .put("/due_date", date(due))
                .put("/created_at", date(capture.created()));
    }

    private static String state(SimulatedPayment payment) {
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

    private static @Nullable String reason(SimulatedPayment payment) {
        if (payment.failure() == null) {
            return null;
        }
        if (payment.has(Tag.INSUFFICIENT)) {
            return "debtor_limit_exceeded";
        }
        return payment.has(Tag.FRAUD) ? "risk_scoring_failed" : "risk_policy";
    }

    /** What the buyer still has to pay to Billie. */
    static long outstanding(SimulatedPayment payment, SimulatedCapture capture) {
        return capture.amount()
                - capture.refunded()
                - payment.details().path(PAID).path(capture.id()).asLong(0);
    }

    /** Taxes as they were sent; those of a part are its share. */
    private static void amount(Shape shape, String pointer, long gross, JsonNode sent) {
        var whole = sent.path("gross").asLong(0);
        var net = whole == 0 ? gross : gross * sent.path("net").asLong() / whole;
        var tax = gross == whole ? sent.path("tax").asLong() : gross - net;
        shape.put(pointer + "/net", number(net))
                .put(pointer + "/gross", number(gross))
                .put(pointer + "/tax", number(tax));
    }

    private static String date(long epochMillis) {
        return time(epochMillis).substring(0, 10);
    }

    /** Without a zone, as Billie writes it. */
    private static String time(long epochMillis) {
        return BookJson.time(epochMillis).substring(0, 19).replace('T', ' ');
    }

    private static BigDecimal number(long minor) {
        return Decimals.of(minor, BillieFields.CURRENCY);
    }
}
