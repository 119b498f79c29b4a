package dev.paylater.connectors.paypal;

import static dev.paylater.connector.kit.Capabilities.Idempotency.HARMLESS;
import static dev.paylater.connector.kit.Capabilities.Idempotency.INQUIRE_FIRST;
import static dev.paylater.connector.kit.Capabilities.Idempotency.KEY;
import static dev.paylater.connector.kit.Operation.AUTHORIZE;
import static dev.paylater.connector.kit.Operation.CAPTURE;
import static dev.paylater.connector.kit.Operation.COMPLETE_AUTHORIZE;
import static dev.paylater.connector.kit.Operation.REFUND;
import static dev.paylater.connector.kit.Operation.RELEASE;
import static dev.paylater.connector.kit.Operation.SHIP;
import static dev.paylater.connector.kit.Operation.VOID;

import dev.paylater.connector.kit.Api;
import dev.paylater.connector.kit.Authentication;
import dev.paylater.connector.kit.Body;
import dev.paylater.connector.kit.Capabilities.Feature;
import dev.paylater.connector.kit.Context;
import dev.paylater.connector.kit.CustomerField;
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
import dev.paylater.connector.kit.VoidedCheckout;
import dev.paylater.connector.kit.Webhooks;
import dev.paylater.provider.Decline;
import dev.paylater.provider.NextAction;
import dev.paylater.provider.ProviderError;
import dev.paylater.provider.ProviderResult;
import dev.paylater.provider.ProviderResult.Status;
import dev.paylater.provider.UnifiedError;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/**
 * PayPal (docs: developer.paypal.com), of which Pay Later is what the customer chooses on its page:
 * an order, the customer's approval, and our call without which nothing is authorized or captured.
 * The order shows all of its payments, each with the invoice id that we gave it. An order that
 * nobody approves cannot be canceled; it is gone after three hours.
 */
public final class Paypal implements Provider {

    /** What is kept between operations: the page, the order's end, and what is captured from. */
    static final String PAGE = "page";

    static final String EXPIRES = "expires";
    private static final String AUTHORIZATION = "authorization";
    private static final String AUTHORIZATION_ID = PaypalOrders.AUTHORIZATIONS + "/0/id";

    private static final Errors ERRORS =
            Errors.at("/details/0/issue", "/name", "/error")
                    .message("/details/0/description", "/message", "/error_description")
                    .unauthorized("PAYEE_ACCOUNT_RESTRICTED")
                    .inUse("/details/0/issue", "DUPLICATE_INVOICE_ID")
                    // The first of two requests under one key is still under way.
                    .result(ProviderResult.unknown("PayPal is still working on it"), 409)
                    .status(UnifiedError.INVALID_DATA, 400, 404, 415, 422)
                    .map(UnifiedError.EXPIRED, "ORDER_EXPIRED", "AUTHORIZATION_EXPIRED")
                    .map(UnifiedError.EXPIRED, "REFUND_TIME_LIMIT_EXCEEDED")
                    .map(UnifiedError.DECLINED, "TRANSACTION_REFUSED", "PAYER_CANNOT_PAY")
                    .map(UnifiedError.DECLINED, "PAYER_ACCOUNT_RESTRICTED", "COMPLIANCE_VIOLATION")
                    .map(UnifiedError.DECLINED, "MAX_NUMBER_OF_PAYMENT_ATTEMPTS_EXCEEDED")
                    .map(UnifiedError.DECLINED, "AUTHORIZATION_DENIED", "CANNOT_BE_VOIDED")
                    .map(UnifiedError.DECLINED, "REFUND_FAILED_INSUFFICIENT_FUNDS")
                    .map(UnifiedError.DECLINED, "REFUND_NOT_ALLOWED", "TRANSACTION_DISPUTED");

    private static final Api API =
            new Api(
                    "",
                    Authentication.basicClientCredentials(
                                    "/v1/oauth2/token", "client_id", "client_secret")
                            .with("Prefer", _ -> "return=representation"),
                    ERRORS);

    private static final Reading CREATED =
            Reading.of(_ -> ProviderStatus.REQUIRES_ACTION)
                    .transaction("/id")
                    .page(PaypalOrders::page)
                    .keep((order, data) -> data.keep(PAGE, PaypalOrders.page(order)))
                    .keep((order, data) -> data.keep(EXPIRES, PaypalOrders.expiry(order)));

