package dev.paylater.connectors.tamara;

import static dev.paylater.connector.kit.Capabilities.Idempotency.HARMLESS;
import static dev.paylater.connector.kit.Capabilities.Idempotency.INQUIRE_FIRST;
import static dev.paylater.connector.kit.Capabilities.Idempotency.ONCE;
import static dev.paylater.connector.kit.Operation.AUTHORIZE;
import static dev.paylater.connector.kit.Operation.CAPTURE;
import static dev.paylater.connector.kit.Operation.COMPLETE_AUTHORIZE;
import static dev.paylater.connector.kit.Operation.REFUND;
import static dev.paylater.connector.kit.Operation.VOID;

import dev.paylater.connector.kit.Api;
import dev.paylater.connector.kit.Authentication;
import dev.paylater.connector.kit.Books;
import dev.paylater.connector.kit.Capabilities.Feature;
import dev.paylater.connector.kit.Context;
import dev.paylater.connector.kit.CustomerField;
import dev.paylater.connector.kit.Errors;
import dev.paylater.connector.kit.Json;
import dev.paylater.connector.kit.MinorUnits;
import dev.paylater.connector.kit.Operations;
import dev.paylater.connector.kit.Profile;
import dev.paylater.connector.kit.Provider;
import dev.paylater.connector.kit.ProviderStatus;
import dev.paylater.connector.kit.Reading;
import dev.paylater.connector.kit.Request;
import dev.paylater.connector.kit.Shopfront;
import dev.paylater.connector.kit.Signature;
import dev.paylater.connector.kit.Statuses;
import dev.paylater.connector.kit.Verifications;
import dev.paylater.connector.kit.VoidedCheckout;
import dev.paylater.connector.kit.Webhooks;
import dev.paylater.provider.ProviderResult;
import dev.paylater.provider.UnifiedError;
import java.time.DateTimeException;
import java.time.OffsetDateTime;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * Tamara (docs.tamara.co), in the Gulf: a checkout, the customer's consent on its page, and our
 * authorisation, without which the order expires. Nothing is idempotent. A capture is found by the
 * tracking number that it is given; refunds have nothing of ours, so that each is made once. The
 * rest after a capture cannot be released.
 */
public final class Tamara implements Provider {

    private static final String PAGE = "page";

    private static final Errors ERRORS =
            Errors.at("/errors/0/error_code", "/message")
                    .message("/message")
                    .unauthorized("tamara_disabled")
                    .unauthorized("currency_unsupported", "total_amount_invalid_currency")
                    .status(UnifiedError.INVALID_DATA, 400, 404, 409, 422);

    private static final Api API = new Api("", Authentication.bearer("api_token"), ERRORS);

    private static final Statuses STATES =
            Statuses.at("/status")
                    .map(ProviderStatus.REQUIRES_ACTION, "new")
                    .map(ProviderStatus.CONFIRMABLE, "approved")
                    // Updated: a part is canceled, the rest can be captured.
                    .map(ProviderStatus.AUTHORIZED, "authorised", "updated")
                    .map(ProviderStatus.AUTHORIZED, "partially_captured", "fully_captured")
                    .map(ProviderStatus.AUTHORIZED, "partially_refunded", "fully_refunded")
                    .map(ProviderStatus.DECLINED, "declined")
                    .map(ProviderStatus.CANCELED, "canceled")
                    .map(ProviderStatus.EXPIRED, "expired");

    private static final Reading CREATED =
            Reading.of(_ -> ProviderStatus.REQUIRES_ACTION)
                    .transaction("/order_id")
                    .page("/checkout_url")
                    .keep(PAGE, "/checkout_url");

    /** An order, or what an authorisation is answered with. */
    private static final Reading ORDER =
            Reading.of(STATES)
                    .about("/order_id", Context::requiredTransactionId)
                    .transaction("/order_id")
                    .pageKept(PAGE)
                    .authorizedUntil("/order_expiry_time")
                    .amount(
                            (order, c) ->
                                    MinorUnits.ofMoney(
                                            order.path(
                                                    order.has("authorized_amount")
                                                            ? "authorized_amount"
                                                            : "total_amount"),
                                            c))
                    .books(Books.money("/captured_amount"), Books.money("/refunded_amount"))
                    .error(ProviderStatus.CANCELED, UnifiedError.CUSTOMER_ACTION_FAILED);

    private static final Reading CAPTURED = Reading.success().operation("/capture_id");

