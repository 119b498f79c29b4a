package dev.paylater.connectors.riverty;

import static dev.paylater.connector.kit.Capabilities.Idempotency.INQUIRE_FIRST;
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
import dev.paylater.connector.kit.Invoice;
import dev.paylater.connector.kit.Json;
import dev.paylater.connector.kit.MinorUnits;
import dev.paylater.connector.kit.Operations;
import dev.paylater.connector.kit.Profile;
import dev.paylater.connector.kit.Provider;
import dev.paylater.connector.kit.ProviderStatus;
import dev.paylater.connector.kit.Reading;
import dev.paylater.connector.kit.Request;
import dev.paylater.connector.kit.Request.Reader;
import dev.paylater.connector.kit.Shopfront;
import dev.paylater.connector.kit.Statuses;
import dev.paylater.connector.kit.Step;
import dev.paylater.connector.kit.Verifications;
import dev.paylater.connector.kit.VoidedCheckout;
import dev.paylater.connector.kit.Webhooks;
import dev.paylater.provider.NextAction;
import dev.paylater.provider.ProviderResult;
import dev.paylater.provider.UnifiedError;
import java.time.Duration;
import java.util.Set;
import java.util.function.Function;
import tools.jackson.databind.JsonNode;

/**
 * Riverty (docs.riverty.com/bnpl): an order decided at once, under our number, or on its hosted
 * page where the merchant asks for a redirect; then there is no order before the customer is
 * through. JSON decimals. Nothing is idempotent: orders, captures and refunds are found by the
 * numbers that we gave them.
 */
public final class Riverty implements Provider {

    private static final String PAGE = "page";

    /** The answer to our order was read. */
    private static final String HEARD = "outcome";

    /** How long an order may be decided whose answer was lost. */
    private static final Duration DECISION = Duration.ofMinutes(1);

    /** A list of what is wrong, or one of its entries alone. */
    private static final Errors ERRORS =
            Errors.at("/0/code", "/code")
                    .message("/0/message", "/message")
                    .absent("400.115")
                    .inUse("/0/code", "400.100")
                    .inUse("/code", "400.100")
                    .status(UnifiedError.INVALID_DATA, 400, 404, 413);

    /** What is to be done about a rejection says more than its code. */
    private static final Errors DECLINES =
            Errors.at("/riskCheckMessages/0/actionCode", "/riskCheckMessages/0/code")
                    .message(
                            "/riskCheckMessages/0/customerFacingMessage",
                            "/riskCheckMessages/0/message")
                    .map(UnifiedError.DECLINED, "OfferSecurePaymentMethods", "ManualReview")
                    .map(UnifiedError.INVALID_DATA, "AskConsumerToReEnterData", "RequiresSsn")
                    .map(UnifiedError.INVALID_DATA, "AskConsumerToConfirm")
                    .map(UnifiedError.CUSTOMER_ACTION_FAILED, "AskConsumerToIdentify")
                    .map(UnifiedError.PROVIDER_UNAVAILABLE, "Unavailable");

    private static final Api API =
            new Api("/api/v3", Authentication.header("X-Auth-Key", "api_key"), ERRORS);

    private static final Statuses OUTCOMES =
            Statuses.at("/outcome")
                    .map(ProviderStatus.AUTHORIZED, "Accepted")
                    .map(ProviderStatus.PENDING, "Pending")
                    .map(ProviderStatus.DECLINED, "Rejected")
                    .map(ProviderStatus.FAILED, "NotEvaluated");

    private static final Statuses STATES =
            Statuses.at("/orderDetails/status")
                    .map(ProviderStatus.PENDING, "Pending")
                    .map(ProviderStatus.AUTHORIZED, "Accepted", "Reserved")
                    .map(ProviderStatus.AUTHORIZED, "PartiallyCaptured", "FullyCaptured")
                    .map(ProviderStatus.AUTHORIZED, "PartiallyRefunded", "FullyRefunded")
                    .map(ProviderStatus.DECLINED, "Rejected")
                    .map(ProviderStatus.CANCELED, "Cancelled")
                    .map(ProviderStatus.EXPIRED, "Expired");