    private static final Reading ORDER =
            Reading.of(PaypalOrders::authorization)
                    .about("/id", Context::requiredTransactionId)
                    .transaction("/id")
                    .pageKept(PAGE)
                    .keep(AUTHORIZATION, AUTHORIZATION_ID)
                    .authorizedUntil(PaypalOrders.AUTHORIZATIONS + "/0/expiration_time")
                    .keep((order, data) -> data.operation(PaypalOrders.captureAtOnce(order)))
                    .amount(PaypalOrders::held)
                    .books(
                            (order, c) -> PaypalOrders.total(order, PaypalOrders.CAPTURES, c),
                            (order, c) -> PaypalOrders.total(order, PaypalOrders.REFUNDS, c));

    private static final Reading CAPTURED =
            Reading.of(PaypalOrders.CAPTURE_STATES).operation("/id").amount(PaypalOrders::amount);

    private static final Reading REFUNDED =
            Reading.of(
                            Statuses.at("/status")
                                    .map(ProviderStatus.AUTHORIZED, "COMPLETED")
                                    .map(ProviderStatus.PENDING, "PENDING")
                                    .map(ProviderStatus.FAILED, "FAILED", "CANCELLED"))
                    .operation("/id")
                    .amount(PaypalOrders::amount);

    private static final Request LOOK = API.get("/v2/checkout/orders/{transaction}");

    private static Rule tracked() {
        var track =
                API.post("/v2/checkout/orders/{transaction}/track")
                        .body(PaypalTrackers::body)
                        .done();
        return track.unless(context -> context.captureId() == null, ofOnlyCapture(track));
    }

    private static Rule refund(String capture) {
        return write("/v2/payments/captures/" + capture + "/refund")
                .body(PaypalBodies::refund)
                .reads(REFUNDED);
    }

    /**
     * A capture that was made in PayPal's portal has no id here: where it is the order's only one,
     * it is the one that is meant, whenever this is asked.
     */
    private static Rule ofOnlyCapture(Rule operation) {
        return LOOK.then(
                (order, context) -> {
                    var captures = order.at(PaypalOrders.CAPTURES);
                    return captures.size() == 1
                            ? operation.begin(
                                    context.keeping(
                                            PaypalTrackers.CAPTURE,
                                            Json.required(captures, "/0/id")))
                            : Step.done(
                                    ProviderResult.invalid(
                                            "PayPal has %s captures of it, and none is named"
                                                    .formatted(captures.size())));
                });
    }

    @Override
    public Profile profile() {
        return Profile.of("paypal", "https://api-m.paypal.com")
                .account(PaypalAccount.FORM)
                .shopfront(
                        Shopfront.of("PayPal")
                                .terms("https://www.paypal.com/legalhub")
                                .needs(CustomerField.EMAIL))
                .products(PaypalBodies.PRODUCT)
                // Pay Later is offered in the local currency alone.
                .market("AUD", "AU")
                .market("EUR", "DE", "ES", "FR")
                .market("GBP", "GB")
                .market("USD", "US")
                .paymentMethodTypes(Set.of("invoice", "installment_invoice"))
                .features(
                        Feature.DESCRIPTION,
                        Feature.LOCALE,
                        Feature.ORDER_REFERENCE,
                        Feature.NATIVE_AUTOMATIC_CAPTURE,
                        Feature.REFUND_PER_CAPTURE,
                        Feature.SHIPMENTS_OF_CAPTURES,
                        Feature.SHIPMENT_LINES,
                        Feature.LATE_DECISION,
                        Feature.LATE_CAPTURE,
                        Feature.LATE_REFUND,
                        Feature.SHOWS_BOOKS,
                        Feature.AUTHORIZED_UNTIL,
                        Feature.WEBHOOKS)
                .without(Feature.PHONE)
                .without(Feature.KNOWS_CANCELLATION);
    }

