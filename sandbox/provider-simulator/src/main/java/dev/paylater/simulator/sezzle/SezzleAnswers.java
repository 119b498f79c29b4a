package dev.paylater.simulator.sezzle;

import dev.paylater.simulator.book.BookJson;
import dev.paylater.simulator.book.ProviderAnswer;
import dev.paylater.simulator.dialect.Shapes;
import dev.paylater.simulator.dialect.Shapes.Shape;
import dev.paylater.simulator.payment.SimulatedPayment;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/** What Sezzle answers, in the shapes of its exchanges. */
final class SezzleAnswers {

    static final ProviderAnswer NO_CONTENT = new ProviderAnswer(204, Map.of(), null);

    private static final String WAITING = "an order that is active waits for its customer";
    private static final String AUTHORIZED = "an order with releases, captures and refunds";
    private static final String SESSION = "a session sends the customer to its checkout";
    private static final String CONSENT_ASKED =
            "a customer who is asked for a mandate is asked on the checkout";
    private static final String CONSENT_GIVEN = "a customer who agreed to later payments has an id";
    private static final String CONSENT_REFUSED =
            "a customer who did not agree has paid all the same";
    private static final String PLACED = "a customer who agreed pays without being there";
    private static final String NOT_APPROVED =
            "an order without its customer is answered with 200 and not approved";
    private static final long AUTHORIZED_MILLIS = 7 * 24 * 3_600_000L;
    private static final long TOKEN_MILLIS = 120 * 60_000L;
    private static final long CONSENT_ASKED_MILLIS = 30 * 60_000L;
    private static final long CONSENT_MILLIS = 365 * 24 * 3_600_000L;
    private static final List<String> LINKS = List.of("", "", "/release", "/capture", "/refund");

    private final Shapes shapes = Shapes.read("sezzle");
    private final String publicUrl;

    SezzleAnswers(String publicUrl) {
        this.publicUrl = publicUrl;
    }

    ProviderAnswer error(int status, String code, @Nullable String location, String message) {
        var errors = BookJson.MAPPER.createArrayNode();
        var error = errors.addObject().put("code", code);
        if (location != null) {
            error.put("location", location);
        }
        error.put("message", message).put("debug_uuid", UUID.randomUUID().toString());
        return ProviderAnswer.of(status, errors);
    }

    ProviderAnswer token(String token, String merchant, long now) {
        return ProviderAnswer.of(
                201,
                BookJson.MAPPER
                        .createObjectNode()
                        .put("token", token)
                        .put("expiration_date", BookJson.time(now + TOKEN_MILLIS))
                        .put("merchant_uuid", merchant));
    }

    ProviderAnswer session(String uuid, SimulatedPayment payment, int status) {
        var token = payment.details().path(SezzleCustomers.TOKEN).asString(null);
        var session =
                shapes.of(token == null ? SESSION : CONSENT_ASKED)
                        .put("/uuid", uuid)
                        .put("/links/0/href", publicUrl + "/sezzle/v2/session/" + uuid)
                        .put("/order/uuid", payment.id())
                        .put("/order/intent", intent(payment))
                        .put("/order/checkout_url", publicUrl + "/pages/sezzle/" + payment.id());
        links(session, "/order", payment);
        if (token != null) {
            session.put("/tokenize/token", token)
                    .put(
                            "/tokenize/expiration",
                            BookJson.time(payment.created() + CONSENT_ASKED_MILLIS))
                    .put("/tokenize/links/0/href", tokenUrl(token));
        }
        return session.answer(status);
    }

    /** Whom the token names; a customer who has not agreed is left out. */
    ProviderAnswer consent(SimulatedPayment payment, @Nullable String customer) {
        var token = payment.details().path(SezzleCustomers.TOKEN).asString("");
        var consent =
                shapes.of(customer == null ? CONSENT_REFUSED : CONSENT_GIVEN)
                        .put("/token", token)
                        .put("/expiration", BookJson.time(payment.created() + CONSENT_ASKED_MILLIS))
                        .put("/links/0/href", tokenUrl(token));
        if (customer != null) {
            consent.put("/customer/uuid", customer)
                    .put("/customer/expiration", BookJson.time(payment.created() + CONSENT_MILLIS))
                    .put("/customer/links/0/href", customerUrl(customer));
        }
        return consent.answer(200);
    }

