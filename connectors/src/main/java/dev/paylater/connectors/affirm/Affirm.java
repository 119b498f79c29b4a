package dev.paylater.connectors.affirm;

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
import dev.paylater.connector.kit.Books;
import dev.paylater.connector.kit.Capabilities.Feature;
import dev.paylater.connector.kit.Context;
import dev.paylater.connector.kit.Errors;
import dev.paylater.connector.kit.Json;
import dev.paylater.connector.kit.Notice;
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
import dev.paylater.provider.ProviderResult.Status;
import dev.paylater.provider.UnifiedError;
import java.util.Locale;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/**
 * Affirm (docs.affirm.com), in North America and Britain: a checkout, the customer's consent on its
 * page, and our call that exchanges the checkout's token for a transaction, without which there is
 * no loan. Integer cents. Keys make writes repeatable; captures, voids and refunds are events of
 * the transaction, found by our reference.
 */
public final class Affirm implements Provider {

    /** What is kept between operations: the checkout, which is also its token, and its page. */
    static final String CHECKOUT = "checkout";

    private static final String PAGE = "page";
    private static final String IDEMPOTENCY_KEY = "Idempotency-Key";
    private static final String ALREADY_AUTHORIZED = "already_authorized";
    private static final Set<String> CAPTURES = Set.of("capture", "split_capture");

    /** A transaction that does not stand so that it could be done is a 403 with a type. */
    private static final Errors ERRORS =
            Errors.at("/code", "/type", "/status_code")
                    .message("/message")
                    .status(UnifiedError.INVALID_DATA, 400, 402, 403, 404, 409)
                    .map(UnifiedError.DECLINED, "auth-declined", "financial-product-invalid")
                    .map(UnifiedError.EXPIRED, "expired-authorization", "refund-expired")
                    .unauthorized(
                            "unauthorized",
                            "api-key-pair-invalid",
                            "api-key-pair-inactive",
                            "api-key-pair-wrong-environment",
                            "public-api-key-invalid",
                            "public-api-key-inactive",
                            "public-api-key-wrong-environment",
                            "private-api-key-invalid")
                    .inUse("/type", ALREADY_AUTHORIZED);

    private static final Api API =
            new Api("/api", Authentication.basic("public_key", "private_key"), ERRORS);

    /** The page; the status of one that nobody has opened yet is "unknown". */
    private static final Statuses CHECKOUTS =
            Statuses.at("/checkout_status")
                    .map(ProviderStatus.REQUIRES_ACTION, "unknown", "unsent", "sent", "opened")
                    .map(ProviderStatus.REQUIRES_ACTION, "approved", "more_information_needed")
                    .map(ProviderStatus.CONFIRMABLE, "confirmed", "authorized")
                    .map(ProviderStatus.DECLINED, "not_approved")
                    .map(ProviderStatus.AUTHENTICATION_FAILED, "closed")
                    .map(ProviderStatus.EXPIRED, "expired");

    private static final Statuses STATES =
            Statuses.at("/status")
                    .map(ProviderStatus.AUTHORIZED, "authorized", "partially_captured", "captured")
                    .map(ProviderStatus.AUTHORIZED, "partially_refunded", "refunded")
                    .map(ProviderStatus.AUTHORIZED, "disputed", "dispute_refunded")
                    // A lease, before it is authorized.
                    .map(ProviderStatus.PENDING, "confirmed")
                    .map(ProviderStatus.CANCELED, "voided")
                    .map(ProviderStatus.EXPIRED, "auth_expired");

    private static final Reading CREATED =
            Reading.of(_ -> ProviderStatus.REQUIRES_ACTION)
                    .reference("/checkout_id")
                    .page("/redirect_url")
                    .keep((json, data) -> data.keep(CHECKOUT, Json.required(json, "/checkout_id")))
                    .keep(PAGE, "/redirect_url");

    private static final Reading OPENED = Reading.of(CHECKOUTS).pageKept(PAGE);

    private static final Reading TRANSACTION =
            Reading.of(STATES)
                    .about("/checkout_id", context -> String.valueOf(context.kept(CHECKOUT)))
                    .transaction("/id")
                    .amount("/amount")
                    .authorizedUntil("/authorization_expiration")
                    .books((json, _) -> captured(json), Books.at("/amount_refunded"));

    private static final Reading EVENT = Reading.success().operation("/id").amount("/amount");

    /** The recorded event of a void has no amount. */
    private static final Reading VOID_EVENT = Reading.success().operation("/id");

    private static final Request CHECKOUT_LOOK = of(API.get("/v2/checkout/{state.checkout}"));
    private static final Request LOOK = of(API.get("/v1/transactions/{transaction}?expand=events"));

    /** Documents say that the token is the transaction's id as well, recordings differ. */
    private static final Request BY_TOKEN =
            of(API.get("/v1/transactions/{state.checkout}?expand=events"));

