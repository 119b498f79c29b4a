package dev.paylater.simulator.afterpay;

import com.github.f4b6a3.ulid.UlidCreator;
import dev.paylater.simulator.book.BookJson;
import dev.paylater.simulator.book.ProviderAnswer;
import dev.paylater.simulator.payment.ProviderFailure;
import dev.paylater.simulator.payment.SimulatedPayment;
import dev.paylater.simulator.payment.Stage;

/** Afterpay's error answers. */
final class AfterpayErrors {

    private AfterpayErrors() {}

    static ProviderAnswer error(int status, String code, String message) {
        return ProviderAnswer.of(
                status,
                BookJson.MAPPER
                        .createObjectNode()
                        .put("errorCode", code)
                        .put("errorId", UlidCreator.getMonotonicUlid().toLowerCase())
                        .put("message", message)
                        .put("httpStatusCode", status));
    }

    static ProviderAnswer invalid(String message) {
        return error(422, "invalid_object", message);
    }

    static ProviderAnswer notFound() {
        return error(404, "not_found", "There is no such order.");
    }

    /** Of a checkout that is asked for, as recorded (solidus_afterpay, find_order/invalid). */
    static ProviderAnswer noCheckout() {
        return error(412, "invalid_token", "Invalid token");
    }

    /** Of the call that makes a payment, as recorded (deferred/authorize/invalid). */
    static ProviderAnswer invalidToken() {
        return error(402, "invalid_token", "Cannot complete payment, expired or invalid token.");
    }

    static ProviderAnswer processing() {
        return error(409, "request_in_progress", "The request is still processed.");
    }

    static ProviderAnswer ofCapture(SimulatedPayment payment, ProviderFailure failure) {
        return switch (failure.code()) {
            case CAPTURE_REFUSED -> error(402, "payment_declined", failure.message());
            case AMOUNT_EXCEEDS_AUTHORIZED -> error(422, "invalid_amount", failure.message());
            default -> closed(payment);
        };
    }

    static ProviderAnswer ofVoid(SimulatedPayment payment, ProviderFailure failure) {
        return switch (failure.code()) {
            case VOID_REFUSED -> error(412, "invalid_state", failure.message());
            case AMOUNT_EXCEEDS_AUTHORIZED -> error(422, "invalid_amount", failure.message());
            default -> closed(payment);
        };
    }

    static ProviderAnswer ofRefund(ProviderFailure failure) {
        return switch (failure.code()) {
            case AMOUNT_EXCEEDS_CAPTURED -> error(422, "invalid_amount", failure.message());
            default -> error(412, "precondition_failed", failure.message());
        };
    }

    /** Nothing is open to capture: why. */
    private static ProviderAnswer closed(SimulatedPayment payment) {
        if (payment.stage() != Stage.APPROVED) {
            return error(412, "invalid_state", "The order was declined.");
        }
        return payment.captured() > 0
                ? error(410, "payment_captured", "The order is captured.")
                : error(412, "payment_voided", "The order is voided.");
    }

    static ProviderAnswer trouble(int status) {
        return status == 429
                ? error(429, "too_many_requests", "Too many requests.").with("Retry-After", "1")
                : error(status, "service_unavailable", "Afterpay is not available.");
    }
}
