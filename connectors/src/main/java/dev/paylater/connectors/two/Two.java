package dev.paylater.connectors.two;

import static dev.paylater.connector.kit.Capabilities.Idempotency.INQUIRE_FIRST;
import static dev.paylater.connector.kit.Capabilities.Idempotency.KEY;
import static dev.paylater.connector.kit.Operation.AUTHORIZE;
import static dev.paylater.connector.kit.Operation.CAPTURE;
import static dev.paylater.connector.kit.Operation.COMPLETE_AUTHORIZE;
import static dev.paylater.connector.kit.Operation.REFUND;
import static dev.paylater.connector.kit.Operation.RELEASE;
import static dev.paylater.connector.kit.Operation.VOID;

import dev.paylater.connector.kit.Api;
import dev.paylater.connector.kit.Authentication;
import dev.paylater.connector.kit.Capabilities.Feature;
import dev.paylater.connector.kit.Context;
import dev.paylater.connector.kit.Data;
import dev.paylater.connector.kit.Errors;
import dev.paylater.connector.kit.Json;
import dev.paylater.connector.kit.MinorUnits;
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
import dev.paylater.connector.kit.UnreadableAnswer;
import dev.paylater.connector.kit.Verifications;
import dev.paylater.connector.kit.Webhooks;
import dev.paylater.provider.ProviderResult;
import dev.paylater.provider.ProviderResult.Status;
import dev.paylater.provider.UnifiedError;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/**
 * Two (docs.two.inc), for companies: an order, the buyer's verification on the hosted page unless
 * Two knows them, and the merchant's confirmation. Captures are fulfilments, which Two works off
 * within minutes; parts of an order are orders of their own. Amounts are texts.
 */
public final class Two implements Provider {

    private static final String PAGE = "page";

    private static final Errors ERRORS =
            Errors.at("/error_code")
                    .message("/error_details", "/error_message")
                    .unauthorized("AUTHENTICATION_INVALID")
                    .status(UnifiedError.INVALID_DATA, 400, 404, 409, 422);

    private static final Errors DECLINES =
            Errors.at("/decline_reason")
                    .unifiedMessages()
                    .map(UnifiedError.INSUFFICIENT_CREDIT, "BUYER_LIMIT_EXCEEDED")
                    .map(UnifiedError.INSUFFICIENT_CREDIT, "ORDER_EXCEEDS_MAX_INVOICE_AMOUNT")
                    .map(UnifiedError.INSUFFICIENT_CREDIT, "ORDER_EXCEEDS_REGIONAL_LIMIT")
                    .map(UnifiedError.FRAUD_SUSPECTED, "FRAUD_CHECK_NOT_PASSED")
                    .map(
                            UnifiedError.CUSTOMER_ACTION_FAILED,
                            "BUYER_AUTHENTICATION_FAILED",
                            "DECLINED_IN_VERIFICATION",
                            "COMPANY_CREDIT_REPORT_CONSENT_REQUIRED")
                    .map(
                            UnifiedError.INVALID_DATA,
                            "BUYER_NOT_FOUND",
                            "BUYER_ADDRESS_DEVIATION",
                            "BUYER_INFO_INCONSISTENT",
                            "INVALID_LEGAL_REP",
                            "NO_LEGAL_REPRESENTATIVES",
                            "INVALID_ORDER_DATA",
                            "INVALID_ORDER_DATA_TOTAL_AMOUNT_MISMATCH",
                            "INVALID_ORDER_LINE_ITEM_DATA_AMOUNT_MISMATCH",
                            "ORDER_BELOW_MIN_INVOICE_AMOUNT",
                            "ORDER_EXCEEDS_MIN_INVOICE_AMOUNT")
                    .map(UnifiedError.PROVIDER_UNAVAILABLE, "EXCEPTION", "SERVICE_UNAVAILABLE")
                    .map(
                            UnifiedError.DECLINED,
                            "TOO_HIGH_RISK",
                            "CREDIT_CHECK_FAILED",
                            "BUYER_IN_ARREARS",
                            "SE_SOLE_TRADER",
                            "MERCHANT_LIMIT_EXCEEDED",
                            "BUYER_NOT_SUPPORTED",
                            "BUYER_IS_BLOCKED",
                            "NO_BUSINESS_ACCOUNT",
                            "MERCHANT_NOT_ON_RECOURSE",
                            "CREDIT_REPORT_BLOCKED",
                            "UNDEFINED");

