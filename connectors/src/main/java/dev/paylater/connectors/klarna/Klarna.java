package dev.paylater.connectors.klarna;

import static dev.paylater.connector.kit.Capabilities.Idempotency.HARMLESS;
import static dev.paylater.connector.kit.Capabilities.Idempotency.KEY;
import static dev.paylater.connector.kit.Operation.AUTHORIZE;
import static dev.paylater.connector.kit.Operation.CAPTURE;
import static dev.paylater.connector.kit.Operation.COMPLETE_AUTHORIZE;
import static dev.paylater.connector.kit.Operation.INCREMENT;
import static dev.paylater.connector.kit.Operation.REFUND;
import static dev.paylater.connector.kit.Operation.RELEASE;
import static dev.paylater.connector.kit.Operation.SHIP;
import static dev.paylater.connector.kit.Operation.VOID;

import dev.paylater.connector.kit.Account;
import dev.paylater.connector.kit.Api;
import dev.paylater.connector.kit.Authentication;
import dev.paylater.connector.kit.BadAccount;
import dev.paylater.connector.kit.Books;
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
import dev.paylater.provider.UnifiedError;
import java.net.URI;
import java.util.Set;
import java.util.function.BiPredicate;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * Klarna by its hosted page: Klarna itself places the order when the customer is through, so that
 * no second call of ours can be lost between their approval and the order. A customer token comes
 * only with an order that the merchant places: that call is repeated until it is answered, see
 * {@link KlarnaTokens}. Settings of the account: {@code region} (empty, {@code -na} or {@code -oc})
 * and {@code playground} choose the address, unless it has one itself.
 */
public final class Klarna implements Provider {

    private static final Set<String> REGIONS = Set.of("", "-na", "-oc");

    static final Errors ERRORS =
            Errors.at("/error_code")
                    .message("/error_messages/0", "/error_message")
                    .reason("/error_messages/1")
                    .unauthorized("UNAUTHORIZED", "NOT_AUTHORIZED", "MERCHANT_INACTIVE")
                    // Each country needs an agreement, and each has one currency.
                    .unconfigured("purchase_country", "purchase_currency")
                    // A request under the same key may still be under way.
                    .result(ProviderResult.unknown("Klarna is still working on it"), 408, 409)
                    .status(UnifiedError.INVALID_DATA, 400, 404, 413, 422)
                    // A 403 whose code is not named here is the account's fault.
                    .map(UnifiedError.INVALID_DATA, "INVALID_OPERATION", "TOKEN_NOT_FOUND")
                    .map(UnifiedError.INVALID_DATA, "TOKEN_SUSPENDED", "TOKEN_CANCELLED")
                    .map(UnifiedError.INVALID_DATA, "TOKEN_FORBIDDEN")
                    .map(UnifiedError.DECLINED, "CAPTURE_NOT_ALLOWED", "REFUND_NOT_ALLOWED")
                    .map(UnifiedError.DECLINED, "CANCEL_NOT_ALLOWED", "NOT_ALLOWED", "REJECTED")
                    .map(UnifiedError.DECLINED, "PAYMENT_METHOD_FAILED")
                    .map(UnifiedError.DECLINED, "UNAVAILABLE_PAYMENT_METHOD")
                    .map(UnifiedError.DECLINED, "PAYMENT_METHOD_CURRENCY_MISMATCH");

    static final Api API = new Api("", Authentication.basic("username", "password"), ERRORS);

    private static final Statuses FRAUD =
            Statuses.at("/fraud_status")
                    .map(ProviderStatus.AUTHORIZED, "ACCEPTED", "ACCEPTED_AFTER_REVIEW")
                    .map(ProviderStatus.PENDING, "PENDING")
                    .map(ProviderStatus.FAILED, "REJECTED", "REJECTED_AFTER_REVIEW", "STOPPED");

    private static final Statuses ORDER_STATUSES =
            Statuses.at("/status")
                    .map(ProviderStatus.AUTHORIZED, "AUTHORIZED", "PART_CAPTURED", "CAPTURED")
                    // No more captures; whether there were any is the question.
                    .map(ProviderStatus.CANCELED, "CANCELLED", "CLOSED")
                    .map(ProviderStatus.EXPIRED, "EXPIRED");