    private static final Reading CAPTURE_ENTRY =
            Reading.success().operation("/capture_id").money("/total_amount");

    private static final Request LOOK = API.get("/orders/{transaction}");

    @Override
    public Profile profile() {
        return Profile.of("tamara", "https://api.tamara.co")
                .account(TamaraAccount.FORM)
                .shopfront(Shopfront.of("Tamara").needsPhone().without(CustomerField.ZIP))
                .products(TamaraBodies.PRODUCT)
                .market("AED", "AE")
                .market("BHD", "BH")
                .market("KWD", "KW")
                .market("OMR", "OM")
                .market("SAR", "SA")
                .paymentMethodTypes(Set.of("installment_invoice"))
                .features(
                        Feature.CUSTOMER_HISTORY,
                        Feature.DESCRIPTION,
                        Feature.LOCALE,
                        Feature.ORDER_REFERENCE,
                        Feature.CAPTURE_LINES,
                        Feature.REFUND_LINES,
                        Feature.REFUND_LINES_PER_CAPTURE,
                        Feature.SHOWS_BOOKS,
                        Feature.AUTHORIZED_UNTIL,
                        Feature.WEBHOOKS);
    }

    @Override
    public Operations operations() {
        var look =
                LOOK.confirms(API.post("/orders/{transaction}/authorise"), ORDER)
                        .unless(
                                VoidedCheckout::is,
                                LOOK.inquires(VoidedCheckout.authorization(ORDER)));
        var captured =
                LOOK.finds(
                        "/transactions/captures",
                        "/shipping_info/tracking_number",
                        Context::operationId,
                        CAPTURE_ENTRY);
        return new Operations(API, INQUIRE_FIRST)
                .lookedAt(LOOK)
                // A checkout that nobody gets to see promises nothing and expires.
                .on(
                        AUTHORIZE,
                        HARMLESS,
                        API.post("/checkout").body(TamaraBodies::checkout).reads(CREATED),
                        look)
                .on(COMPLETE_AUTHORIZE, HARMLESS, look, look)
                .on(
                        CAPTURE,
                        API.post("/payments/capture")
                                .body(TamaraBodies::capture)
                                .reads(CAPTURED)
                                .orFound(captured),
                        captured)
                .on(
                        VOID,
                        API.post("/orders/{transaction}/cancel")
                                .body(TamaraBodies::cancellation)
                                .reads(VoidedCheckout.canceled(STATES))
                                // 409 says as well that somebody else has done it.
                                .orReached(LOOK, (order, _) -> STATES.apply(order).isOver()),
                        LOOK.inquires(VoidedCheckout.voided(STATES))
                                .beforeTransaction(ProviderResult.approved(0)))
                .on(
                        REFUND,
                        ONCE,
                        API.post("/payments/simplified-refund/{transaction}")
                                .body(TamaraBodies::refund)
                                .reads(Reading.success().operation("/refund_id"))
                                .unless(
                                        c -> c.namesLines() && c.captureId() != null,
                                        API.post("/payments/refund")
                                                .body(TamaraBodies::refundOfLines)
                                                .reads(
                                                        Reading.success()
                                                                .operation(
                                                                        "/refunds/0/refund_id"))),
                        LOOK.inquiresKnown(Tamara::notRefunded));
    }

    @Override
    public Webhooks webhooks() {
        return Webhooks.changes(
                Verifications.jwt("tamaraToken"),
                "/order_reference_id",
                "/order_id",
                "/event_type",
                "/order_status",
                "/data/capture_id",
                "/data/refund_id",
                "/data/cancel_id");
    }

    /** Equal refunds cannot be told apart: certain is only that none was made since. */
    private static ProviderResult notRefunded(JsonNode order, Context context) {
        for (var refund : order.at("/transactions/refunds")) {
            if (MinorUnits.ofMoney(refund.path("total_amount"), context) == context.amount()
                    && !isBefore(Json.text(refund, "/created_at"), context)) {
                return ProviderResult.unknown("a refund of this amount may be this one");
            }
        }
        return order.at("/transactions/refunds").isArray()
                ? ProviderResult.notFound()
                : ProviderResult.unknown("the order does not show its refunds");
    }

    private static boolean isBefore(@Nullable String created, Context context) {
        try {
            return created != null
                    && OffsetDateTime.parse(created)
                            .toInstant()
                            .isBefore(context.firstRequestedAt().minus(Signature.TOLERANCE));
        } catch (DateTimeException e) {
            return false;
        }
    }
}
