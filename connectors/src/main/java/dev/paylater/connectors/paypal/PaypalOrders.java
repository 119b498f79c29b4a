package dev.paylater.connectors.paypal;

import dev.paylater.connector.kit.Context;
import dev.paylater.connector.kit.Json;
import dev.paylater.connector.kit.MinorUnits;
import dev.paylater.connector.kit.ProviderStatus;
import dev.paylater.connector.kit.Statuses;
import dev.paylater.connector.kit.UnreadableAnswer;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * Reads an order and the payments that were made of it. Its own status says only whether any was
 * made; how they stand, each says itself. Ours has one unit and one authorization.
 */
final class PaypalOrders {

    private static final String PAYMENTS = "/purchase_units/0/payments";
    static final String AUTHORIZATIONS = PAYMENTS + "/authorizations";
    static final String CAPTURES = PAYMENTS + "/captures";
    static final String REFUNDS = PAYMENTS + "/refunds";

    /** How long an order waits for its customer. */
    private static final Duration OPEN = Duration.ofHours(3);

    private static final Statuses STATES =
            Statuses.at("/status")
                    .map(ProviderStatus.REQUIRES_ACTION, "CREATED", "SAVED")
                    .map(ProviderStatus.REQUIRES_ACTION, "PAYER_ACTION_REQUIRED")
                    .map(ProviderStatus.CONFIRMABLE, "APPROVED")
                    .map(ProviderStatus.CANCELED, "VOIDED")
                    .map(ProviderStatus.AUTHORIZED, "COMPLETED");

    private static final Statuses AUTHORIZATION_STATES =
            Statuses.at("/status")
                    .map(ProviderStatus.AUTHORIZED, "CREATED", "PARTIALLY_CAPTURED", "CAPTURED")
                    .map(ProviderStatus.PENDING, "PENDING")
                    .map(ProviderStatus.DECLINED, "DENIED")
                    .map(ProviderStatus.CANCELED, "VOIDED");

    /** A capture that was given back was made all the same. */
    static final Statuses CAPTURE_STATES =
            Statuses.at("/status")
                    .map(ProviderStatus.AUTHORIZED, "COMPLETED", "PARTIALLY_REFUNDED", "REFUNDED")
                    .map(ProviderStatus.PENDING, "PENDING")
                    .map(ProviderStatus.FAILED, "DECLINED", "FAILED");

    private PaypalOrders() {}

    /** Where the customer goes; the link's name depends on how the order was made. */
    static String page(JsonNode order) {
        for (var link : order.path("links")) {
            if (List.of("payer-action", "approve").contains(Json.text(link, "/rel"))) {
                return Json.required(link, "/href");
            }
        }
        throw new UnreadableAnswer("an order without a link for the customer");
    }

    static @Nullable String expiry(JsonNode order) {
        var created = Json.text(order, "/create_time");
        return created == null ? null : Instant.parse(created).plus(OPEN).toString();
    }

    /** The order as the result of its authorization. */
    static ProviderStatus authorization(JsonNode order) {
        var status = STATES.apply(order);
        if (status != ProviderStatus.AUTHORIZED) {
            return status;
        }
        var authorization = order.at(AUTHORIZATIONS + "/0");
        var capture = order.at(CAPTURES + "/0");
        if (authorization.isMissingNode()) {
            var captured = CAPTURE_STATES.apply(capture);
            return captured == ProviderStatus.AUTHORIZED ? ProviderStatus.CAPTURED : captured;
        }
        var held = AUTHORIZATION_STATES.apply(authorization);
        return held == ProviderStatus.CANCELED && !capture.isMissingNode()
                ? ProviderStatus.AUTHORIZED
                : held;
    }

    /** Whether nothing was made of it yet. */
    static boolean isOpen(JsonNode order) {
        return switch (STATES.apply(order)) {
            case REQUIRES_ACTION, CONFIRMABLE -> true;
            default -> false;
        };
    }

    /** Whether nothing is held of it any more. */
    static boolean isVoided(JsonNode order, Context context) {
        return STATES.apply(order) == ProviderStatus.CANCELED
                || "VOIDED".equals(Json.text(order, AUTHORIZATIONS + "/0/status"));
    }

    /** The capture that was made without an authorization before it. */
    static @Nullable String captureAtOnce(JsonNode order) {
        return order.at(AUTHORIZATIONS).isEmpty() ? Json.text(order, CAPTURES + "/0/id") : null;
    }

    static long held(JsonNode order, @Nullable Context context) {
        var authorization = order.at(AUTHORIZATIONS + "/0");
        return amount(
                authorization.isMissingNode() ? order.at(CAPTURES + "/0") : authorization, context);
    }

    /** What was made of these, at any time; what is pending is not made. */
    static @Nullable Long total(JsonNode order, String list, @Nullable Context context) {
        if (STATES.apply(order) != ProviderStatus.AUTHORIZED) {
            return null;
        }
        var total = 0L;
        for (var payment : order.at(list)) {
            if (CAPTURE_STATES.has(payment)
                    && CAPTURE_STATES.apply(payment) == ProviderStatus.AUTHORIZED) {
                total += amount(payment, context);
            }
        }
        return total;
    }

    /** {@code {"amount": {"currency_code": "USD", "value": "20.00"}}}. */
    static long amount(JsonNode payment, @Nullable Context context) {
        var currency = Json.required(payment, "/amount/currency_code");
        if (context != null && !currency.equals(context.currency())) {
            throw new UnreadableAnswer("an amount is not in " + context.currency());
        }
        return MinorUnits.ofText(payment.at("/amount/value"), currency);
    }
}
