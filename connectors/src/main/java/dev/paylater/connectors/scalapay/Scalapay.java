package dev.paylater.connectors.scalapay;

import static dev.paylater.connector.kit.Capabilities.Idempotency.HARMLESS;
import static dev.paylater.connector.kit.Capabilities.Idempotency.KEY;
import static dev.paylater.connector.kit.Operation.AUTHORIZE;
import static dev.paylater.connector.kit.Operation.CAPTURE;
import static dev.paylater.connector.kit.Operation.COMPLETE_AUTHORIZE;
import static dev.paylater.connector.kit.Operation.REFUND;
import static dev.paylater.connector.kit.Operation.RELEASE;
import static dev.paylater.connector.kit.Operation.VOID;

import dev.paylater.connector.kit.Api;
import dev.paylater.connector.kit.Authentication;
import dev.paylater.connector.kit.Body;
import dev.paylater.connector.kit.Capabilities.Feature;
import dev.paylater.connector.kit.Context;
import dev.paylater.connector.kit.Data;
import dev.paylater.connector.kit.Errors;
import dev.paylater.connector.kit.Json;
import dev.paylater.connector.kit.Operations;
import dev.paylater.connector.kit.Profile;
import dev.paylater.connector.kit.Provider;
import dev.paylater.connector.kit.ProviderStatus;
import dev.paylater.connector.kit.Reading;
import dev.paylater.connector.kit.Request;
import dev.paylater.connector.kit.Rule;
import dev.paylater.connector.kit.Shopfront;
import dev.paylater.connector.kit.Statuses;
import dev.paylater.connector.kit.Step;
import dev.paylater.connector.kit.Verifications;
import dev.paylater.connector.kit.VoidedCheckout;
import dev.paylater.connector.kit.Webhooks;
import dev.paylater.provider.ProviderResult;
import dev.paylater.provider.UnifiedError;
import java.util.Set;
import java.util.function.Function;
import tools.jackson.databind.JsonNode;

/**
 * Scalapay (developers.scalapay.com): an order, the customer's consent on its page, and then a
 * second call, without which it lapses: the capture, or its delay. Decimal strings; a key makes
 * writes repeatable. An order is captured once, in full or in part, and what is left is let go with
 * it.
 */
public final class Scalapay implements Provider {

    private static final String PAGE = "page";
    private static final String FEEDBACK = "/lastEligibilityFeedback";
    private static final String CAPTURE_PATH = "/v2/payments/capture";

    /** {@code {"errorCode", "errorId", "message", "httpStatusCode"}}; a message may have parts. */
    private static final Errors ERRORS =
            Errors.at("/errorCode")
                    .message("/message", "/message/errors/0/messages/0", "/message/status")
                    .result(ProviderResult.unknown("Scalapay is still working on it"), 409)
                    .status(UnifiedError.INVALID_DATA, 400, 404, 422);

    private static final Api API = new Api("", Authentication.bearer("api_key"), ERRORS);

    /** Orders in lower case, and in capitals the answers of the second call. */
    private static final Statuses STATES =
            Statuses.at("/status", "/captureStatus", FEEDBACK)
                    .map(ProviderStatus.REQUIRES_ACTION, "created")
                    .map(ProviderStatus.CONFIRMABLE, "authorized pending")
                    .map(ProviderStatus.AUTHORIZED, "authorized delayed", "AUTHORIZED")
                    .map(ProviderStatus.CAPTURED, "charged", "refunded", "APPROVED")
                    .map(ProviderStatus.CANCELED, "expired voided")
                    .map(ProviderStatus.FAILED, "expired DECLINED_FRAUD")
                    .map(ProviderStatus.EXPIRED, "expired");

    private static final Reading CREATED =
            Reading.of(_ -> ProviderStatus.REQUIRES_ACTION)
                    .transaction("/token")
                    .page("/checkoutUrl")
                    .keep(PAGE, "/checkoutUrl");

    /** An order, or what the second call is answered with. */
    private static final Reading ORDER =
            Reading.of(Scalapay::state)
                    .about("/token", Context::requiredTransactionId)
                    .transaction("/token")
                    .pageKept(PAGE)
                    .authorizedUntil("/authorizationExpiryAt")
                    .money("/totalAmount")
                    .code(FEEDBACK)
                    .error(ProviderStatus.FAILED, UnifiedError.FRAUD_SUSPECTED)
                    .keep(Scalapay::capturedAtOnce);

    /** There is one capture, which has no id of its own. */
    private static final Reading CAPTURED =
            Reading.of(Statuses.at("/status").map(ProviderStatus.AUTHORIZED, "APPROVED"))
                    .operation("/token")
                    .money("/totalAmount");

    private static final Reading REFUNDED =
            Reading.success()
                    .keep(
                            (json, data) -> {
                                var id = Json.text(json, "/refundToken");
                                data.operation(id == null ? Json.required(json, "/refundId") : id);
                            });

    private static final Request LOOK = API.get("/v2/payments/{transaction}");

