package dev.paylater.simulator.tamara;

import dev.paylater.simulator.book.BookJson;
import dev.paylater.simulator.book.ProviderAnswer;
import dev.paylater.simulator.dialect.Shapes;
import dev.paylater.simulator.dialect.Shapes.Shape;
import dev.paylater.simulator.payment.RuleResult;
import dev.paylater.simulator.payment.SimulatedPayment;
import dev.paylater.simulator.payment.SimulatedRefund;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.node.ObjectNode;

/** What Tamara answers, in the shapes of its exchanges. */
final class TamaraAnswers {

    /** 21 days, after which it captures what is left by itself. */
    private static final long AUTHORISED_MILLIS = 1_814_400_000;

    private final Shapes shapes = Shapes.read("tamara");
    private final String publicUrl;

    TamaraAnswers(String publicUrl) {
        this.publicUrl = publicUrl;
    }

    ProviderAnswer error(int status, String code) {
        return shapes.of("a checkout that is refused for consumer_invalid_phone_number")
                .put("/message", code)
                .put("/errors/0/error_code", code)
                .answer(status);
    }

    ProviderAnswer created(SimulatedPayment payment) {
        return shapes.of("a checkout sends the customer to its page")
                .put("/order_id", payment.id())
                .put("/checkout_id", payment.id())
                .put("/checkout_url", publicUrl + "/pages/tamara/" + payment.id())
                .answer(200);
    }

    ProviderAnswer authorised(SimulatedPayment payment) {
        return shapes.of("an approved order is authorised")
                .put("/order_id", payment.id())
                .put("/status", status(payment))
                .put("/order_expiry_time", BookJson.time(payment.updated() + AUTHORISED_MILLIS))
                .money("/authorized_amount", payment.authorized(), payment.currency())
                .answer(200);
    }

    ProviderAnswer captured(RuleResult.Done done) {
        var payment = done.payment();
        return shapes.of("a part is captured")
                .put("/capture_id", done.subject())
                .put("/order_id", payment.id())
                .put("/status", status(payment))
                .money("/captured_amount", payment.captured(), payment.currency())
                .answer(200);
    }

    ProviderAnswer canceled(RuleResult.Done done) {
        var payment = done.payment();
        return shapes.of("a void cancels what is authorised")
                .put("/cancel_id", done.subject())
                .put("/order_id", payment.id())
                .put("/status", status(payment))
                .money("/canceled_amount", payment.voided(), payment.currency())
                .answer(200);
    }

    ProviderAnswer refunded(RuleResult.Done done) {
        var payment = done.payment();
        var refund = payment.refunds().getLast();
        return shapes.of("a refund is of the order")
                .put("/refund_id", done.subject())
                .put("/order_id", payment.id())
                .put("/capture_id", capture(refund))
                .put("/comment", refund.reason())
                .put("/status", status(payment))
                .money("/refunded_amount", payment.refunded(), payment.currency())
                .answer(200);
    }

    ProviderAnswer order(SimulatedPayment payment) {
        var shape = shaped(payment);
        shape.json().setAll(person(payment));
        return shape.answer(200);
    }

    /**
     * Without it the PHP client cannot read an order. Nobody's own data are kept here: it is the
     * person of the recorded exchanges.
     */
    private static ObjectNode person(SimulatedPayment payment) {
        var name =
                Map.of("first_name", "Ada", "last_name", "Jones", "phone_number", "+966566027755");
        var order = BookJson.MAPPER.createObjectNode();
        var consumer = order.putObject("consumer");
        name.forEach(consumer::put);
        consumer.put("email", "ada@example.com").put("is_first_order", false);
        for (var address : List.of("billing_address", "shipping_address")) {
            var lines =
                    order.putObject(address).put("line1", "King Fahd Rd 1").put("city", "Riyadh");
            name.forEach(lines::put);
            lines.put("country_code", payment.currency().substring(0, 2));
        }
        order.putArray("items");
        return order;
    }