    private static final Api API =
            new Api("/v1", Authentication.header("X-API-Key", "api_key"), ERRORS);

    /** The status of an order wins where it is a refusal. */
    private static final Statuses STATES =
            Statuses.at("/state", "/status")
                    .map(ProviderStatus.REQUIRES_ACTION, "UNVERIFIED")
                    .map(ProviderStatus.DECLINED, "UNVERIFIED REJECTED", "UNVERIFIED DECLINED")
                    .map(ProviderStatus.DECLINED, "CANCELLED REJECTED", "CANCELLED DECLINED")
                    .map(ProviderStatus.CONFIRMABLE, "VERIFIED")
                    .map(ProviderStatus.AUTHORIZED, "CONFIRMED")
                    .map(ProviderStatus.CAPTURED, "FULFILLING", "FULFILLED", "DELIVERED")
                    .map(ProviderStatus.CAPTURED, "REFUNDED")
                    .map(ProviderStatus.CAPTURED, "FULFILMENT_NEEDS_MANUAL_RESOLUTION")
                    // The root of an order of which parts are fulfilled.
                    .map(ProviderStatus.AUTHORIZED, "FULFILLING PARTIAL", "FULFILLED PARTIAL")
                    .map(ProviderStatus.CANCELED, "CANCELLED");

    private static final Reading ORDER =
            Reading.of(Two::authorization)
                    .about("/merchant_order_id", Context::attemptId)
                    .transaction("/id")
                    .page("/payment_url")
                    .keep(PAGE, "/payment_url")
                    .amount((order, c) -> amount(order, "/gross_amount", c))
                    .errors(DECLINES)
                    .error(ProviderStatus.CANCELED, UnifiedError.CUSTOMER_ACTION_FAILED);

    private static final Statuses FULFILMENTS =
            Statuses.at("/state")
                    .map(ProviderStatus.CAPTURED, "FULFILLED", "DELIVERED", "REFUNDED")
                    .map(ProviderStatus.PENDING, "FULFILLING")
                    .map(ProviderStatus.PENDING, "FULFILMENT_NEEDS_MANUAL_RESOLUTION");

    private static final Request LOOK = API.get("/order/{transaction}");

    @Override
    public Profile profile() {
        return Profile.of("two", "https://api.two.inc")
                .account(TwoAccount.FORM)
                .shopfront(Shopfront.of("Two").needsPhone())
                .products(TwoBodies.PRODUCT)
                .currencies(
                        "CHF", "CZK", "DKK", "EUR", "GBP", "INR", "MXN", "NOK", "PLN", "RON", "SEK",
                        "USD")
                .paymentMethodTypes(Set.of("invoice"))
                // Its webhooks are signed, but what they say of parts is about other orders.
                .features(
                        Feature.DESCRIPTION,
                        Feature.ORDER_REFERENCE,
                        Feature.INVOICE_DATA,
                        Feature.CAPTURE_LINES,
                        Feature.REFUND_LINES,
                        Feature.B2B,
                        Feature.DECLINE_REASONS,
                        Feature.LATE_CAPTURE,
                        Feature.WEBHOOKS);
    }

