package dev.paylater.connectors.sezzle;

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
import dev.paylater.connector.kit.CustomerField;
import dev.paylater.connector.kit.Data;
import dev.paylater.connector.kit.Errors;
import dev.paylater.connector.kit.HttpAnswer;
import dev.paylater.connector.kit.Json;
import dev.paylater.connector.kit.Login;
import dev.paylater.connector.kit.Operations;
import dev.paylater.connector.kit.Plan;
import dev.paylater.connector.kit.Profile;
import dev.paylater.connector.kit.Provider;
import dev.paylater.connector.kit.ProviderStatus;
import dev.paylater.connector.kit.Reading;
import dev.paylater.connector.kit.Request;
import dev.paylater.connector.kit.Rule;
import dev.paylater.connector.kit.Secret;
import dev.paylater.connector.kit.Shopfront;
import dev.paylater.connector.kit.Statuses;
import dev.paylater.connector.kit.Step;
import dev.paylater.connector.kit.Verifications;
import dev.paylater.connector.kit.Webhooks;
import dev.paylater.provider.ProviderData;
import dev.paylater.provider.ProviderResult;
import dev.paylater.provider.ProviderResult.Status;
import dev.paylater.provider.UnifiedError;
import java.time.Duration;
import java.time.Period;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * Sezzle (docs.sezzle.com, version 2): a session, the customer's consent on its checkout, and with
 * it an authorization, captured at once where the intent says so. Integer cents. A request id makes
 * writes repeatable; what an order lists of captures and refunds has nothing of ours, so that one
 * whose answer was lost is found by the same request once more. The session's token leads to the id
 * of a customer who agrees to later orders on the checkout, and that id is the mandate. No order is
 * found by the merchant's reference: one under a mandate is inquired about by the same request,
 * too.
 */
public final class Sezzle implements Provider {

    private static final String PAGE = "page";
    private static final String TOKEN = "token";
    private static final String REQUEST_ID = "Sezzle-Request-Id";

    /** As documented; the answer's own time of expiry is not needed for it. */
    private static final Duration TOKEN_LIFETIME = Duration.ofHours(2);

    /** {@code [{"code", "location", "message"}]}; some say one such object. */
    private static final Errors ERRORS =
            Errors.at("/0/code", "/code")
                    .message("/0/message", "/message")
                    .map(UnifiedError.EXPIRED, "checkout_expired", "token_is_expired")
                    .map(UnifiedError.DECLINED, "invalid_authorization")
                    .status(UnifiedError.INVALID_DATA, 400, 404, 422);

    private static final Api API =
            new Api(
                    "/v2",
                    Authentication.login(
                            "/v2/authentication",
                            account ->
                                    Body.of()
                                            .put("public_key", account.credential("public_key"))
                                            .put("private_key", account.credential("private_key")),
                            json ->
                                    new Login.Token(
                                            new Secret(Json.required(json, "/token")),
                                            TOKEN_LIFETIME)),
                    ERRORS);

    /** How the checkout ended; what has become of the money is in the authorization. */
    private static final Statuses CHECKOUTS =
            Statuses.at("/checkout_status", "/authorization/approved")
                    .map(ProviderStatus.REQUIRES_ACTION, "active")
                    .map(ProviderStatus.AUTHORIZED, "complete true")
                    .map(ProviderStatus.DECLINED, "complete false", "denied")
                    // Released, or never completed.
                    .map(ProviderStatus.CANCELED, "deleted true")
                    .map(ProviderStatus.EXPIRED, "deleted");

    /** An order that was made without a checkout need not have the status of one. */
    private static final Statuses DECISIONS =
            Statuses.at("/authorization/approved")
                    .map(ProviderStatus.AUTHORIZED, "true")
                    .map(ProviderStatus.DECLINED, "false");

    private static final Reading CREATED =
            Reading.of(_ -> ProviderStatus.REQUIRES_ACTION)
                    .transaction("/order/uuid")
                    .page("/order/checkout_url")
                    .keep(PAGE, "/order/checkout_url")
                    // A sample shows it within the order.
                    .keep(TOKEN, "/order/tokenize/token")
                    .keep(TOKEN, "/tokenize/token");

    private static final Reading ORDER =
            Reading.of(Sezzle::authorization)
                    .about("/uuid", Context::requiredTransactionId)
                    .transaction("/uuid")
                    .pageKept(PAGE)
                    .amount("/authorization/authorization_amount/amount_in_cents")
                    .authorizedUntil("/authorization/expiration")
                    .books((o, _) -> total(o, "captures"), (o, _) -> total(o, "refunds"))
                    .keep(Sezzle::orderData);

    private static final Request LOOK = API.get("/order/{transaction}");
    private static final Request CONSENT = API.get("/token/{state.token}/session");

    @Override
    public Profile profile() {
        return Profile.of("sezzle", "https://gateway.sezzle.com")
                .account(SezzleAccount.FORM)
                .shopfront(
                        Shopfront.of("Sezzle")
                                .needs(CustomerField.EMAIL)
                                .plan(Plan.parts(4, Period.ofWeeks(2))))
                .currencies("USD", "CAD")
                .countries("US", "CA")
                .paymentMethodTypes(Set.of("installment_invoice"))
                .features(
                        Feature.DESCRIPTION,
                        Feature.LOCALE,
                        Feature.ORDER_REFERENCE,
                        Feature.NATIVE_AUTOMATIC_CAPTURE,
                        Feature.SHOWS_BOOKS,
                        Feature.AUTHORIZED_UNTIL,
                        Feature.WEBHOOKS);
    }

