package dev.paylater.connectors.mondu;

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
import dev.paylater.connector.kit.Errors;
import dev.paylater.connector.kit.Invoice;
import dev.paylater.connector.kit.Json;
import dev.paylater.connector.kit.Operations;
import dev.paylater.connector.kit.Profile;
import dev.paylater.connector.kit.Provider;
import dev.paylater.connector.kit.ProviderStatus;
import dev.paylater.connector.kit.Reading;
import dev.paylater.connector.kit.Request;
import dev.paylater.connector.kit.Request.Reader;
import dev.paylater.connector.kit.Shopfront;
import dev.paylater.connector.kit.Statuses;
import dev.paylater.connector.kit.Verifications;
import dev.paylater.connector.kit.VoidedCheckout;
import dev.paylater.connector.kit.Webhooks;
import dev.paylater.provider.ProviderResult;
import dev.paylater.provider.UnifiedError;
import java.util.StringJoiner;
import tools.jackson.databind.JsonNode;

/**
 * Mondu (docs.mondu.ai), for companies: an order, the buyer's consent on the hosted page, and the
 * merchant's confirmation; captures are invoices, refunds credit notes. Integer cents. Nothing is
 * idempotent, so that Mondu is inquired before anything is written.
 */
public final class Mondu implements Provider {

    /** Our name for an order, an invoice or a credit note. */
    static final String REFERENCE = "external_reference_id";

    private static final String PAGE = "page";

    /** {@code {"status": 422, "errors": [{"name", "details"}]}}; some say title instead. */
    private static final Errors ERRORS =
            Errors.at("/errors/0/name", "/errors/0/title")
                    .message(Mondu::message)
                    // Ours is never missing, so it is in use; Mondu's texts may change.
                    .inUse("/errors/0/name", REFERENCE)
                    .status(UnifiedError.INVALID_DATA, 400, 404, 422);

    private static final Api API =
            new Api("/api/v1", Authentication.header("Api-Token", "api_token"), ERRORS);

    private static final Statuses STATES =
            Statuses.at("/order/state")
                    .map(ProviderStatus.REQUIRES_ACTION, "created", "data_required")
                    .map(ProviderStatus.CONFIRMABLE, "authorized")
                    .map(ProviderStatus.PENDING, "pending")
                    .map(
                            ProviderStatus.AUTHORIZED,
                            "confirmed",
                            "partially_shipped",
                            "partially_complete")
                    .map(ProviderStatus.CAPTURED, "shipped", "complete")
                    .map(ProviderStatus.DECLINED, "declined")
                    .map(ProviderStatus.CANCELED, "canceled")
                    .map(ProviderStatus.EXPIRED, "expired");

    private static final Reading ORDER =
            Reading.of(Mondu::authorization)
                    .about("/order/uuid", context -> String.valueOf(context.transactionId()))
                    .transaction("/order/uuid")
                    .pageKept(PAGE)
                    .error(ProviderStatus.CANCELED, UnifiedError.CUSTOMER_ACTION_FAILED);

    private static final Reading CREATED =
            Reading.of(_ -> ProviderStatus.REQUIRES_ACTION)
                    .transaction("/order/uuid")
                    .page("/order/hosted_checkout_url")
                    .keep(PAGE, "/order/hosted_checkout_url");

    /** Only the states that are known are a success. */
    private static final Reader INVOICE =
            (invoice, context) ->
                    switch (Json.required(invoice, "/state")) {
                        case "created", "late", "complete" -> Invoice.made(invoice, context);
                        default -> ProviderResult.unknown("unknown invoice state");
                    };

    private static final Invoice.Listing INVOICES =
            new Invoice.Listing(
                    "/invoices", (invoice, _) -> Json.amount(invoice, "/gross_amount_cents"));

    private static final Reading CREDIT_NOTE = Reading.success().operation("/uuid");

    private static final Request LOOK = API.get("/orders/{transaction}");