    private static final Reading ORDER =
            Reading.of(Klarna::authorization)
                    .transaction("/order_id")
                    .reference("/klarna_reference")
                    .amount("/order_amount")
                    .books(
                            Books.at("/captured_amount"),
                            Books.at("/refunded_amount"),
                            (order, _) -> released(order))
                    .authorizedUntil("/expires_at")
                    .error(ProviderStatus.FAILED, UnifiedError.FRAUD_SUSPECTED)
                    .keep((_, data) -> data.incrementalAllowed());

    private static final Request LOOK = API.get("/ordermanagement/v1/orders/{transaction}");

    /** The order as the result of its authorization. */
    static final Rule AUTHORIZATION =
            LOOK.keptIfLost(
                            c ->
                                    new Data()
                                            .transaction(c.transactionId())
                                            .mandate(c.mandateId())
                                            .build())
                    .inquiresKnown(ORDER);

    static final Profile PROFILE =
            Profile.of("klarna", Klarna::live)
                    .account(KlarnaAccount.FORM)
                    .shopfront(
                            Shopfront.of("Klarna")
                                    .terms(
                                            "https://www.klarna.com/international/terms-and-conditions/")
                                    .needs(CustomerField.EMAIL))
                    .products(KlarnaBodies.PRODUCT)
                    // The local currency of each country alone.
                    .market("AUD", "AU")
                    .market("CAD", "CA")
                    .market("CHF", "CH")
                    .market("CZK", "CZ")
                    .market("DKK", "DK")
                    .market(
                            "EUR", "AT", "BE", "DE", "ES", "FI", "FR", "GR", "IE", "IT", "NL", "PT",
                            "SK")
                    .market("GBP", "GB")
                    .market("HUF", "HU")
                    .market("MXN", "MX")
                    .market("NOK", "NO")
                    .market("NZD", "NZ")
                    .market("PLN", "PL")
                    .market("RON", "RO")
                    .market("SEK", "SE")
                    .market("USD", "US")
                    .paymentMethodTypes(KlarnaBodies.CATEGORIES.keySet())
                    .features(
                            Feature.BIRTH_DATE,
                            Feature.CUSTOMER_HISTORY,
                            Feature.LOCALE,
                            Feature.ORDER_REFERENCE,
                            Feature.CAPTURE_LINES,
                            Feature.REFUND_LINES,
                            Feature.SHIPMENTS_OF_CAPTURES,
                            Feature.SHIPMENT_LINKS,
                            Feature.NATIVE_AUTOMATIC_CAPTURE,
                            Feature.B2B,
                            Feature.MANDATES,
                            Feature.MANDATE_SETUP,
                            Feature.LATE_DECISION,
                            Feature.SHOWS_BOOKS,
                            Feature.AUTHORIZED_UNTIL,
                            Feature.WEBHOOKS);

    @Override
    public Profile profile() {
        return PROFILE;
    }

