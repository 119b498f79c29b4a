package dev.paylater.simulator.affirm;

import dev.paylater.simulator.book.BookJson;
import dev.paylater.simulator.book.ProviderAnswer;
import dev.paylater.simulator.dialect.Shapes;
import dev.paylater.simulator.dialect.Shapes.Shape;
import dev.paylater.simulator.payment.RuleResult;
import dev.paylater.simulator.payment.SimulatedPayment;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What Affirm answers, in the shapes of its exchanges. */
final class AffirmAnswers {

    /** In a payment's details: the checkout, and what the merchant calls the order. */
    static final String CHECKOUT = "checkout";

    static final String ORDER = "order_id";

    private static final long AUTHORIZATION_MILLIS = 30 * 86_400_000L;

    private final Shapes shapes = Shapes.read("affirm");
    private final String publicUrl;

    AffirmAnswers(String publicUrl) {
        this.publicUrl = publicUrl;
    }

    /** Amount null: what happened says none. */
    private record Event(
            String id,
            String type,
            @Nullable Long amount,
            long created,
            @Nullable String reference) {}

    ProviderAnswer error(int status, String type, String code, String message) {
        return shapes.of("a checkout that Affirm cannot read")
                .put("/code", code)
                .put("/type", type)
                .put("/message", message)
                .put("/status_code", status)
                .put("/field", (String) null)
                .answer(status);
    }

    /** Where the transaction does not stand so, its type is all. */
    ProviderAnswer forbidden(String type) {
        return shapes.of("a capture of what is captured is refused")
                .put("/type", type)
                .put("/message", "The transaction does not allow it: " + type)
                .answer(403);
    }

    /** Only the text says why. */
    ProviderAnswer conflict(String message) {
        return shapes.of("a capture of too much is refused").put("/message", message).answer(409);
    }

    ProviderAnswer invalid(String message) {
        return error(400, "invalid_request", "invalid_field", message);
    }

    /** A path that does not exist is answered with XML. */
    ProviderAnswer noSuchPath() {
        return new ProviderAnswer(
                404, Map.of(), "<?xml version=\"1.0\"?><error><code>404</code></error>");
    }

    ProviderAnswer created(SimulatedPayment payment) {
        return shapes.of("a checkout sends the customer to its page")
                .put("/checkout_id", checkout(payment))
                .put("/redirect_url", publicUrl + "/pages/affirm/" + payment.id())
                .answer(200);
    }

    ProviderAnswer checkoutRead(SimulatedPayment payment) {
        return shapes.of("a checkout that is unknown")
                .put("/checkout_status", checkoutStatus(payment))
                .put("/currency", payment.currency())
                .put("/merchant_external_reference", order(payment))
                .put("/order_id", order(payment))
                .put("/total", payment.amount())
                .answer(200);
    }

    /** Without its events, unless they are asked for. */
    ProviderAnswer transaction(SimulatedPayment payment, boolean expanded) {
        return shapes.of("a transaction with its events")
                .put("/id", payment.id())
                .put("/amount", payment.authorized())
                .put("/amount_refunded", payment.refunded())
                .put(
                        "/authorization_expiration",
                        BookJson.time(payment.created() + AUTHORIZATION_MILLIS))
                .put("/checkout_id", checkout(payment))
                .put("/created", BookJson.time(payment.created()))
                .put("/currency", payment.currency())
                .put("/order_id", order(payment))
                .put("/status", status(payment))
                .each(
                        "/events",
                        expanded ? events(payment) : List.of(),
                        (shape, event) -> fill(shape, event, payment))
                .answer(200);
    }

    ProviderAnswer captured(RuleResult.Done done) {
        return event("a capture", done);
    }

    ProviderAnswer refunded(RuleResult.Done done) {
        return event("a refund is of the transaction", done);
    }

    ProviderAnswer voided(RuleResult.Done done) {
        return event("a void says no amount", done);
    }

    ProviderAnswer updated(RuleResult.Done done) {
        var event = new Event(done.subject(), "update", null, done.payment().updated(), null);
        return fill(shapes.of("a void says no amount"), event, done.payment()).answer(200);
    }

    private ProviderAnswer event(String exchange, RuleResult.Done done) {
        var event =
                events(done.payment()).stream()
                        .filter(one -> one.id().equals(done.subject()))
                        .findFirst();
        return fill(shapes.of(exchange), event.orElseThrow(), done.payment()).answer(200);
    }

    private static Shape fill(Shape shape, Event event, SimulatedPayment payment) {
        shape.put("/id", event.id())
                .put("/type", event.type())
                .put("/created", BookJson.time(event.created()))
                .put("/currency", payment.currency());
        if (event.amount() == null) {
            shape.json().remove("amount");
        } else {
            shape.put("/amount", event.amount());
        }
        if (event.reference() == null) {
            shape.json().remove("reference_id");
            return shape;
        }
        return shape.put("/reference_id", event.reference());
    }

    /** Newest first. */
    private static List<Event> events(SimulatedPayment payment) {
        var events = new ArrayList<Event>();
        events.add(
                new Event(
                        "AUTH" + payment.id(),
                        "auth",
                        payment.authorized(),
                        payment.created(),
                        null));
        for (var capture : payment.captures()) {
            var type = capture.amount() == payment.authorized() ? "capture" : "split_capture";
            events.add(
                    new Event(
                            capture.id(),
                            type,
                            capture.amount(),
                            capture.created(),
                            capture.reference()));
        }
        for (var release : payment.voids()) {
            events.add(new Event(release.id(), "void", null, release.created(), release.key()));
        }
        for (var refund : payment.refunds()) {
            events.add(
                    new Event(
                            refund.id(),
                            "refund",
                            refund.amount(),
                            refund.created(),
                            refund.reference()));
        }
        events.sort(Comparator.comparingLong(Event::created).reversed());
        return List.copyOf(events);
    }

    static String checkout(SimulatedPayment payment) {
        return payment.details().path(CHECKOUT).asString();
    }

    static @Nullable String order(SimulatedPayment payment) {
        return payment.details().path(ORDER).asString(payment.attemptReference());
    }

    private static String checkoutStatus(SimulatedPayment payment) {
        return switch (payment.stage()) {
            case REQUIRES_ACTION -> payment.consented() ? "confirmed" : "unknown";
            case PENDING, REVIEW, APPROVED -> "authorized";
            case DECLINED -> "not_approved";
            case CANCELLED -> "closed";
            case EXPIRED -> payment.authorized() > 0 ? "authorized" : "expired";
        };
    }

    static String status(SimulatedPayment payment) {
        if (payment.refunded() > 0) {
            return payment.refunded() == payment.captured() ? "refunded" : "partially_refunded";
        }
        if (payment.captured() > 0) {
            return payment.capturable() > 0 ? "partially_captured" : "captured";
        }
        if (payment.voided() == 0) {
            return "authorized";
        }
        return switch (payment.stage()) {
            case EXPIRED -> "auth_expired";
            case REQUIRES_ACTION, PENDING, REVIEW, APPROVED, DECLINED, CANCELLED ->
                    payment.capturable() > 0 ? "authorized" : "voided";
        };
    }
}
