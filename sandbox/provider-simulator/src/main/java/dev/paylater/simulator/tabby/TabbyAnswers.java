package dev.paylater.simulator.tabby;

import dev.paylater.simulator.book.BookJson;
import dev.paylater.simulator.book.ProviderAnswer;
import dev.paylater.simulator.dialect.Decimals;
import dev.paylater.simulator.dialect.Shapes;
import dev.paylater.simulator.payment.SimulatedPayment;
import dev.paylater.simulator.payment.Tag;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.node.ObjectNode;

/** What Tabby answers, in the shapes of its exchanges. */
final class TabbyAnswers {

    /** In a payment's details. */
    static final String SESSION = "session";

    static final String REFERENCE = "reference";

    private static final long PAGE_MILLIS = 20 * 60_000;
    private static final long EXPIRY_MILLIS = 30 * 60_000;

    private final Shapes shapes = Shapes.read("tabby");
    private final String publicUrl;

    TabbyAnswers(String publicUrl) {
        this.publicUrl = publicUrl;
    }

    ProviderAnswer error(int status, String type, String text) {
        return shapes.of("a session that Tabby cannot read")
                .put("/errorType", type)
                .put("/error", text)
                .answer(status);
    }

    ProviderAnswer bad(String text) {
        return error(400, "bad_data", text);
    }

    ProviderAnswer noSuchPayment() {
        return error(404, "not_found", "no such payment");
    }

    ProviderAnswer noSuchPath() {
        return new ProviderAnswer(404, Map.of(), "404 page not found");
    }

    ProviderAnswer session(SimulatedPayment payment) {
        var rejected = payment.has(Tag.INSUFFICIENT) || payment.has(Tag.FRAUD);
        var session =
                shapes.of(
                        rejected
                                ? "a session that is rejected: not_available"
                                : "a session sends the customer to its page");
        if (payment.has(Tag.INSUFFICIENT)) {
            session.put(
                    "/configuration/products/installments/rejection_reason",
                    "order_amount_too_high");
        }
        if (!rejected) {
            var page = publicUrl + "/pages/tabby/" + payment.id();
            session.each(
                    "/configuration/available_products/installments",
                    List.of(page),
                    (product, url) -> product.put("/web_url", url).put("/qr_code", url));
        }
        return session.put("/id", payment.details().path(SESSION).asString())
                .put("/payment/id", payment.id())
                .put("/payment/created_at", BookJson.time(payment.created()))
                .put("/payment/status", status(payment))
                .put("/payment/amount", decimal(payment.amount(), payment))
                .put("/payment/currency", payment.currency())
                .put("/payment/order/reference_id", reference(payment))
                .put("/configuration/expires_at", BookJson.time(payment.created() + PAGE_MILLIS))
                .answer(200);
    }

    ProviderAnswer payment(SimulatedPayment payment) {
        return ProviderAnswer.of(200, json(payment));
    }

    /** As it is now, in an answer, in a list and in a notification. */
    ObjectNode json(SimulatedPayment payment) {
        return shapes.of("a payment with captures and refunds")
                .put("/id", payment.id())
                .put("/created_at", BookJson.time(payment.created()))
                .put("/expires_at", BookJson.time(payment.created() + EXPIRY_MILLIS))
                .put("/status", status(payment))
                .put("/amount", decimal(payment.amount(), payment))
                .put("/currency", payment.currency())
                .put("/order/reference_id", reference(payment))
                .each(
                        "/captures",
                        payment.captures(),
                        (entry, capture) ->
                                entry.put("/id", capture.id())
                                        .put("/created_at", BookJson.time(capture.created()))
                                        .put("/amount", decimal(capture.amount(), payment))
                                        .put("/reference_id", capture.reference()))
                .each(
                        "/refunds",
                        payment.refunds(),
                        (entry, refund) ->
                                entry.put("/id", refund.id())
                                        .put("/created_at", BookJson.time(refund.created()))
                                        .put("/amount", decimal(refund.amount(), payment))
                                        .put("/reason", refund.reason())
                                        .put("/reference_id", refund.reference()))
                .json();
    }

    private static String decimal(long amount, SimulatedPayment payment) {
        return Decimals.of(amount, payment.currency()).toPlainString();
    }

    private static String reference(SimulatedPayment payment) {
        return payment.details().path(REFERENCE).asString(payment.attemptReference());
    }

    /** A payment that lapses is closed: EXPIRED is only one that nobody has agreed to. */
    static String status(SimulatedPayment payment) {
        if (payment.authorized() > 0) {
            return payment.capturable() > 0 ? "AUTHORIZED" : "CLOSED";
        }
        return switch (payment.stage()) {
            case REQUIRES_ACTION, PENDING, REVIEW, APPROVED -> "CREATED";
            case DECLINED -> "REJECTED";
            case CANCELLED, EXPIRED -> "EXPIRED";
        };
    }
}