    @Override
    public Profile profile() {
        return Profile.of("affirm", "https://api.global.affirm.com")
                .account(AffirmAccount.FORM)
                .shopfront(Shopfront.of("Affirm").terms("https://www.affirm.com/terms"))
                .products(AffirmBodies.PRODUCT)
                .market("CAD", "CA")
                .market("GBP", "GB")
                .market("USD", "US")
                .paymentMethodTypes(Set.of("installment_invoice"))
                // Its webhooks are signed, but say nothing of a transaction.
                .features(
                        Feature.ORDER_REFERENCE,
                        Feature.SHOWS_BOOKS,
                        Feature.AUTHORIZED_UNTIL,
                        Feature.WEBHOOKS);
    }

    @Override
    public Operations operations() {
        var look =
                CHECKOUT_LOOK
                        .inquiresThen(Affirm::decided)
                        .unless(VoidedCheckout::is, VoidedCheckout.DECLINED)
                        .beforeKept(CHECKOUT, ProviderResult.notFound())
                        .unless(c -> c.transactionId() != null, LOOK.inquiresKnown(TRANSACTION));
        return new Operations(API, KEY)
                .lookedAt(LOOK)
                .on(
                        AUTHORIZE,
                        HARMLESS,
                        // There is one checkout an attempt.
                        of(API.post("/v2/checkout/direct"))
                                .body(AffirmBodies::checkout)
                                .reads(CREATED)
                                .unless(c -> c.kept(CHECKOUT) != null, look),
                        look)
                .on(COMPLETE_AUTHORIZE, look, look)
                .on(CAPTURE, write("capture", EVENT), found(EVENT))
                .on(
                        VOID,
                        write("void", VOID_EVENT)
                                .orReached(LOOK, (transaction, _) -> isOver(transaction))
                                // Only we could make a loan of the checkout.
                                .beforeTransaction(VoidedCheckout.VOIDED),
                        LOOK.inquires(Request.whether((transaction, _) -> isOver(transaction))))
                .on(RELEASE, write("void", VOID_EVENT), found(VOID_EVENT))
                .on(REFUND, write("refund", EVENT), found(EVENT))
                // A transaction has one carrier, and does not show it: the latest counts.
                .on(
                        SHIP,
                        HARMLESS,
                        of(API.post("/v1/transactions/{transaction}"))
                                .body(AffirmBodies::shipment)
                                .done(),
                        Rule.done(ProviderResult.notFound()));
    }

    @Override
    public Webhooks webhooks() {
        return new Webhooks(
                Verifications.stampedHmac512("X-Affirm-Signature"),
                (notification, _) -> {
                    var event = notification.form();
                    return Notice.Changed.genuine(
                            Json.identity(event, "/checkout_token", "/event", "/event_timestamp"),
                            Json.text(event, "/order_id"));
                });
    }

    /** Affirm knows the merchant's country by a header; an account's keys are of one country. */
    private static Request of(Request request) {
        return request.header("country-code", AffirmBodies::country);
    }

    /** The token of a checkout that the customer has confirmed is exchanged for a transaction. */
    private static Step decided(JsonNode checkout, Context context) {
        return OPENED.status(checkout) == ProviderStatus.CONFIRMABLE
                ? exchange().begin(context)
                : Step.done(OPENED.read(checkout, context));
    }

    /** Under one key for the attempt, whoever carries it to its end. */
    private static Rule exchange() {
        return of(API.post("/v1/transactions"))
                .header(IDEMPOTENCY_KEY, Context::attemptId)
                .body(AffirmBodies::exchange)
                .inUse((_, context) -> BY_TOKEN.inquiresKnown(TRANSACTION).begin(context))
                .reads(TRANSACTION);
    }

    /** An event of a transaction; one that is still processed under our key is no refusal. */
    private static Rule write(String operation, Reading reading) {
        return of(API.post("/v1/transactions/{transaction}/" + operation))
                .keyed(IDEMPOTENCY_KEY)
                .body(AffirmBodies::event)
                .reads(reading)
                .on(
                        Status.DECLINED,
                        (result, _) ->
                                isProcessing(result)
                                        ? ProviderResult.unknown("it is still processed")
                                        : result);
    }

    private static boolean isProcessing(ProviderResult result) {
        var message = result.requireDecline().error().message();
        return message != null && message.toLowerCase(Locale.ROOT).contains("idempotency");
    }

    private static Rule found(Reading reading) {
        return LOOK.finds("/events", "/reference_id", Context::operationId, reading);
    }

    private static boolean isOver(JsonNode transaction) {
        return STATES.apply(transaction).isOver();
    }

    private static long captured(JsonNode transaction) {
        return transaction
                .path("events")
                .valueStream()
                .filter(event -> CAPTURES.contains(event.path("type").asString("")))
                .mapToLong(event -> Json.amount(event, "/amount"))
                .sum();
    }
}
