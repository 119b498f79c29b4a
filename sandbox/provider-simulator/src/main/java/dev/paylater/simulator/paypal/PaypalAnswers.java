package dev.paylater.simulator.paypal;

import dev.paylater.simulator.book.BookJson;
import dev.paylater.simulator.book.ProviderAnswer;
import dev.paylater.simulator.dialect.Decimals;
import dev.paylater.simulator.dialect.Shapes;
import dev.paylater.simulator.dialect.Shapes.Shape;
import dev.paylater.simulator.payment.SimulatedCapture;
import dev.paylater.simulator.payment.SimulatedPayment;
import dev.paylater.simulator.payment.SimulatedRefund;
import dev.paylater.simulator.payment.Stage;
import java.util.List;
import java.util.Objects;
import tools.jackson.databind.node.ObjectNode;

/** What PayPal answers, in the shapes of its exchanges. */
final class PaypalAnswers {

    /** An order is gone three hours after this time; in a sandbox that comes sooner. */
    private static final long OPEN_MILLIS = 3L * 60 * 60 * 1000;

    private static final long HELD_MILLIS = 29L * 24 * 60 * 60 * 1000;
    private static final String PAYMENTS = "/purchase_units/0/payments";

    private final Shapes shapes = Shapes.read("paypal");
    private final String publicUrl;

    PaypalAnswers(String publicUrl) {
        this.publicUrl = publicUrl;
    }

    ProviderAnswer invalid(String issue, String explanation) {
        return shapes.of("an order that PayPal cannot read is refused")
                .put("/details/0/issue", issue)
                .put("/details/0/description", explanation)
                .answer(400);
    }

    ProviderAnswer refused(String issue) {
        return shapes.of("an approved order that PayPal refuses is declined", 1)
                .put("/details/0/issue", issue)
                .put("/details/0/description", issue.replace('_', ' '))
                .answer(422);
    }

    ProviderAnswer notFound() {
        return shapes.of("an order that nobody approved is gone after three hours").answer(404);
    }

    /** An answer that says no more than what is wrong. */
    ProviderAnswer error(int status, String name) {
        return shapes.of("credentials that PayPal does not know are the account's fault")
                .put("/name", name)
                .put("/message", name.replace('_', ' '))
                .answer(status);
    }

    ProviderAnswer order(SimulatedPayment payment, int status) {
        return ProviderAnswer.of(status, order(payment));
    }

    ObjectNode order(SimulatedPayment payment) {
        return (isTaken(payment) ? taken(payment) : waiting(payment)).json();
    }

    private Shape waiting(SimulatedPayment payment) {
        var due = payment.dues().stream().mapToLong(one -> one.at()).findFirst();
        var approves = payment.details().path(SimulatedPaypalOrders.SOURCE).asBoolean(false);
        var shape =
                approves
                        ? shapes.of("an order sends the customer to its page")
                        : shapes.of(
                                "an order that is made without a payment source has another link");
        return filled(shape, payment)
                .put("/status", status(payment, approves))
                .put("/create_time", BookJson.time(due.orElse(payment.created()) - OPEN_MILLIS))
                .put("/links/1/href", publicUrl + "/pages/paypal/" + payment.id());
    }

    private static String status(SimulatedPayment payment, boolean approves) {
        if (payment.stage() == Stage.CANCELLED) {
            return "VOIDED";
        }
        return payment.consented() ? "APPROVED" : approves ? "PAYER_ACTION_REQUIRED" : "CREATED";
    }

    private Shape filled(Shape shape, SimulatedPayment payment) {
        return shape.put("/id", payment.id())
                .put("/intent", payment.automaticCapture() ? "CAPTURE" : "AUTHORIZE")
                .put("/create_time", BookJson.time(payment.created()))
                .put("/update_time", BookJson.time(payment.updated()))
                .put("/purchase_units/0/custom_id", payment.attemptReference())
                .put("/purchase_units/0/amount/currency_code", payment.currency())
                .put("/purchase_units/0/amount/value", decimal(payment.amount(), payment))
                .put("/links/0/href", publicUrl + "/paypal/v2/checkout/orders/" + payment.id());
    }

    /** What was made of it: lists that would be empty are not there. */
    private Shape taken(SimulatedPayment payment) {
        var authorizations =
                payment.automaticCapture() ? List.<SimulatedPayment>of() : List.of(payment);
        var shape =
                filled(shapes.of("an order shows all of its payments"), payment)
                        .each(
                                PAYMENTS + "/authorizations",
                                authorizations,
                                (entry, one) -> authorization(entry, one))
                        .each(
                                PAYMENTS + "/captures",
                                payment.captures(),
                                (entry, capture) -> capture(entry, payment, capture))
                        .each(
                                PAYMENTS + "/refunds",
                                payment.refunds(),
                                (entry, refund) -> refund(entry, payment, refund));
        for (var list : List.of("/authorizations", "/captures", "/refunds")) {
            if (shape.json().at(PAYMENTS + list).isEmpty()) {
                shape.copy(PAYMENTS + list, BookJson.MAPPER.createObjectNode());
            }
        }
        PaypalUpdates.show(payment, shape.json());
        return shape;
    }

