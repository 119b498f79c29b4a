package dev.paylater.simulator.scalapay;

import dev.paylater.simulator.book.BookJson;
import dev.paylater.simulator.book.ProviderAnswer;
import dev.paylater.simulator.dialect.Shapes;
import dev.paylater.simulator.dialect.Shapes.Shape;
import dev.paylater.simulator.payment.SimulatedPayment;
import dev.paylater.simulator.payment.SimulatedRefund;
import dev.paylater.simulator.payment.Stage;
import dev.paylater.simulator.payment.Tag;
import java.util.List;
import java.util.UUID;

/** What Scalapay answers, in the shapes of its exchanges. */
final class ScalapayAnswers {

    private static final long ORDER_MILLIS = 2_400_000;
    private static final long AUTHORIZED_MILLIS = 432_000_000;

    private final Shapes shapes = Shapes.read("scalapay");
    private final String publicUrl;

    ScalapayAnswers(String publicUrl) {
        this.publicUrl = publicUrl;
    }

    static ProviderAnswer unauthorized() {
        return ProviderAnswer.of(401, BookJson.MAPPER.valueToTree("Unauthorized"));
    }

    ProviderAnswer error(int status, String code, String message) {
        return shapes.of("an order above the contract's limit is refused")
                .put("/errorCode", code)
                .put("/errorId", "error-" + UUID.randomUUID())
                .put("/message", message)
                .put("/httpStatusCode", status)
                .answer(status);
    }

    ProviderAnswer created(SimulatedPayment payment) {
        return shapes.of("an order sends the customer to its checkout")
                .put("/token", payment.id())
                .put("/expires", BookJson.time(payment.created() + ORDER_MILLIS))
                .put("/checkoutUrl", publicUrl + "/pages/scalapay/" + payment.id())
                .answer(200);
    }

    ProviderAnswer order(SimulatedPayment payment) {
        var declined = payment.stage() == Stage.DECLINED;
        var shape =
                shapes.of(
                                declined
                                        ? "an order that is refused for fraud is expired, with"
                                                + " feedback"
                                        : "an order that is delayed is authorized")
                        .put("/created", BookJson.time(payment.created()))
                        .put("/status", ScalapayWebhooks.status(payment))
                        .put("/captureStatus", captureStatus(payment));
        return described(
                declined && !payment.has(Tag.FRAUD)
                        ? shape.put("/lastEligibilityFeedback", "DECLINED")
                        : shape,
                payment,
                payment.amount());
    }

    ProviderAnswer delayed(SimulatedPayment payment) {
        return described(
                shapes.of("an order that the customer has agreed to is delayed")
                        .put(
                                "/authorizationExpiryAt",
                                BookJson.time(payment.updated() + AUTHORIZED_MILLIS)),
                payment,
                payment.amount());
    }

    ProviderAnswer captured(SimulatedPayment payment) {
        return described(
                shapes.of("a part is captured")
                        .put("/capturedAt", BookJson.time(payment.updated())),
                payment,
                payment.captured());
    }

    ProviderAnswer voided(SimulatedPayment payment) {
        return ProviderAnswer.of(
                200,
                BookJson.MAPPER
                        .createObjectNode()
                        .put("token", payment.id())
                        .put("merchantReference", payment.attemptReference())
                        .put("voidedAt", BookJson.time(payment.updated())));
    }

    ProviderAnswer refunded(SimulatedPayment payment, String id) {
        var refund = payment.refunds().getLast();
        return shapes.of("a refund is of the order")
                .put("/token", payment.id())
                .put("/refundToken", id)
                .put("/merchantReference", payment.attemptReference())
                .put("/merchantRefundReference", reference(refund))
                .put("/refundedAt", BookJson.time(refund.created()))
                .moneyText("/amount", refund.amount(), payment.currency())
                .answer(200);
    }

    /** Orders that a reference leads to, the newest first. */
    ProviderAnswer references(List<SimulatedPayment> payments) {
        var list = BookJson.MAPPER.createArrayNode();
        for (var payment : payments) {
            list.addObject()
                    .put("orderToken", payment.id())
                    .put("merchantOrderReference", payment.attemptReference())
                    .put("createdAt", BookJson.time(payment.created()));
        }
        return ProviderAnswer.of(200, list);
    }

    private static ProviderAnswer described(Shape shape, SimulatedPayment payment, long amount) {
        return shape.put("/token", payment.id())
                .put("/orderDetails/merchantReference", payment.attemptReference())
                .moneyText("/orderDetails/totalAmount", payment.amount(), payment.currency())
                .money("/totalAmount", amount, payment.currency())
                .answer(200);
    }

    private static String captureStatus(SimulatedPayment payment) {
        if (payment.captured() > 0) {
            return "captured";
        }
        if (payment.authorized() == 0) {
            return "pending";
        }
        return payment.voided() > 0 ? "voided" : "delayed";
    }

    private static String reference(SimulatedRefund refund) {
        return refund.reference() == null ? refund.id() : refund.reference();
    }
}