    private static final Reading DECIDED =
            Reading.of(Riverty::outcome)
                    .reference("/reservationId")
                    .authorizedUntil("/expirationDate")
                    .errors(DECLINES)
                    .page("/redirectUrl")
                    .keep(PAGE, "/redirectUrl")
                    .keep(HEARD, "/outcome");

    private static final Reading HOSTED =
            Reading.of(_ -> ProviderStatus.REQUIRES_ACTION)
                    .page("/redirectUrl")
                    .keep(PAGE, "/redirectUrl");

    private static final Reading ORDER = order(Riverty::standing);

    /** An order that waits for the customer on a page. */
    private static final Reading ORDER_WITH_PAGE =
            order(
                            order ->
                                    standing(order) == ProviderStatus.PENDING
                                            ? ProviderStatus.REQUIRES_ACTION
                                            : standing(order))
                    .pageKept(PAGE);

    private static final Invoice.Listing CAPTURES =
            new Invoice.Listing(
                    "/captures",
                    "/captureNumber",
                    "/captureNumber",
                    RivertyBodies::invoiceNumber,
                    (capture, c) -> number(capture, "/amount", c.currency()));

    private static final Reader CAPTURED = Invoice.made("/captureNumber");

    private static final Request LOOK = API.get("/orders/{attempt}");

    private static final Request CANCEL = API.post("/orders/{attempt}/voids").body(_ -> Body.of());

    @Override
    public Profile profile() {
        return Profile.of("riverty", "https://api.bnpl.riverty.io")
                .account(RivertyAccount.FORM)
                .shopfront(Shopfront.of("Riverty").needsPhone())
                .products(RivertyBodies.PRODUCT)
                .market("CHF", "CH")
                .market("DKK", "DK")
                .market("EUR", "AT", "BE", "DE", "FI", "NL")
                .market("NOK", "NO")
                .market("SEK", "SE")
                .paymentMethodTypes(
                        Set.of(
                                "invoice",
                                "direct_debit",
                                "installment_invoice",
                                "installment_direct_debit"))
                // Its webhooks are signed, but name the order and no amount.
                .features(
                        Feature.CUSTOMER_HISTORY,
                        Feature.BIRTH_DATE,
                        Feature.GENDER,
                        Feature.INVOICE_DATA,
                        Feature.CAPTURE_LINES,
                        Feature.REFUND_LINES,
                        Feature.REFUND_PER_CAPTURE,
                        Feature.B2B,
                        Feature.LATE_DECISION,
                        Feature.PAYMENT_EXPERIENCE,
                        Feature.SSN,
                        Feature.SHOWS_BOOKS,
                        Feature.AUTHORIZED_UNTIL,
                        Feature.WEBHOOKS);
    }

    @Override
    public Operations operations() {
        var look = LOOK.inquires(Riverty::authorization, Riverty::withoutOrder);
        var canceledIfPending =
                LOOK.inquiresThen(
                        (order, context) ->
                                standing(order) == ProviderStatus.PENDING
                                        ? CANCEL.raw((_, c) -> look.begin(c)).begin(context)
                                        : Step.done(authorization(order, context)));
        var captured = LOOK.inquires(CAPTURES.finds(CAPTURED));
        var left = CANCEL.done();
        return new Operations(API, INQUIRE_FIRST)
                .lookedAt(LOOK)
                .on(
                        AUTHORIZE,
                        API.post("/checkout/authorize")
                                .body(RivertyBodies::authorization)
                                .reads(numbered(DECIDED))
                                .unless(
                                        RivertyBodies::isHosted,
                                        API.post("/hosted-checkout/request")
                                                .body(RivertyBodies::hosted)
                                                .reads(numbered(HOSTED))),
                        look.unless(Riverty::waitsForNobody, canceledIfPending))
                .on(COMPLETE_AUTHORIZE, look, look)
                .on(
                        CAPTURE,
                        API.post("/orders/{attempt}/captures")
                                .body(RivertyBodies::capture)
                                .inUse(Invoice.inUse(captured))
                                .reads(CAPTURED),
                        captured)
                .on(
                        VOID,
                        left,
                        LOOK.inquires(
                                Request.whether((order, _) -> standing(order).isOver()),
                                // Nothing is held before they are through.
                                c ->
                                        c.kept(PAGE) == null
                                                ? ProviderResult.notFound()
                                                : VoidedCheckout.VOIDED))
                .on(
                        RELEASE,
                        left,
                        LOOK.inquires(
                                Request.whether(
                                        (order, _) ->
                                                standing(order).isOver() || left(order) == 0)))
                .on(
                        REFUND,
                        API.post("/orders/{attempt}/refunds")
                                .body(RivertyBodies::refund)
                                .reads(Reading.success().operation("/refundNumbers/0")),
                        LOOK.finds(
                                "/refunds",
                                "/refundNumber",
                                RivertyBodies::creditNoteNumber,
                                Reading.success().operation("/refundNumber")));
    }