    @Override
    public Profile profile() {
        return Profile.of("scalapay", "https://api.scalapay.com")
                .account(ScalapayAccount.FORM)
                .shopfront(Shopfront.of("Scalapay").needsPhone())
                .products(ScalapayBodies.PRODUCT)
                .currencies("EUR")
                .countries(
                        "AT", "BE", "DE", "ES", "FI", "FR", "GF", "GP", "IT", "MQ", "NL", "PT",
                        "RE", "YT")
                .paymentMethodTypes(Set.of("installment_invoice", "invoice"))
                .features(
                        Feature.NATIVE_AUTOMATIC_CAPTURE,
                        Feature.AUTHORIZED_UNTIL,
                        Feature.WEBHOOKS)
                .without(Feature.MULTIPLE_CAPTURE);
    }

    @Override
    public Operations operations() {
        var delay = write("/v2/payments/{transaction}/delay", ScalapayBodies::delay);
        var captureNow = write(CAPTURE_PATH, ScalapayBodies::capture);
        var look =
                LOOK.confirms(delay, ORDER)
                        .unless(Context::capturesAutomatically, LOOK.confirms(captureNow, ORDER))
                        .unless(VoidedCheckout::is, LOOK.inquires(Scalapay::unwanted));
        var refund =
                write("/v2/payments/{transaction}/refund", ScalapayBodies::refund).reads(REFUNDED);
        // What the one capture leaves is held no longer: nobody needs to ask for it.
        var letGo = LOOK.inquires(Request.whether((order, _) -> state(order).isOverOrCaptured()));
        return new Operations(API, KEY)
                .lookedAt(LOOK, "invalid_token")
                // An order that nobody gets to see promises nothing and expires.
                .on(
                        AUTHORIZE,
                        HARMLESS,
                        write("/v2/orders", ScalapayBodies::order).reads(CREATED),
                        look)
                .on(COMPLETE_AUTHORIZE, HARMLESS, look, look)
                .on(
                        CAPTURE,
                        write(CAPTURE_PATH, ScalapayBodies::capture).reads(CAPTURED),
                        LOOK.inquires(Scalapay::captured))
                .on(
                        VOID,
                        voided(),
                        LOOK.inquires(Scalapay::isVoided)
                                .beforeTransaction(ProviderResult.approved(0)))
                .on(RELEASE, letGo, letGo)
                .on(REFUND, refund, refund.repeatedByKey());
    }

    @Override
    public Webhooks webhooks() {
        return Webhooks.changes(
                        Verifications.versionedHmac(
                                "x-scalapay-hmac-v1", "x-scalapay-timestamp", "V1"),
                        "/merchantReference",
                        "/orderToken",
                        "/status",
                        "/refundToken",
                        "/merchantRefundReference")
                .provedBy("api_key");
    }

    private static Request write(String path, Function<Context, Body> body) {
        return API.post(path).keyed("Idempotency-Key").body(body);
    }

    /** Who has not agreed yet to an order is left to: only our second call would make it count. */
    private static Rule voided() {
        var cancel =
                write("/v2/payments/{transaction}/void", ScalapayBodies::reference)
                        .done()
                        .orReached(LOOK, (order, _) -> state(order).isOver());
        return LOOK.then(
                        (order, c) ->
                                state(order) == ProviderStatus.REQUIRES_ACTION
                                        ? Step.done(VoidedCheckout.VOIDED)
                                        : cancel.begin(c))
                .beforeTransaction(ProviderResult.approved(0));
    }

    /** A lapsed order of which there is feedback was refused, whatever the feedback. */
    private static ProviderStatus state(JsonNode order) {
        var status = STATES.apply(order);
        return status == ProviderStatus.EXPIRED && Json.text(order, FEEDBACK) != null
                ? ProviderStatus.DECLINED
                : status;
    }

    private static void capturedAtOnce(JsonNode order, Data data) {
        if (STATES.apply(order) == ProviderStatus.CAPTURED) {
            data.operation(Json.text(order, "/token"));
        }
    }

    private static ProviderResult unwanted(JsonNode order, Context context) {
        return isOpen(order) ? VoidedCheckout.DECLINED : ORDER.read(order, context);
    }

    private static ProviderResult captured(JsonNode order, Context context) {
        return state(order) == ProviderStatus.CAPTURED
                ? ProviderResult.approved(context.amount())
                        .with(new Data().operation(Json.required(order, "/token")).build())
                : ProviderResult.notFound();
    }

    private static ProviderResult isVoided(JsonNode order, Context context) {
        if (state(order) == ProviderStatus.REQUIRES_ACTION) {
            return VoidedCheckout.VOIDED;
        }
        return state(order).isOver()
                ? ProviderResult.approved(context.amount())
                : ProviderResult.notFound();
    }

    private static boolean isOpen(JsonNode order) {
        var status = state(order);
        return status == ProviderStatus.REQUIRES_ACTION || status == ProviderStatus.CONFIRMABLE;
    }
}