    @Override
    public Operations operations() {
        var known = LOOK.confirms(API.post("/order/{transaction}/confirm"), ORDER);
        var look =
                known.beforeTransaction(
                        API.get("/order/merchant-order-id/{attempt}")
                                .inquiresThen((orders, c) -> newest(orders, c, known)));
        var fulfilled = API.get("/order/{transaction}/fulfillments").inquires(Two::fulfilment);
        return new Operations(API, INQUIRE_FIRST)
                .lookedAt(LOOK)
                .on(
                        AUTHORIZE,
                        API.post("/order").body(TwoBodies::order).then((o, c) -> made(o, c, known)),
                        look)
                .on(COMPLETE_AUTHORIZE, look, look)
                .on(
                        CAPTURE,
                        KEY,
                        API.post("/order/{transaction}/fulfillments")
                                .keyed("Idempotency-Key")
                                .body(TwoBodies::fulfilment)
                                .then((made, c) -> begun(made, c, fulfilled)),
                        fulfilled)
                .on(
                        VOID,
                        API.post("/order/{transaction}/cancel")
                                .done()
                                // An order without an id was verified by nobody, and lapses.
                                .beforeTransaction(ProviderResult.approved(0)),
                        LOOK.inquires(Request.whether((order, _) -> STATES.apply(order).isOver())))
                .on(
                        RELEASE,
                        API.post("/order/{transaction}/fulfillments/complete_partial").done(),
                        LOOK.inquires(Request.whether((order, _) -> isComplete(order))))
                .on(
                        REFUND,
                        KEY,
                        API.post("/order/{transaction}/refund")
                                .keyed("Idempotency-Key")
                                .body(TwoBodies::refund)
                                .reads(Reading.success().operation("/id")),
                        LOOK.finds(
                                "/refunds",
                                "/refund_reference",
                                Context::operationId,
                                Reading.success().operation("/id")));
    }

    @Override
    public Webhooks webhooks() {
        return Webhooks.changes(Verifications.svix(), "/data/merchant_order_id", "/id");
    }

    /** Who Two knows need not verify themselves: then the order waits for us at once. */
    private static Step made(JsonNode order, Context context, Rule known) {
        return STATES.apply(order) == ProviderStatus.CONFIRMABLE
                ? known.begin(context.withTransactionId(Json.required(order, "/id")))
                : Step.done(ORDER.read(order, context));
    }

    /** One name of ours has one order, since Two is inquired before another one is made. */
    private static Step newest(JsonNode orders, Context context, Rule known) {
        return orders.isEmpty()
                ? Step.done(ProviderResult.notFound())
                : known.begin(context.withTransactionId(Json.required(orders, "/0/id")));
    }

    private static ProviderStatus authorization(JsonNode order) {
        var status = STATES.apply(order);
        return status == ProviderStatus.CAPTURED ? ProviderStatus.AUTHORIZED : status;
    }

    private static boolean isComplete(JsonNode order) {
        var status = STATES.apply(order);
        return status.isOver() || status == ProviderStatus.CAPTURED;
    }

    /** A fulfilment takes its time; the list says how far it is. */
    private static Step begun(JsonNode made, Context context, Rule fulfilled) {
        var id = new Data().operation(Json.required(made, "/fulfilled_order/id")).build();
        return fulfilled.on(Status.NOT_FOUND, ProviderResult.pending().with(id)).begin(context);
    }

    private static ProviderResult fulfilment(JsonNode answer, Context context) {
        for (var order : answer.path("fulfilled_orders")) {
            if (isOurs(order, context)) {
                var id = new Data().operation(Json.required(order, "/id")).build();
                var done = FULFILMENTS.apply(order) == ProviderStatus.CAPTURED;
                return (done ? ProviderResult.approved(context.amount()) : ProviderResult.pending())
                        .with(id);
            }
        }
        return ProviderResult.notFound();
    }

    /** A part has a line that we named; the whole has none, and there is one only. */
    private static boolean isOurs(JsonNode order, Context context) {
        for (var line : order.path("line_items")) {
            if (context.operationId().equals(Json.text(line, "/line_item_reference"))) {
                return true;
            }
        }
        return TwoBodies.isWhole(context)
                && amount(order, "/gross_amount", context) == context.amount();
    }

    private static long amount(JsonNode order, String pointer, Context context) {
        if (!context.currency().equals(Json.text(order, "/currency"))) {
            throw new UnreadableAnswer("an amount is not in " + context.currency());
        }
        return MinorUnits.ofText(order.at(pointer), context.currency());
    }
}