    /** Of the customer's data nothing is kept. */
    ProviderAnswer customer(SimulatedPayment payment, String customer) {
        var json =
                BookJson.MAPPER
                        .createObjectNode()
                        .put("uuid", customer)
                        .put("token_expiration", BookJson.time(payment.created() + CONSENT_MILLIS));
        json.putArray("links")
                .addObject()
                .put("href", customerUrl(customer))
                .put("method", "GET")
                .put("rel", "self");
        return ProviderAnswer.of(200, json);
    }

    ProviderAnswer preapproved(boolean approved) {
        return ProviderAnswer.of(
                200,
                BookJson.MAPPER
                        .createObjectNode()
                        .put("uuid", UUID.randomUUID().toString())
                        .put("approved", approved));
    }

    /** An order without its customer: an authorization that may not be approved, and no more. */
    ProviderAnswer placed(SimulatedPayment payment) {
        var at = "/authorization";
        var order =
                shapes.of(payment.authorized() > 0 ? PLACED : NOT_APPROVED, 0)
                        .put("/uuid", payment.id())
                        .put("/intent", intent(payment))
                        .put("/reference_id", payment.attemptReference())
                        .put("/order_amount/amount_in_cents", payment.amount())
                        .put("/order_amount/currency", payment.currency())
                        .put(at + "/authorization_amount/amount_in_cents", payment.amount())
                        .put(at + "/authorization_amount/currency", payment.currency())
                        .put(
                                at + "/expiration",
                                BookJson.time(payment.created() + AUTHORIZED_MILLIS));
        links(order, "", payment);
        return order.answer(200);
    }

    private String tokenUrl(String token) {
        return publicUrl + "/sezzle/v2/token/" + token + "/session";
    }

    private String customerUrl(String customer) {
        return publicUrl + "/sezzle/v2/customer/" + customer;
    }

    /** Its authorization is there as soon as the checkout is completed. */
    ProviderAnswer order(SimulatedPayment payment) {
        var currency = payment.currency();
        var authorized = payment.authorized() > 0;
        var order =
                shapes.of(authorized ? AUTHORIZED : WAITING)
                        .put("/uuid", payment.id())
                        .put("/intent", intent(payment))
                        .put("/reference_id", payment.attemptReference())
                        .put("/description", payment.details().path("description").asString(""))
                        .put("/checkout_status", status(payment))
                        .put("/checkout_expiration", BookJson.time(payment.created() + 86_400_000L))
                        .put("/order_amount/amount_in_cents", payment.amount())
                        .put("/order_amount/currency", currency);
        links(order, "", payment);
        if (authorized) {
            var at = "/authorization";
            order.put(at + "/authorization_amount/amount_in_cents", payment.authorized())
                    .put(at + "/authorization_amount/currency", currency)
                    .put(at + "/expiration", BookJson.time(payment.created() + AUTHORIZED_MILLIS))
                    .put(at + "/sezzle_order_id", payment.id());
            list(order, at + "/releases", payment.voids(), r -> r.id(), r -> r.amount(), currency);
            list(
                    order,
                    at + "/captures",
                    payment.captures(),
                    c -> c.id(),
                    c -> c.amount(),
                    currency);
            list(order, at + "/refunds", payment.refunds(), r -> r.id(), r -> r.amount(), currency);
        }
        return order.answer(200);
    }

    ProviderAnswer changed(String id) {
        return shapes.of("a refund is of the order").put("/uuid", id).answer(200);
    }

    private void links(Shape shape, String at, SimulatedPayment payment) {
        for (var link = 0; link < LINKS.size(); link++) {
            shape.put(
                    at + "/links/" + link + "/href",
                    publicUrl + "/sezzle/v2/order/" + payment.id() + LINKS.get(link));
        }
    }

    private static <T> void list(
            Shape order,
            String at,
            List<T> all,
            Function<T, String> id,
            ToLongFunction<T> cents,
            String currency) {
        order.each(
                at,
                all,
                (entry, one) ->
                        entry.put("/uuid", id.apply(one))
                                .put("/amount/amount_in_cents", cents.applyAsLong(one))
                                .put("/amount/currency", currency));
    }

    private static String intent(SimulatedPayment payment) {
        return payment.automaticCapture() ? "CAPTURE" : "AUTH";
    }

    /** It does not tell what is captured; an order of which nothing is left is deleted. */
    private static String status(SimulatedPayment payment) {
        return switch (payment.stage()) {
            case REQUIRES_ACTION, PENDING, REVIEW -> "active";
            case APPROVED -> payment.voided() == payment.authorized() ? "deleted" : "complete";
            case DECLINED -> "denied";
            case CANCELLED, EXPIRED -> "deleted";
        };
    }
}