    @Override
    public Operations operations() {
        var authorization =
                AUTHORIZATION.beforeTransaction(KlarnaTokens.orderOr(KlarnaPages.look()));
        var cancel = write("cancel").done().orReached(LOOK, (order, _) -> isCanceled(order));
        var canceled = when((order, _) -> isCanceled(order));
        return new Operations(API, KEY)
                .lookedAt(LOOK)
                // A session that nobody sees promises nothing; an order of a token has its key.
                .on(
                        AUTHORIZE,
                        HARMLESS,
                        KlarnaPages.open().unless(KlarnaTokens::pays, KlarnaTokens.CHARGE),
                        authorization)
                .on(COMPLETE_AUTHORIZE, HARMLESS, authorization, authorization)
                .on(
                        CAPTURE,
                        write("captures").body(KlarnaBodies::capture).doneAs("Capture-Id"),
                        listed("/captures", "/capture_id", "/captured_amount"))
                .on(
                        REFUND,
                        write("refunds").body(KlarnaBodies::refund).doneAs("Refund-Id"),
                        listed("/refunds", "/refund_id", "/refunded_amount"))
                .on(
                        VOID,
                        cancel.beforeTransaction(
                                KlarnaTokens.voidOr(KlarnaPages.switchOff(cancel), cancel)),
                        canceled.beforeTransaction(
                                KlarnaTokens.voidOr(KlarnaPages.isOff(canceled), canceled)))
                .on(
                        RELEASE,
                        write("release-remaining-authorization")
                                .done()
                                .orReached(LOOK, (order, _) -> hasNothingLeft(order)),
                        when((order, _) -> hasNothingLeft(order)))
                .on(
                        INCREMENT,
                        API.patch("/ordermanagement/v1/orders/{transaction}/authorization")
                                .keyed("Klarna-Idempotency-Key")
                                .body(KlarnaBodies::increase)
                                .done(),
                        when((order, c) -> Json.amount(order, "/order_amount") >= c.amount()))
                .on(SHIP, shipped(), when(KlarnaShipments::isKnown));
    }

    /** They are not signed; a fraud decision has no id of its own, and comes once an order. */
    @Override
    public Webhooks webhooks() {
        return Webhooks.proven("/event_id", "/order_id", "/event_type");
    }

    private static URI live(Account account) {
        var region = account.setting("region", "");
        if (!REGIONS.contains(region)) {
            throw new BadAccount("region must be empty, -na or -oc");
        }
        var playground = account.flag("playground", false);
        return URI.create(
                "https://api" + region + (playground ? ".playground" : "") + ".klarna.com");
    }

    /** A write of order management; Klarna looks at the key alone, never at the body. */
    private static Request write(String operation) {
        return API.post("/ordermanagement/v1/orders/{transaction}/" + operation)
                .keyed("Klarna-Idempotency-Key");
    }

    /** A capture or refund is found in its order by the reference that we gave it. */
    private static Rule listed(String list, String id, String amount) {
        return LOOK.inquiresKnown(
                Request.entry(
                        list,
                        "/reference",
                        Context::operationId,
                        Reading.success().operation(id).amount(amount)));
    }

    /** An order that Klarna captures itself has one capture, whose id only the order shows. */
    private static Rule shipped() {
        return shippingInfo("{capture}")
                .unless(
                        context -> context.captureId() == null,
                        LOOK.then(
                                (order, context) ->
                                        shippingInfo("{state.capture}")
                                                .begin(
                                                        context.keeping(
                                                                "capture",
                                                                Json.required(
                                                                        order,
                                                                        "/captures/0/capture_id")))));
    }

    private static Rule shippingInfo(String capture) {
        return write("captures/" + capture + "/shipping-info").body(KlarnaShipments::body).done();
    }

    private static Rule when(BiPredicate<JsonNode, Context> done) {
        return LOOK.inquiresKnown(Request.whether(done));
    }

    private static ProviderStatus authorization(JsonNode order) {
        var fraud = FRAUD.apply(order);
        if (fraud != ProviderStatus.AUTHORIZED) {
            return fraud;
        }
        var status = ORDER_STATUSES.apply(order);
        var captured = Json.amount(order, "/captured_amount") > 0;
        return captured && !isCanceled(order) ? ProviderStatus.CAPTURED : status;
    }

    private static boolean isCanceled(JsonNode order) {
        ORDER_STATUSES.apply(order);
        return "CANCELLED".equals(Json.text(order, "/status"));
    }

    /** The order's amount was lowered, or what was left of it released. */
    private static @Nullable Long released(JsonNode order) {
        var remaining = order.path("remaining_authorized_amount");
        if (!remaining.isIntegralNumber()) {
            return null;
        }
        var authorized =
                Math.max(
                        Json.amount(order, "/order_amount"),
                        order.path("original_order_amount").asLong(0));
        return Math.max(
                0, authorized - Json.amount(order, "/captured_amount") - remaining.longValue());
    }

    private static boolean hasNothingLeft(JsonNode order) {
        return Json.amount(order, "/remaining_authorized_amount") == 0;
    }
}
