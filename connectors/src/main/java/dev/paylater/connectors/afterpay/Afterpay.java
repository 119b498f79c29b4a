package dev.paylater.connectors.afterpay;

import static dev.paylater.connector.kit.Capabilities.Idempotency.HARMLESS;
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
import dev.paylater.connector.kit.Capabilities.Feature;
import dev.paylater.connector.kit.Context;
import dev.paylater.connector.kit.CustomerField;
import dev.paylater.connector.kit.Data;
import dev.paylater.connector.kit.Errors;
import dev.paylater.connector.kit.HttpAnswer;
import dev.paylater.connector.kit.Json;
import dev.paylater.connector.kit.Operations;
import dev.paylater.connector.kit.Plan;
import dev.paylater.connector.kit.Profile;
import dev.paylater.connector.kit.Provider;
import dev.paylater.connector.kit.ProviderStatus;
import dev.paylater.connector.kit.Reading;
import dev.paylater.connector.kit.Request;
import dev.paylater.connector.kit.Rule;
import dev.paylater.connector.kit.Shopfront;
import dev.paylater.connector.kit.Statuses;
import dev.paylater.connector.kit.Step;
import dev.paylater.connector.kit.UnreadableAnswer;
import dev.paylater.connector.kit.Verifications;
import dev.paylater.connector.kit.VoidedCheckout;
import dev.paylater.connector.kit.Webhooks;
import dev.paylater.provider.Decline;
import dev.paylater.provider.NextAction;
import dev.paylater.provider.ProviderError;
import dev.paylater.provider.ProviderResult;
import dev.paylater.provider.ProviderResult.Status;
import dev.paylater.provider.UnifiedError;
import java.time.Duration;
import java.time.Period;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * Afterpay and Clearpay (docs: developers.afterpay.com): a checkout, the customer's consent on its
 * page, and then a second call without which there is no loan. Decimal strings; a requestId in the
 * body makes writes repeatable for 24 hours; a payment is found again by the checkout's token.
 */
public final class Afterpay implements Provider {

    /** What is kept between operations: the checkout, its page and its end. */
    private static final String TOKEN = "token";

    private static final String PAGE = "page";
    private static final String EXPIRES = "expires";

    /** Kept of an operation that the provider has and still works on. */
    private static final String PROCESSING = "processing_";

    private static final String CAPTURED = "CAPTURED";

    /** An hour less than the 24 that a requestId is known for. */
    private static final Duration KEYS_KNOWN = Duration.ofHours(23);

    private static final String INVALID_TOKEN = "invalid_token";
    private static final String NOT_CONFIRMED = "invalid_order_transaction_status";

    private static final Errors ERRORS =
            Errors.at("/errorCode")
                    .message("/message")
                    .unauthorized("unsupported_currency")
                    // The request is still processed.
                    .result(ProviderResult.pending(), 409)
                    .status(UnifiedError.INVALID_DATA, 400, 402, 404, 412, 422)
                    .map(UnifiedError.EXPIRED, "payment_expired", "refund_timelimit_exceeded")
                    .map(UnifiedError.CUSTOMER_ACTION_FAILED, INVALID_TOKEN)
                    .map(UnifiedError.DECLINED, "payment_declined");

    private static final Api API =
            new Api(
                    "",
                    Authentication.basic("merchant_id", "secret_key")
                            .with(
                                    "User-Agent",
                                    account ->
                                            account.setting(
                                                    "user_agent",
                                                    "paylater/1.0 (paylater; Java; %s)"
                                                            .formatted(
                                                                    account.credential(
                                                                            "merchant_id")))),
                    ERRORS);

    private static final Statuses STATES =
            Statuses.at("/paymentState")
                    .map(ProviderStatus.AUTHORIZED, "AUTH_APPROVED", "PARTIALLY_CAPTURED")
                    .map(ProviderStatus.CAPTURED, CAPTURED)
                    .map(ProviderStatus.DECLINED, "AUTH_DECLINED")
                    .map(ProviderStatus.FAILED, "CAPTURE_DECLINED")
                    .map(ProviderStatus.CANCELED, "VOIDED")
                    .map(ProviderStatus.EXPIRED, "EXPIRED");

    private static final Reading CHECKOUT =
            Reading.of(_ -> ProviderStatus.REQUIRES_ACTION)
                    .reference("/token")
                    .page("/redirectCheckoutUrl")
                    .keep((json, data) -> data.keep(TOKEN, Json.required(json, "/token")))
                    .keep(PAGE, "/redirectCheckoutUrl")
                    .keep(EXPIRES, "/expires");

    private static final Reading PAYMENT =
            Reading.of(Afterpay::authorization)
                    .about("/merchantReference", Context::paymentId)
                    .transaction("/id")
                    .money("/originalAmount")
                    // Of its events the authorization is the first.
                    .authorizedUntil("/events/0/expires")
                    .code("/paymentState");