    private Shape shaped(SimulatedPayment payment) {
        var currency = payment.currency();
        return shapes.of("an order with captures, refunds and cancellations")
                .put("/order_id", payment.id())
                .put("/order_reference_id", payment.attemptReference())
                .put("/order_number", payment.merchantReference())
                .put("/status", status(payment))
                .put("/created_at", BookJson.time(payment.created()))
                .money("/total_amount", payment.amount(), currency)
                .money("/shipping_amount", 0, currency)
                .money("/tax_amount", 0, currency)
                .money("/discount_amount/amount", 0, currency)
                .money("/paid_amount", 0, currency)
                .money("/captured_amount", payment.captured(), currency)
                .money("/refunded_amount", payment.refunded(), currency)
                .money("/canceled_amount", payment.voided(), currency)
                .each(
                        "/transactions/captures",
                        payment.captures(),
                        (entry, capture) ->
                                entry.put("/capture_id", capture.id())
                                        .put("/order_id", payment.id())
                                        .put("/shipping_info/tracking_number", capture.reference())
                                        .put("/created_at", BookJson.time(capture.created()))
                                        .money("/total_amount", capture.amount(), currency)
                                        .money("/tax_amount", 0, currency)
                                        .money("/shipping_amount", 0, currency)
                                        .money("/discount_amount", 0, currency)
                                        .money("/refunded_amount", capture.refunded(), currency))
                .each(
                        "/transactions/refunds",
                        payment.refunds(),
                        (entry, refund) ->
                                entry.put("/refund_id", refund.id())
                                        .put("/capture_id", capture(refund))
                                        .put("/created_at", BookJson.time(refund.created()))
                                        .money("/total_amount", refund.amount(), currency))
                .each(
                        "/transactions/cancels",
                        payment.voids(),
                        (entry, cancel) ->
                                entry.put("/cancel_id", cancel.id())
                                        .put("/order_id", payment.id())
                                        .put("/created_at", BookJson.time(cancel.created()))
                                        .money("/total_amount", cancel.amount(), currency));
    }

    private static String capture(SimulatedRefund refund) {
        return refund.parts().getFirst().captureId();
    }

    /** What a shop may offer, by its limits. */
    static ProviderAnswer paymentTypes() {
        var types = BookJson.MAPPER.createArrayNode();
        var type =
                types.addObject()
                        .put("name", "PAY_BY_INSTALMENTS")
                        .put("description", "Split in 3, interest-free");
        limits(type);
        limits(type.putArray("supported_instalments").addObject().put("instalments", 3));
        return ProviderAnswer.of(200, types);
    }

    private static void limits(ObjectNode of) {
        of.putObject("min_limit").put("amount", 1).put("currency", "SAR");
        of.putObject("max_limit").put("amount", 100_000).put("currency", "SAR");
    }

    static ProviderAnswer options() {
        var options =
                BookJson.MAPPER
                        .createObjectNode()
                        .put("has_available_payment_options", true)
                        .put("single_checkout_enabled", false);
        options.putArray("available_payment_labels")
                .addObject()
                .put("payment_type", "PAY_BY_INSTALMENTS")
                .put("instalment", 3)
                .put("description_en", "Split in 3, interest-free")
                .put("description_ar", "قسمها على 3 دفعات بدون فوائد");
        return ProviderAnswer.of(200, options);
    }

    static String status(SimulatedPayment payment) {
        return switch (payment.stage()) {
            case REQUIRES_ACTION -> payment.consented() ? "approved" : "new";
            case DECLINED -> "declined";
            case CANCELLED -> "canceled";
            case EXPIRED -> "expired";
            case PENDING, REVIEW, APPROVED -> standing(payment);
        };
    }

    private static String standing(SimulatedPayment payment) {
        if (payment.refunded() > 0) {
            return payment.refunded() == payment.authorized()
                    ? "fully_refunded"
                    : "partially_refunded";
        }
        if (payment.captured() > 0) {
            return payment.capturable() == 0 ? "fully_captured" : "partially_captured";
        }
        if (payment.voided() > 0) {
            return payment.capturable() == 0 ? "canceled" : "updated";
        }
        return "authorised";
    }
}
