package dev.paylater.connectors.billie;

import static dev.paylater.connector.kit.Capabilities.Idempotency.INQUIRE_FIRST;
import static dev.paylater.connector.kit.Capabilities.Idempotency.ONCE;
import static dev.paylater.connector.kit.Operation.AUTHORIZE;
import static dev.paylater.connector.kit.Operation.CAPTURE;
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
import dev.paylater.connector.kit.Verifications;
import dev.paylater.connector.kit.Webhooks;
import dev.paylater.provider.ProviderResult;
import dev.paylater.provider.UnifiedError;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * Billie (docs.billie.io), for companies: an order decided without a page, by a token that lasts
 * for hours; captures are invoices, refunds credit notes. JSON decimals, net, gross and tax.
 * Nothing is idempotent, so that Billie is inquired before anything is written, except a credit
 * note, which nothing shows: it is written once. A capture of type direct is an invoice that the
 * buyer has paid to the merchant, which Billie is notified of.
 */
public final class Billie implements Provider {

    /** Our name for an order, an invoice or a credit note. */
    static final String REFERENCE = "external_code";

    /** A list of what is wrong with a request. */
    private static final Errors ERRORS =
            Errors.at("/errors/0/code", "/errors/0/source")
                    .message(Billie::message)
                    // Ours is never missing, so it is in use: something happened under it.
                    .inUse("/errors/0/source", REFERENCE)
                    .status(UnifiedError.INVALID_DATA, 400, 404, 409, 422);

    private static final Errors DECLINES =
            Errors.at("/decline_reason")
                    .unifiedMessages()
                    .map(UnifiedError.DECLINED, "risk_policy", "risk_scoring_failed")
                    .map(UnifiedError.INVALID_DATA, "debtor_not_identified", "debtor_address")
                    .map(UnifiedError.INSUFFICIENT_CREDIT, "debtor_limit_exceeded");

    private static final Api API =
            new Api(
                    "/api/v2",
                    Authentication.clientCredentials(
                            "/api/v2/oauth/token", "client_id", "client_secret"),
                    ERRORS);

    private static final Statuses STATES =
            Statuses.at("/state")
                    .map(ProviderStatus.PENDING, "waiting", "pre_waiting")
                    .map(
                            ProviderStatus.AUTHORIZED,
                            "created",
                            "partially_shipped",
                            "shipped",
                            "paid_out",
                            "late",
                            "complete")
                    .map(ProviderStatus.DECLINED, "declined")
                    .map(
                            ProviderStatus.CANCELED,
                            "canceled",
                            "cancelled",
                            "authorization_cancelled");

    private static final Reading ORDER =
            Reading.of(STATES)
                    .about("/" + REFERENCE, Context::attemptId)
                    .transaction("/uuid")
                    .errors(DECLINES);

    private static final Reading CREDIT_NOTE = Reading.success().operation("/uuid");

    private static final Invoice.Listing INVOICES =
            new Invoice.Listing("/invoices", Billie::amount);

    private static final Request LOOK = API.get("/orders/{transaction}");

    @Override
    public Profile profile() {
        // Further countries, currencies and direct debit depend on the contract.
        return Profile.of("billie", "https://paella.billie.io")
                .account(BillieAccount.FORM)
                .shopfront(
                        Shopfront.of("Billie")
                                .plans((_, settings) -> Optional.of(BillieBodies.plan(settings))))
                .products(BillieBodies.PRODUCT)
                .currencies("EUR")
                .countries("DE", "AT", "NL", "FR", "FI")
                .paymentMethodTypes(Set.of("invoice"))
                .features(
                        Feature.GENDER,
                        Feature.DESCRIPTION,
                        Feature.INVOICE_DATA,
                        Feature.CAPTURE_LINES,
                        Feature.REFUND_LINES,
                        Feature.REFUND_PER_CAPTURE,
                        Feature.B2B,
                        Feature.DIRECT_CAPTURE,
                        Feature.LATE_DECISION,
                        Feature.WEBHOOKS);
    }