    @Override
    public Webhooks webhooks() {
        return Webhooks.changes(
                // Which text is signed, Riverty says on request only.
                Verifications.stampedHmac(
                        "Riverty-Signature",
                        account -> account.setting("webhook_signed_text", "{t}.{body}")),
                "/Body/OrderNumber",
                "/Header/MessageId");
    }

    private static Reading order(Function<JsonNode, ProviderStatus> statuses) {
        return Reading.of(statuses)
                .about("/orderDetails/orderNumber", Context::attemptId)
                .authorizedUntil("/orderDetails/expirationDate")
                .amount((order, _) -> total(order))
                .books(
                        (order, _) -> sum(order, "/captures", "/amount"),
                        (order, _) -> sum(order, "/refunds", "/amount"))
                .error(ProviderStatus.CANCELED, UnifiedError.CUSTOMER_ACTION_FAILED);
    }

    /** All that Riverty does with an order it does by the number that we gave it. */
    private static Reader numbered(Reader reader) {
        return (json, context) -> {
            var result = reader.read(json, context);
            return result.with(
                    new Data().transaction(context.attemptId()).build().over(result.data()));
        };
    }

    /** Who has to identify themselves first is sent to a page. */
    private static ProviderStatus outcome(JsonNode answer) {
        var outcome = OUTCOMES.apply(answer);
        return outcome == ProviderStatus.PENDING && Json.text(answer, "/redirectUrl") != null
                ? ProviderStatus.REQUIRES_ACTION
                : outcome;
    }

    private static ProviderResult authorization(JsonNode order, Context context) {
        var reading = context.kept(PAGE) == null ? ORDER : ORDER_WITH_PAGE;
        return numbered(reading).read(order, context);
    }

    /**
     * An order that is still pending may wait for a customer on a page whose address only the lost
     * answer had: it is canceled, so that they can pay otherwise.
     */
    private static boolean waitsForNobody(Context context) {
        return context.kept(PAGE) == null
                && context.kept(HEARD) == null
                && !context.issuedAt().isBefore(context.firstRequestedAt().plus(DECISION));
    }

    /** The hosted page makes the order when the customer is through. */
    private static ProviderResult withoutOrder(Context context) {
        var page = context.kept(PAGE);
        if (page == null) {
            return ProviderResult.notFound();
        }
        return VoidedCheckout.is(context)
                ? VoidedCheckout.DECLINED
                : ProviderResult.requiresAction(new NextAction("redirect_to_url", page));
    }

    /** Accounts on the older interface see no status: what is not canceled is held. */
    private static ProviderStatus standing(JsonNode order) {
        if (order.at("/orderDetails/status").isMissingNode()) {
            return canceled(order) == total(order)
                    ? ProviderStatus.CANCELED
                    : ProviderStatus.AUTHORIZED;
        }
        return STATES.apply(order);
    }

    private static long left(JsonNode order) {
        return total(order) - sum(order, "/captures", "/amount") - canceled(order);
    }

    private static long total(JsonNode order) {
        return number(order, "/orderDetails/totalGrossAmount", currency(order));
    }

    private static long canceled(JsonNode order) {
        return sum(order, "/cancellations", "/cancellationAmount");
    }

    /** Refunds are below zero. */
    private static long sum(JsonNode order, String list, String amount) {
        var sum = 0L;
        for (var entry : order.at(list)) {
            sum += Math.abs(number(entry, amount, currency(order)));
        }
        return sum;
    }

    private static String currency(JsonNode order) {
        return Json.required(order, "/orderDetails/currency");
    }

    /** As a number, or as a text. */
    private static long number(JsonNode json, String pointer, String currency) {
        return MinorUnits.ofText(json.at(pointer), currency);
    }
}
