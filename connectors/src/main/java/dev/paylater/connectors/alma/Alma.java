package dev.paylater.connectors.alma;

import static dev.paylater.connector.kit.Capabilities.Idempotency.HARMLESS;
import static dev.paylater.connector.kit.Capabilities.Idempotency.INQUIRE_FIRST;
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
import dev.paylater.connector.kit.Webhooks;
import dev.paylater.provider.ProviderResult;
import dev.paylater.provider.ProviderResult.Status;
import dev.paylater.provider.UnifiedError;
import java.util.Optional;
import java.util.Set;

/**
 * Alma (docs: docs.almapay.com): a payment that the customer agrees to on its page. Integer cents;
 * nothing is idempotent. A payment is captured once, the whole or a part, within seven days, and
 * what is left lapses; a refund is found by the reference that it is given.
 */
public final class Alma implements Provider {

    private static final String PAGE = "page";

    private static final Errors ERRORS =
            Errors.at("/error_code", "/errors/0/value", "/errors/0/message", "/message")
                    .message("/errors/0/message", "/message")
                    .status(UnifiedError.INVALID_DATA, 400, 404, 406, 422);

    private static final Authentication KEY =
            new Authentication(
                    (call, account) ->
                            call.withHeader(
                                    "Authorization", "Alma-Auth " + account.credential("api_key")),
                    null);

    private static final Api API = new Api("/v1", KEY, ERRORS);
    private static final Api ORDERS = new Api("/v2", KEY, ERRORS);

    /** The state, which is deprecated, still says alone that Alma declined. */
    private static final Statuses STATES =
            Statuses.at("/processing_status", "/cancelation_reason", "/state")
                    .map(ProviderStatus.REQUIRES_ACTION, "awaiting_authorization")
                    .map(ProviderStatus.DECLINED, "awaiting_authorization scored_no")
                    .map(ProviderStatus.AUTHORIZED, "authorized")
                    .map(ProviderStatus.CAPTURED, "captured")
                    .map(ProviderStatus.CANCELED, "canceled", "canceled requested_by_merchant")
                    .map(ProviderStatus.AUTHENTICATION_FAILED, "canceled requested_by_customer")
                    .map(
                            ProviderStatus.EXPIRED,
                            "canceled expired",
                            "canceled authorization_expired");

    private static final Reading CREATED =
            Reading.of(_ -> ProviderStatus.REQUIRES_ACTION)
                    .transaction("/id")
                    .page("/url")
                    .keep(PAGE, "/url");

    private static final Reading PAYMENT =
            Reading.of(STATES)
                    .about("/id", Context::requiredTransactionId)
                    .transaction("/id")
                    .pageKept(PAGE)
                    .authorizedUntil("/authorization_expires_at")
                    .amount("/purchase_amount");

    /** The refund under our reference among those of a payment. */
    private static final Request.Reader REFUND_OF =
            Request.entry(
                    "/refunds",
                    "/merchant_reference",
                    Context::operationId,
                    Reading.success().operation("/id").amount("/amount"));

    private static final Request LOOK = API.get("/payments/{transaction}");

    @Override
    public Profile profile() {
        return Profile.of("alma", "https://api.getalma.eu")
                .account(AlmaAccount.FORM)
                .shopfront(
                        Shopfront.of("Alma")
                                .needs(CustomerField.EMAIL)
                                .plans(
                                        (type, settings) ->
                                                Optional.of(AlmaBodies.plan(type, settings))))
                .products(AlmaBodies.PRODUCT)
                .currencies("EUR")
                .countries("AT", "BE", "DE", "ES", "FR", "IE", "IT", "LU", "NL", "PT")
                .paymentMethodTypes(Set.of("installment_invoice", "invoice"))
                .features(
                        Feature.LOCALE,
                        Feature.CUSTOMER_HISTORY,
                        Feature.ORDER_REFERENCE,
                        Feature.SHIPMENT_LINKS,
                        Feature.NATIVE_AUTOMATIC_CAPTURE,
                        Feature.AUTHORIZED_UNTIL,
                        Feature.WEBHOOKS)
                .without(Feature.MULTIPLE_CAPTURE);
    }

    @Override
    public Operations operations() {
        var look = LOOK.inquires(PAYMENT);
        // What the one capture leaves is held no longer: nobody needs to ask for it.
        var letGo =
                LOOK.inquires(
                        Request.whether((payment, _) -> STATES.apply(payment).isOverOrCaptured()));
        return new Operations(API, INQUIRE_FIRST)
                .lookedAt(LOOK)
                // A payment that nobody gets to see promises nothing and expires.
                .on(
                        AUTHORIZE,
                        HARMLESS,
                        API.post("/payments").body(AlmaBodies::payment).reads(CREATED),
                        look)
                .on(COMPLETE_AUTHORIZE, HARMLESS, look, look)
                .on(
                        CAPTURE,
                        API.post("/payments/{transaction}/captures")
                                .body(AlmaBodies::capture)
                                .reads((json, c) -> captured(Json.amount(json, "/amount"), c)),
                        LOOK.inquires(
                                (payment, c) ->
                                        STATES.apply(payment) == ProviderStatus.CAPTURED
                                                ? captured(c.amount(), c)
                                                : ProviderResult.notFound()))
                .on(
                        VOID,
                        API.put("/payments/{transaction}/cancel")
                                .done()
                                .beforeTransaction(ProviderResult.approved(0)),
                        LOOK.inquires(
                                Request.whether((payment, _) -> STATES.apply(payment).isOver())))
                .on(RELEASE, letGo, letGo)
                .on(
                        REFUND,
                        API.post("/payments/{transaction}/refund")
                                .body(AlmaBodies::refund)
                                .reads(REFUND_OF)
                                .on(
                                        Status.NOT_FOUND,
                                        ProviderResult.unknown("the answer shows no refund")),
                        LOOK.inquiresKnown(REFUND_OF))
                // An order does not show its parcels; the same number twice is one parcel.
                .on(SHIP, HARMLESS, shipped(), Rule.done(ProviderResult.notFound()));
    }

    /** Parcels are an order's, whose id the payment shows. */
    private static Rule shipped() {
        return LOOK.then(
                (payment, context) ->
                        ORDERS.post("/orders/{state.order}/shipment")
                                .body(AlmaBodies::shipment)
                                .done()
                                .begin(
                                        context.keeping(
                                                "order", Json.required(payment, "/orders/0/id"))));
    }

    @Override
    public Webhooks webhooks() {
        return AlmaNotifications.WEBHOOKS;
    }

    /** A payment does not show its capture; as there is one, the payment's id is its id. */
    private static ProviderResult captured(long amount, Context context) {
        return ProviderResult.approved(amount)
                .with(new Data().operation(context.requiredTransactionId()).build());
    }
}