    @Override
    public Operations operations() {
        var invoice = API.post("/invoices").body(BillieBodies::invoice);
        var invoiced = LOOK.inquires(INVOICES.finds(Billie::done));
        var paid = paid(Rule.done(ProviderResult.notFound()));
        return new Operations(API, INQUIRE_FIRST)
                .lookedAt(LOOK)
                .on(
                        AUTHORIZE,
                        API.post("/orders").body(BillieBodies::order).reads(ORDER),
                        // By Billie's id, or by ours while Billie's is not known.
                        LOOK.inquires(ORDER)
                                .beforeTransaction(API.get("/orders/{attempt}").inquires(ORDER)))
                .on(
                        CAPTURE,
                        invoice.inUse(Invoice.inUse(invoiced))
                                .reads(Invoice::made)
                                .unless(
                                        Billie::isDirect,
                                        paid(
                                                invoice.inUse(Invoice.inUse(paid))
                                                        .then(Billie::paid))),
                        invoiced)
                .on(
                        VOID,
                        API.post("/orders/{transaction}/cancel").body(_ -> Body.of()).done(),
                        LOOK.inquires(Request.whether((order, _) -> STATES.apply(order).isOver())))
                .on(
                        RELEASE,
                        API.post("/orders/{transaction}").body(BillieBodies::lowered).done(),
                        LOOK.inquires(
                                Request.whether(
                                        (order, c) ->
                                                STATES.apply(order).isOver()
                                                        || number(
                                                                        order,
                                                                        "/unshipped_amount/gross",
                                                                        c)
                                                                == 0)))
                .on(
                        REFUND,
                        ONCE,
                        API.post("/invoices/{capture}/credit-notes")
                                .body(BillieBodies::creditNote)
                                .reads(CREDIT_NOTE),
                        API.get("/invoices/{capture}").inquiresKnown(Billie::notCredited));
    }

    @Override
    public Webhooks webhooks() {
        return Webhooks.changes(
                Verifications.sharedHeader(
                        account -> account.setting("webhook_header", "X-Webhook-Secret")),
                "/order_id",
                "/event",
                "/order_uuid",
                "/invoice_uuid",
                "/created_at");
    }

    /**
     * An invoice does not show its credit notes. Where the account's are known to lower what is
     * outstanding at once, an invoice of which all is outstanding has none; anything else may as
     * well be the buyer's payment, and a person has to look. One may also be pending.
     */
    private static ProviderResult notCredited(JsonNode invoice, Context context) {
        var pending = invoice.path("pending_cancellation_amount");
        return context.account().flag("outstanding_shows_credit_notes", false)
                        && (pending.isMissingNode() || pending.decimalValue().signum() == 0)
                        && number(invoice, "/outstanding_amount", context)
                                == number(invoice, "/amount/gross", context)
                ? ProviderResult.notFound()
                : ProviderResult.unknown("Billie does not show credit notes");
    }

    /** An invoice that is there already is only to be paid. */
    private static Rule paid(Rule otherwise) {
        return LOOK.inquiresThen(
                (order, c) -> {
                    var known = INVOICES.find(order, c);
                    return known == null ? otherwise.begin(c) : paid(known, c);
                });
    }

    private static Step paid(JsonNode invoice, Context context) {
        if (amount(invoice, context) == null) {
            return confirmPayment(invoice, context);
        }
        var ours = INVOICES.reads(Invoice::made).read(invoice, context);
        return ours.status() == ProviderResult.Status.APPROVED
                ? confirmPayment(invoice, context)
                : Step.done(ours);
    }

    private static Step confirmPayment(JsonNode invoice, Context context) {
        return API.post("/invoices/{state.invoice}/confirm-payment")
                .body(
                        c ->
                                Body.of()
                                        .put(
                                                "paid_amount",
                                                MinorUnits.decimal(c.amount(), c.currency())))
                .answered((_, c) -> Step.done(Invoice.made(invoice, c)))
                .begin(context.keeping("invoice", Json.required(invoice, "/uuid")));
    }

    /** A direct capture that is not confirmed as paid is not done yet: it is gone on with. */
    private static ProviderResult done(JsonNode invoice, Context context) {
        return isDirect(context) && number(invoice, "/outstanding_amount", context) > 0
                ? ProviderResult.notFound()
                : Invoice.made(invoice, context);
    }

    private static @Nullable Long amount(JsonNode invoice, Context context) {
        return invoice.at("/amount/gross").isMissingNode()
                ? null
                : number(invoice, "/amount/gross", context);
    }

    private static long number(JsonNode json, String pointer, Context context) {
        return MinorUnits.ofNumber(json.at(pointer), context.currency());
    }

    private static boolean isDirect(Context context) {
        return "direct".equals(context.details().text("capture_type"));
    }

    private static @Nullable String message(JsonNode json) {
        var title = Json.text(json, "/errors/0/title");
        var source = Json.text(json, "/errors/0/source");
        return source == null ? title : source + ": " + title;
    }
}