    private static final Reading CAPTURE_EVENT =
            Reading.of(
                            Statuses.at("/type")
                                    .map(ProviderStatus.AUTHORIZED, CAPTURED)
                                    .map(ProviderStatus.FAILED, "CAPTURE_DECLINED"))
                    .operation("/id")
                    .money("/amount")
                    .code("/type");

    /** The capture under our reference among the events of a payment. */
    private static final Request.Reader CAPTURE_OF =
            Request.entry(
                    "/events",
                    "/paymentEventMerchantReference",
                    AfterpayBodies::reference,
                    CAPTURE_EVENT);

    /** A refund, or the entry that a void leaves among the refunds. */
    private static final Reading REFUND_ENTRY =
            Reading.success().operation("/refundId").money("/amount");

    /** What was refunded or released under our requestId. */
    private static final Request.Reader REFUND_OF =
            Request.entry("/refunds", "/requestId", AfterpayBodies::requestId, REFUND_ENTRY);

    private static final Request LOOK = API.get("/v2/payments/{transaction}");
    private static final Request BY_TOKEN = API.get("/v2/payments/token:{state.token}");

    @Override
    public Profile profile() {
        return Profile.of("afterpay_clearpay", "https://global-api.afterpay.com")
                .account(AfterpayAccount.FORM)
                .shopfront(
                        Shopfront.of("Afterpay / Clearpay")
                                .needs(
                                        CustomerField.FIRST_NAME,
                                        CustomerField.LAST_NAME,
                                        CustomerField.EMAIL)
                                .plan(Plan.parts(4, Period.ofWeeks(2))))
                .products(AfterpayBodies.PRODUCT)
                .market("AUD", "AU")
                .market("CAD", "CA")
                .market("GBP", "GB")
                .market("NZD", "NZ")
                .market("USD", "US")
                .paymentMethodTypes(Set.of("installment_invoice"))
                .features(
                        Feature.DESCRIPTION,
                        Feature.NATIVE_AUTOMATIC_CAPTURE,
                        Feature.LATE_DECISION,
                        Feature.LATE_CAPTURE,
                        Feature.AUTHORIZED_UNTIL,
                        Feature.SIGNED_WEBHOOKS,
                        Feature.TIMESTAMPED_WEBHOOKS);
    }

    @Override
    public Operations operations() {
        var look =
                BY_TOKEN.inquires(Afterpay::payment)
                        .on(Status.NOT_FOUND, decide())
                        // Only we could make a loan of a checkout that is unknown.
                        .beforeKept(TOKEN, ProviderResult.notFound())
                        .unless(
                                c -> c.transactionId() != null,
                                LOOK.inquiresKnown(Afterpay::payment));
        var capture = capture();
        return new Operations(API, KEY)
                .lookedAt(LOOK)
                .on(
                        AUTHORIZE,
                        HARMLESS,
                        // There is one checkout an attempt.
                        API.post("/v2/checkouts")
                                .body(AfterpayBodies::checkout)
                                .reads(CHECKOUT)
                                .unless(c -> c.kept(TOKEN) != null, look),
                        look)
                .on(COMPLETE_AUTHORIZE, look, look)
                .on(
                        CAPTURE,
                        capture,
                        LOOK.inquiresKnown(CAPTURE_OF)
                                .unless(c -> c.kept(processing(c)) != null, processed(capture)))
                .on(VOID, voided(), released())
                .on(RELEASE, release(), released())
                .on(
                        REFUND,
                        API.post("/v2/payments/{transaction}/refund")
                                .body(AfterpayBodies::refund)
                                .reads(REFUND_ENTRY),
                        LOOK.inquiresKnown(REFUND_OF))
                // There is one courier a payment: the latest.
                .on(
                        SHIP,
                        HARMLESS,
                        API.put("/v2/payments/{transaction}/courier")
                                .body(AfterpayBodies::courier)
                                .done(),
                        LOOK.inquiresKnown(Request.whether(AfterpayBodies::isCourier)));
    }

    @Override
    public Webhooks webhooks() {
        return new Webhooks(
                Verifications.addressedHmac(
                        "X-Afterpay-Request-Signature",
                        "X-Afterpay-Request-Date",
                        account ->
                                account.setting("webhook_signature_encoding", "base64")
                                        .equals("hex"),
                        account -> account.settings().text("webhook_url")),
                AfterpayDisputes::read);
    }

    /** A checkout that the customer is done with becomes a loan, unless the merchant voided it. */
    private static Rule decide() {
        var authorize = API.post("/v2/payments/auth").body(AfterpayBodies::decision);
        var atOnce = API.post("/v2/payments/capture").body(AfterpayBodies::decision);
        return authorize
                .raw(Afterpay::decided)
                .unless(Context::capturesAutomatically, atOnce.raw(Afterpay::decided))
                .unless(VoidedCheckout::is, VoidedCheckout.DECLINED);
    }

