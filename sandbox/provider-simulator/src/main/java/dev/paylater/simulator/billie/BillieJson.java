package dev.paylater.simulator.billie;

import dev.paylater.simulator.book.Json;
import dev.paylater.simulator.dialect.Decimals;
import dev.paylater.simulator.payment.Capture;
import dev.paylater.simulator.payment.Payment;
import dev.paylater.simulator.payment.Tag;
import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** Orders and invoices as Billie writes them. */
final class BillieJson {

    static final String PAID = "paid";

    private BillieJson() {}

    static ObjectNode order(Payment payment) {
        var json =
                Json.MAPPER
                        .createObjectNode()
                        .put("uuid", payment.id())
                        .put("external_code", payment.attemptReference())
                        .put("state", state(payment))
                        .put("decline_reason", reason(payment))
                        .put("created_at", Json.time(payment.created()));
        json.set("amount", amount(payment.amount() - payment.voided()));
        json.set("unshipped_amount", amount(payment.capturable()));
        var invoices = json.putArray("invoices");
        payment.captures().forEach(capture -> invoices.add(invoice(payment, capture)));
        return json;
    }

    static String state(Payment payment) {
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
        var failure = payment.failure();
        if (failure == null) {
            return null;
        }
        if (payment.has(Tag.INSUFFICIENT)) {
            return "debtor_limit_exceeded";
        }
        return payment.has(Tag.FRAUD) ? "risk_scoring_failed" : "risk_policy";
    }

    static ObjectNode invoice(Payment payment, Capture capture) {
        var outstanding = outstanding(payment, capture);
        var json =
                Json.MAPPER
                        .createObjectNode()
                        .put("uuid", capture.id())
                        .put("invoice_number", capture.reference())
                        .put("state", outstanding == 0 ? "complete" : "created")
                        .put("outstanding_amount", number(outstanding));
        json.set("amount", amount(capture.amount()));
        return json;
    }

    /** What the buyer still has to pay to Billie. */
    static long outstanding(Payment payment, Capture capture) {
        return capture.amount()
                - capture.refunded()
                - payment.details().path(PAID).path(capture.id()).asLong(0);
    }

    private static ObjectNode amount(long gross) {
        return Json.MAPPER
                .createObjectNode()
                .put("net", number(gross))
                .put("gross", number(gross))
                .put("tax", number(0));
    }

    private static BigDecimal number(long minor) {
        return Decimals.of(minor, BillieFields.CURRENCY);
    }
}