    @Override
    public Profile profile() {
        return Profile.of("mondu", "https://api.mondu.ai")
                .account(MonduAccount.FORM)
                .shopfront(Shopfront.of("Mondu"))
                .products(MonduBodies.PRODUCT)
                .currencies("EUR", "GBP")
                .countries("DE", "AT", "NL", "FR", "BE", "ES", "IT", "GB")
                .paymentMethodTypes(MonduBodies.PAYMENT_METHODS.keySet())
                // Its webhooks are signed, but do not say how much was confirmed.
                .features(
                        Feature.LOCALE,
                        Feature.INVOICE_DATA,
                        Feature.CAPTURE_LINES,
                        Feature.REFUND_LINES,
                        Feature.REFUND_PER_CAPTURE,
                        Feature.B2B,
                        Feature.LATE_DECISION,
                        Feature.WEBHOOKS);
    }

    @Override
    public Operations operations() {
        var look =
                LOOK.confirms(
                        API.post("/orders/{transaction}/confirm")
                                .body(c -> Body.of().put(REFERENCE, c.attemptId())),
                        ORDER);
        var invoiced = API.get("/orders/{transaction}/invoices").inquires(INVOICES.finds(INVOICE));
        return new Operations(API, INQUIRE_FIRST)
                .lookedAt(LOOK)
                .on(AUTHORIZE, API.post("/orders").body(MonduBodies::order).reads(CREATED), look)
                .on(COMPLETE_AUTHORIZE, look, look)
                .on(
                        CAPTURE,
                        API.post("/orders/{transaction}/invoices")
                                .body(MonduBodies::invoice)
                                .inUse(Invoice.inUse(invoiced))
                                .reads((json, c) -> INVOICE.read(json.path("invoice"), c)),
                        invoiced)
                .on(
                        VOID,
                        API.post("/orders/{transaction}/cancel")
                                .body(_ -> Body.of())
                                .reads(VoidedCheckout.canceled(STATES))
                                // An order without an id cannot be canceled and need not be.
                                .beforeTransaction(ProviderResult.approved(0)),
                        LOOK.inquires(Request.whether((order, _) -> STATES.apply(order).isOver())))
                .on(
                        RELEASE,
                        API.post("/orders/{transaction}/adjust")
                                .body(MonduBodies::adjustment)
                                .done(),
                        LOOK.inquires(
                                Request.whether((order, _) -> nothingHeld(STATES.apply(order)))))
                .on(
                        REFUND,
                        API.post("/invoices/{capture}/credit_notes")
                                .body(MonduBodies::creditNote)
                                .reads((json, c) -> CREDIT_NOTE.read(json.path("credit_note"), c)),
                        API.get("/orders/{transaction}/invoices/{capture}")
                                .finds(
                                        "/invoice/credit_notes",
                                        "/" + REFERENCE,
                                        Context::operationId,
                                        CREDIT_NOTE));
    }

    @Override
    public Webhooks webhooks() {
        // A topic of an order or invoice is sent once.
        return Webhooks.changes(
                Verifications.hmac("X-Mondu-Signature"),
                "/" + REFERENCE,
                "/topic",
                "/order_uuid",
                "/invoice_uuid",
                "/order_state");
    }

    /** An order that is invoiced in full was authorized all the same. */
    private static ProviderStatus authorization(JsonNode order) {
        var status = STATES.apply(order);
        return status == ProviderStatus.CAPTURED ? ProviderStatus.AUTHORIZED : status;
    }

    private static boolean nothingHeld(ProviderStatus status) {
        return status.isOver() || status == ProviderStatus.CAPTURED;
    }

    private static String message(JsonNode json) {
        var message = new StringJoiner(", ");
        for (var error : json.path("errors")) {
            var name = Json.text(error, "/name");
            message.add(
                    (name == null ? Json.text(error, "/title") : name)
                            + " "
                            + error.path("details").asString(""));
        }
        return message.toString();
    }
}