    @Override
    public Operations operations() {
        var look = LOOK.inquires(ORDER);
        var capture = change("capture", SezzleBodies::capture);
        var refund = change("refund", SezzleBodies::price);
        var release = change("release", SezzleBodies::price).orReached(LOOK, Sezzle::isLetGo);
        var authorization = look.then(Sezzle::consented);
        var withoutCustomer =
                API.post("/customer/{mandate}/order")
                        // There is one order an attempt, whatever inquires about it.
                        .header(REQUEST_ID, Context::attemptId)
                        .body(SezzleBodies::order)
                        .then(Sezzle::placed);
        var letGo = LOOK.inquires(Request.whether(Sezzle::isLetGo));
        return new Operations(API, KEY)
                .lookedAt(LOOK)
                // A checkout that nobody gets to see promises nothing and expires.
                .on(
                        AUTHORIZE,
                        HARMLESS,
                        API.post("/session").body(SezzleBodies::session).reads(CREATED),
                        authorization)
                .on(COMPLETE_AUTHORIZE, HARMLESS, authorization, authorization)
                .underMandate(
                        withoutCustomer,
                        withoutCustomer
                                .repeatedByKey()
                                .unless(c -> c.transactionId() != null, look))
                .on(CAPTURE, capture, listed("captures", capture))
                .on(
                        VOID,
                        voided(release).beforeTransaction(ProviderResult.approved(0)),
                        letGo.beforeTransaction(ProviderResult.approved(0)))
                .on(RELEASE, release, letGo)
                .on(REFUND, refund, listed("refunds", refund));
    }

    @Override
    public Webhooks webhooks() {
        return Webhooks.changes(
                        Verifications.hmac("Sezzle-Signature"), "/data/reference_id", "/uuid")
                .provedBy("private_key");
    }

    private static Rule change(String operation, Function<Context, Body> body) {
        return API.post("/order/{transaction}/" + operation)
                .keyed(REQUEST_ID)
                .body(body)
                .reads(Reading.success().operation("/uuid"));
    }

    /**
     * An answer without an error can be a refusal; of what was captured at once it says nothing.
     */
    private static Step placed(JsonNode order, Context context) {
        var known = context.withTransactionId(Json.required(order, "/uuid"));
        return DECISIONS.apply(order) == ProviderStatus.AUTHORIZED
                ? LOOK.keptIfLost(c -> new Data().transaction(c.transactionId()).build())
                        .inquiresKnown(ORDER)
                        .begin(known)
                : Step.done(ORDER.read(order, known));
    }

    /** A customer who agreed to later payments has an id; one who did not has paid all the same. */
    private static Step consented(ProviderResult order, Context context) {
        var held = order.status() == Status.APPROVED || order.status() == Status.CAPTURED;
        if (!held || context.kept(TOKEN) == null || context.mandateId() != null) {
            return Step.done(order);
        }
        return CONSENT.keptIfLost(_ -> order.data())
                .raw((answer, _) -> Step.done(order.with(mandate(answer, order.data()))))
                .begin(context);
    }

    private static ProviderData mandate(HttpAnswer answer, ProviderData order) {
        return answer.isSuccess()
                ? order.withMandateId(Json.text(answer.json(), "/customer/uuid"))
                : order;
    }

    /** Where something of this amount is there, the same request says whether it is ours. */
    private static Rule listed(String list, Rule request) {
        var repeated = request.repeatedByKey();
        return LOOK.inquiresThen(
                (order, c) ->
                        entries(order, list).anyMatch(entry -> cents(entry) == c.amount())
                                ? repeated.begin(c)
                                : Step.done(ProviderResult.notFound()));
    }

    /** A checkout is deleted, which is refused once the customer has completed it. */
    private static Rule voided(Rule release) {
        var delete =
                API.delete("/order/{transaction}/checkout")
                        .raw(
                                (answer, c) ->
                                        answer.isSuccess()
                                                ? Step.done(ProviderResult.approved(0))
                                                : release.begin(c));
        return LOOK.then(
                (order, c) ->
                        authorization(order) == ProviderStatus.REQUIRES_ACTION
                                ? delete.begin(c)
                                : release.begin(c));
    }

    private static ProviderStatus authorization(JsonNode order) {
        var status = (order.has("checkout_status") ? CHECKOUTS : DECISIONS).apply(order);
        var captured = total(order, "captures");
        return captured != null && captured > 0 ? ProviderStatus.CAPTURED : status;
    }

    /** Whether nothing is held: it is over, or captures and releases make the order. */
    private static boolean isLetGo(JsonNode order, Context context) {
        var captured = total(order, "captures");
        var released = total(order, "releases");
        return authorization(order).isOver()
                || (captured != null
                        && released != null
                        && captured + released
                                >= Json.amount(order, "/order_amount/amount_in_cents"));
    }

    /** The dashboard has another id of the order, as soon as its checkout is completed. */
    private static void orderData(JsonNode order, Data data) {
        var shown = Json.text(order, "/authorization/sezzle_order_id");
        data.reference(shown == null ? Json.text(order, "/uuid") : shown);
        if ("CAPTURE".equals(Json.text(order, "/intent"))) {
            data.operation(Json.text(order, "/authorization/captures/0/uuid"));
        }
    }

    private static @Nullable Long total(JsonNode order, String list) {
        return order.path("authorization").isObject()
                ? entries(order, list).mapToLong(Sezzle::cents).sum()
                : null;
    }

    private static Stream<JsonNode> entries(JsonNode order, String list) {
        return StreamSupport.stream(order.path("authorization").path(list).spliterator(), false);
    }

    /** A newer form of an entry has its cents beside its id. */
    private static long cents(JsonNode entry) {
        return Json.amount(
                entry, entry.has("amount") ? "/amount/amount_in_cents" : "/amount_in_cents");
    }
}