    @Override
    public Operations operations() {
        var look =
                takes("authorize")
                        .unless(Context::capturesAutomatically, takes("capture"))
                        .unless(VoidedCheckout::is, LOOK.inquires(Paypal::unwanted))
                        .on(Status.NOT_FOUND, Paypal::gone);
        return new Operations(API, KEY)
                .lookedAt(LOOK)
                // An order that nobody approves promises nothing and expires.
                .on(
                        AUTHORIZE,
                        HARMLESS,
                        write("/v2/checkout/orders").body(PaypalBodies::order).reads(CREATED),
                        look)
                .on(COMPLETE_AUTHORIZE, HARMLESS, look, look)
                .on(
                        CAPTURE,
                        write("/v2/payments/authorizations/{state.authorization}/capture")
                                .body(PaypalBodies::capture)
                                .reads(CAPTURED),
                        listed(PaypalOrders.CAPTURES, CAPTURED))
                .on(VOID, voided(), LOOK.inquires(Request.whether(PaypalOrders::isVoided)))
                .on(RELEASE, release(), LOOK.inquiresKnown(Request.whether(PaypalOrders::isVoided)))
                .on(
                        REFUND,
                        refund("{capture}")
                                .unless(
                                        context -> context.captureId() == null,
                                        ofOnlyCapture(refund("{state.capture}"))),
                        listed(PaypalOrders.REFUNDS, REFUNDED))
                .on(
                        SHIP,
                        INQUIRE_FIRST,
                        tracked(),
                        LOOK.inquiresKnown(Request.whether(PaypalTrackers::isKnown)));
    }

    @Override
    public Webhooks webhooks() {
        return PaypalWebhooks.WEBHOOKS;
    }

    /** A write that PayPal does once for our key. */
    private static Request write(String path) {
        return API.post(path).keyed("PayPal-Request-Id");
    }

    /** PayPal takes an order once, key or not: of what was approved, there is one payment. */
    private static Rule takes(String operation) {
        return LOOK.confirms(
                        API.post("/v2/checkout/orders/{transaction}/" + operation)
                                .body(_ -> Body.of()),
                        ORDER)
                .on(Status.DECLINED, Paypal::refused);
    }

    private static ProviderResult refused(ProviderResult result, Context context) {
        return switch (code(result)) {
            // The customer has to choose another way to pay, on the same page.
            case "INSTRUMENT_DECLINED",
                    "PAYER_ACTION_REQUIRED",
                    "REDIRECT_PAYER_FOR_ALTERNATE_FUNDING" ->
                    ProviderResult.requiresAction(
                            new NextAction("redirect_to_url", context.kept(PAGE)));
            case "ORDER_COMPLETION_IN_PROGRESS" -> ProviderResult.pending();
            default -> result;
        };
    }

    /** Only orders of which nothing was made are ever gone, and not before their time. */
    private static ProviderResult gone(ProviderResult result, Context context) {
        if (context.transactionId() == null) {
            return result;
        }
        return context.isPast(EXPIRES)
                ? ProviderResult.declined(
                        Decline.Outcome.EXPIRED, ProviderError.of(UnifiedError.EXPIRED))
                : ProviderResult.unknown("the order is gone");
    }

    /** Only our call could make something of an order that the merchant voided. */
    private static ProviderResult unwanted(JsonNode order, Context context) {
        return PaypalOrders.isOpen(order) ? VoidedCheckout.DECLINED : ORDER.read(order, context);
    }

    /** An order of which nothing was made cannot be voided and need not be. */
    private static Rule voided() {
        return release()
                .beforeKept(
                        AUTHORIZATION,
                        LOOK.inquiresThen(Paypal::voidedOrder)
                                .on(Status.NOT_FOUND, VoidedCheckout.VOIDED));
    }

    private static Step voidedOrder(JsonNode order, Context context) {
        if (PaypalOrders.isOpen(order)) {
            return Step.done(VoidedCheckout.VOIDED);
        }
        if (PaypalOrders.isVoided(order, context)) {
            return Step.done(ProviderResult.approved(0));
        }
        return release()
                .begin(context.keeping(AUTHORIZATION, Json.required(order, AUTHORIZATION_ID)));
    }

    /** All that is not captured. */
    private static Rule release() {
        return write("/v2/payments/authorizations/{state.authorization}/void")
                .body(_ -> Body.of())
                .done()
                .on(
                        Status.DECLINED,
                        (result, _) ->
                                code(result).equals("PREVIOUSLY_VOIDED")
                                        ? ProviderResult.approved(0)
                                        : result);
    }

    private static Rule listed(String list, Reading reading) {
        return LOOK.inquiresKnown(
                Request.entry(list, "/invoice_id", Context::operationId, reading));
    }

    private static String code(ProviderResult result) {
        var code = result.requireDecline().error().code();
        return code == null ? "" : code;
    }
}