    ObjectNode authorization(SimulatedPayment payment) {
        var shape = part("/authorizations/0");
        authorization(shape, payment);
        return shape.json();
    }

    ObjectNode capture(SimulatedPayment payment, String id) {
        var shape = part("/captures/0");
        capture(shape, payment, Objects.requireNonNull(payment.capture(id)));
        return shape.json();
    }

    ObjectNode refund(SimulatedPayment payment, String id) {
        var shape = part("/refunds/0");
        refund(shape, payment, Objects.requireNonNull(payment.refund(id)));
        return shape.json();
    }

    private Shape part(String pointer) {
        var order = shapes.of("an order shows all of its payments").json();
        return new Shape((ObjectNode) order.at(PAYMENTS + pointer));
    }

    private void authorization(Shape shape, SimulatedPayment payment) {
        var id = SimulatedPaypalOrders.authorization(payment);
        made(shape, payment, "authorizations", id, payment.created());
        amount(shape, payment.amount(), payment)
                .put("/status", held(payment))
                .put("/expiration_time", BookJson.time(payment.created() + HELD_MILLIS))
                .put("/links/1/href", href("authorizations", id) + "/capture")
                .put("/links/2/href", href("authorizations", id) + "/void")
                .put("/links/3/href", publicUrl + "/paypal/v2/checkout/orders/" + payment.id());
    }

    private void capture(Shape shape, SimulatedPayment payment, SimulatedCapture capture) {
        made(shape, payment, "captures", capture.id(), capture.created());
        amount(shape, capture.amount(), payment)
                .put("/status", standing(capture))
                .put("/invoice_id", capture.reference())
                .put("/links/1/href", href("captures", capture.id()) + "/refund")
                .put(
                        "/links/2/href",
                        payment.automaticCapture()
                                ? publicUrl + "/paypal/v2/checkout/orders/" + payment.id()
                                : href(
                                        "authorizations",
                                        SimulatedPaypalOrders.authorization(payment)));
        shape.json().put("final_capture", payment.capturable() == 0);
    }

    private void refund(Shape shape, SimulatedPayment payment, SimulatedRefund refund) {
        made(shape, payment, "refunds", refund.id(), refund.created());
        amount(shape, refund.amount(), payment)
                .put("/status", standing(refund))
                .put("/invoice_id", refund.reference())
                .put("/note_to_payer", refund.reason())
                .put("/links/1/href", href("captures", refund.parts().getFirst().captureId()));
    }

    private void made(Shape shape, SimulatedPayment payment, String kind, String id, long created) {
        shape.put("/id", id)
                .put("/custom_id", payment.attemptReference())
                .put("/create_time", BookJson.time(created))
                .put("/update_time", BookJson.time(payment.updated()))
                .put("/links/0/href", href(kind, id));
    }

    private static Shape amount(Shape shape, long minor, SimulatedPayment payment) {
        return shape.put("/amount/currency_code", payment.currency())
                .put("/amount/value", decimal(minor, payment));
    }

    private static String decimal(long minor, SimulatedPayment payment) {
        return Decimals.of(minor, payment.currency()).toPlainString();
    }

    private String href(String kind, String id) {
        return publicUrl + "/paypal/v2/payments/" + kind + '/' + id;
    }

    static boolean isTaken(SimulatedPayment payment) {
        return switch (payment.stage()) {
            case REQUIRES_ACTION, CANCELLED -> false;
            case EXPIRED -> payment.authorized() > 0;
            case PENDING, REVIEW, APPROVED, DECLINED -> true;
        };
    }

    private static String held(SimulatedPayment payment) {
        return switch (payment.stage()) {
            case PENDING -> "PENDING";
            case DECLINED -> "DENIED";
            case EXPIRED -> "VOIDED";
            case REQUIRES_ACTION, CANCELLED, REVIEW, APPROVED -> {
                if (payment.capturable() == 0) {
                    yield payment.voided() > 0 ? "VOIDED" : "CAPTURED";
                }
                yield payment.capturable() < payment.authorized()
                        ? "PARTIALLY_CAPTURED"
                        : "CREATED";
            }
        };
    }

    private static String standing(SimulatedCapture capture) {
        if (capture.refunded() > 0) {
            return capture.refunded() == capture.amount() ? "REFUNDED" : "PARTIALLY_REFUNDED";
        }
        return switch (capture.standing()) {
            case SUCCEEDED -> "COMPLETED";
            case PENDING, REVIEW -> "PENDING";
            case FAILED -> "DECLINED";
        };
    }

    private static String standing(SimulatedRefund refund) {
        return switch (refund.standing()) {
            case SUCCEEDED -> "COMPLETED";
            case PENDING, REVIEW -> "PENDING";
            case FAILED -> "FAILED";
        };
    }
}