    private static Step decided(HttpAnswer answer, Context context) {
        if (answer.isSuccess() || Json.text(answer.json(), "/paymentState") != null) {
            return Step.done(payment(answer.json(), context));
        }
        var code = ERRORS.code(answer.json());
        if (NOT_CONFIRMED.equals(code)) {
            return Step.done(
                    ProviderResult.requiresAction(
                            new NextAction("redirect_to_url", context.kept(PAGE))));
        }
        return Step.done(
                INVALID_TOKEN.equals(code)
                        ? ended(ERRORS.error(answer.json()), context)
                        : ERRORS.result(answer));
    }

    /** The checkout is over without the customer's consent: canceled, or its time ran out. */
    private static ProviderResult ended(ProviderError error, Context context) {
        return context.isPast(EXPIRES)
                ? ProviderResult.declined(
                        Decline.Outcome.EXPIRED,
                        ProviderError.of(error.code(), error.message(), UnifiedError.EXPIRED))
                : ProviderResult.declined(Decline.Outcome.AUTHENTICATION_FAILED, error);
    }

    private static Rule capture() {
        return API.post("/v2/payments/{transaction}/capture")
                .body(AfterpayBodies::capture)
                .reads(CAPTURE_OF)
                .on(Status.NOT_FOUND, ProviderResult.unknown("the answer shows no capture"))
                .on(
                        Status.PENDING,
                        (result, c) -> result.with(new Data().keep(processing(c), "yes").build()));
    }

    /**
     * What the provider has already is inquired by sending it again, as long as it knows the key.
     * Otherwise it is looked for; a capture that is not shown yet is still processed.
     */
    private static Rule processed(Rule capture) {
        return LOOK.inquiresKnown(CAPTURE_OF)
                .on(Status.NOT_FOUND, ProviderResult.pending())
                .unless(Afterpay::isKeyKnown, capture);
    }

    private static boolean isKeyKnown(Context context) {
        return context.account().repeatsKeys()
                && context.issuedAt().isBefore(context.firstRequestedAt().plus(KEYS_KNOWN));
    }

    private static String processing(Context context) {
        return PROCESSING + context.operationId();
    }

    /** A checkout that never became a loan cannot be voided and need not be. */
    private static Rule voided() {
        return release()
                .beforeTransaction(
                        BY_TOKEN.inquiresThen(
                                        (payment, c) ->
                                                release()
                                                        .begin(
                                                                c.withTransactionId(
                                                                        Json.required(
                                                                                payment, "/id"))))
                                .on(Status.NOT_FOUND, VoidedCheckout.VOIDED)
                                .beforeKept(TOKEN, VoidedCheckout.VOIDED));
    }

    /** The provider's yes counts, also where it does not show which entry it made for it. */
    private static Rule release() {
        return API.post("/v2/payments/{transaction}/void")
                .body(AfterpayBodies::release)
                .reads(REFUND_OF)
                .on(Status.NOT_FOUND, (_, c) -> ProviderResult.approved(c.amount()))
                .orReached(LOOK, Afterpay::nothingHeld);
    }

    /** What became of a release: its entry, or that nothing is held any more. */
    private static Rule released() {
        return LOOK.inquiresKnown(
                        (payment, c) -> {
                            var entry = REFUND_OF.read(payment, c);
                            return entry.status() == Status.NOT_FOUND && nothingHeld(payment, c)
                                    ? ProviderResult.approved(0)
                                    : entry;
                        })
                .beforeTransaction(ProviderResult.notFound());
    }

    private static boolean nothingHeld(JsonNode payment, Context context) {
        var status = STATES.apply(payment);
        return status.isOver()
                || (status == ProviderStatus.CAPTURED && context.operation() == RELEASE);
    }

    private static ProviderStatus authorization(JsonNode payment) {
        var status = STATES.apply(payment);
        var over = status == ProviderStatus.CANCELED || status == ProviderStatus.EXPIRED;
        return over && firstCapture(payment) != null ? ProviderStatus.AUTHORIZED : status;
    }

    /** A payment, seen as the result of its authorization. */
    private static ProviderResult payment(JsonNode payment, Context context) {
        var result = PAYMENT.read(payment, context);
        if (result.status() != Status.CAPTURED) {
            return result;
        }
        var capture = firstCapture(payment);
        if (capture == null) {
            throw new UnreadableAnswer("a captured payment without a capture");
        }
        return result.with(new Data().operation(capture).build().over(result.data()));
    }

    private static @Nullable String firstCapture(JsonNode payment) {
        for (var event : payment.path("events")) {
            if (CAPTURED.equals(Json.text(event, "/type"))) {
                return Json.required(event, "/id");
            }
        }
        return null;
    }
}
