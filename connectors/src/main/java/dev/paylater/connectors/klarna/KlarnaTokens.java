package dev.paylater.connectors.klarna;

import dev.paylater.connector.kit.Context;
import dev.paylater.connector.kit.Data;
import dev.paylater.connector.kit.Json;
import dev.paylater.connector.kit.Request;
import dev.paylater.connector.kit.Rule;
import dev.paylater.connector.kit.Step;
import dev.paylater.provider.ProviderResult;
import dev.paylater.provider.ProviderResult.Status;
import dev.paylater.provider.UnifiedError;
import java.time.Duration;
import java.util.function.UnaryOperator;
import tools.jackson.databind.JsonNode;

/**
 * Customer tokens: consents to later payments. A page gives one only where the merchant places the
 * order itself, with the authorization that the customer gave there (docs.klarna.com, Accept Klarna
 * Payments). The token is requested first and kept before the order is, and both are repeated until
 * they are answered: a token that nobody knows pays nothing, and an authorization becomes one
 * order, whose repetition has the first answer. Orders of a token are known by their key.
 */
final class KlarnaTokens {

    /** Kept from when an order may have been placed with it: the customer's authorization. */
    private static final String AUTHORIZATION = "authorization_token";

    /** Kept of an order of a token: until when its key is known. */
    private static final String KEY_EXPIRES = "key_expires";

    private static final Duration KEY_LIFETIME = Duration.ofHours(24);

    private static final ProviderResult NOTHING_HELD = ProviderResult.approved(0);

    private static final String AUTHORIZATIONS =
            "/payments/v1/authorizations/{state." + AUTHORIZATION + "}";

    private static final Request GIVE_UP = Klarna.API.delete(AUTHORIZATIONS);

    private static final Request PLACE =
            Klarna.API
                    .post(AUTHORIZATIONS + "/order")
                    .body(KlarnaBodies::order)
                    .keptIfLost(
                            c ->
                                    new Data()
                                            .keep(AUTHORIZATION, c.kept(AUTHORIZATION))
                                            .mandate(c.mandateId())
                                            .build());

    private static final Request PLACE_BY_TOKEN =
            Klarna.API
                    .post("/customer-token/v1/tokens/{mandate}/order")
                    .header("Klarna-Idempotency-Key", Context::attemptId)
                    .body(KlarnaBodies::charge)
                    .keptIfLost(c -> new Data().keep(KEY_EXPIRES, keyExpires(c)).build());

    private static final Rule ORDER =
            Klarna.AUTHORIZATION.then(
                    (result, c) ->
                            Step.done(result.with(result.data().withMandateId(c.mandateId()))));

    /** An order without the customer; what nothing would show if it were lost is not placed. */
    static final Rule CHARGE =
            placing(PLACE_BY_TOKEN, UnaryOperator.identity(), ORDER)
                    .unless(
                            c -> !c.account().repeatsKeys(),
                            ProviderResult.invalid("An order of a token needs repeats_keys."));

    private static final Rule PURCHASE = placing(PLACE, UnaryOperator.identity(), ORDER);

    private static final Rule CREATE =
            Klarna.API
                    .post(AUTHORIZATIONS + "/customer-token")
                    .body(KlarnaBodies::token)
                    .raw(
                            (answer, c) ->
                                    answer.isSuccess()
                                            ? created(answer.json(), c)
                                            : refused(Klarna.ERRORS.result(answer), c));

    private KlarnaTokens() {}

    /** Whether a payment is made under a token, and not one that a token came with. */
    static boolean pays(Context context) {
        return context.mandateId() != null && context.kept(KlarnaPages.PAGE_ID) == null;
    }

    /** The customer has agreed on the page: their token, then the order. */
    static Step take(String authorization, Context context) {
        var authorized = context.keeping(AUTHORIZATION, authorization);
        return context.mandateId() == null ? CREATE.begin(authorized) : tokenized(authorized);
    }

    /** What has become of a payment of which no order's id is known. */
    static Rule orderOr(Rule page) {
        return repeatedOr(page, UnaryOperator.identity(), ORDER);
    }

    /** What a void does where no order's id is known, and where there is an order. */
    static Rule voidOr(Rule page, Rule order) {
        return repeatedOr(
                page, result -> result.status() == Status.DECLINED ? NOTHING_HELD : result, order);
    }

    /** An authorization that nobody has made an order of. */
    static Step giveUp(String authorization, Context context) {
        return GIVE_UP.raw(
                        (answer, _) ->
                                Step.done(
                                        answer.isSuccess() || answer.status() == 404
                                                ? NOTHING_HELD
                                                : Klarna.ERRORS.result(answer)))
                .begin(context.keeping(AUTHORIZATION, authorization));
    }

    /** Nothing shows an order but the request for it, repeated. */
    private static Rule repeatedOr(Rule page, UnaryOperator<ProviderResult> refused, Rule order) {
        return page.unless(
                        c -> c.kept(AUTHORIZATION) != null,
                        placing(PLACE, result -> refused.apply(certain(result)), order))
                .unless(
                        KlarnaTokens::pays,
                        placing(PLACE_BY_TOKEN, refused, order)
                                .repeatedByKey()
                                .unless(
                                        c -> c.isPast(KEY_EXPIRES),
                                        ProviderResult.unknown("Klarna has forgotten the key")));
    }

    private static Rule placing(Request request, UnaryOperator<ProviderResult> refused, Rule next) {
        return request.raw(
                (answer, c) -> {
                    if (answer.isSuccess()) {
                        var id = Json.required(answer.json(), "/order_id");
                        return next.begin(c.withTransactionId(id));
                    }
                    var result = refused.apply(Klarna.ERRORS.result(answer));
                    return Step.done(
                            result.status() == Status.UNKNOWN
                                    ? result.with(request.known().apply(c))
                                    : result);
                });
    }

    /**
     * A repetition is refused as the first request was, or because that was carried out and is
     * forgotten.
     */
    private static ProviderResult certain(ProviderResult result) {
        return result.status() == Status.DECLINED
                        && result.requireDecline().error().unified() != UnifiedError.DECLINED
                ? ProviderResult.unknown("the authorization may have become an order")
                : result;
    }

    private static Step created(JsonNode token, Context context) {
        return tokenized(context.withMandateId(Json.required(token, "/token_id")));
    }

    /** Without an amount the token is all that is wanted. */
    private static Step tokenized(Context context) {
        return context.netAmount() == 0
                ? Step.done(NOTHING_HELD.with(new Data().mandate(context.mandateId()).build()))
                : PURCHASE.begin(context);
    }

    /** The customer has bought all the same; one whose answer was lost may be refused again. */
    private static Step refused(ProviderResult refusal, Context context) {
        return refusal.status() == Status.DECLINED && context.netAmount() > 0
                ? PURCHASE.begin(context)
                : Step.done(refusal);
    }

    private static String keyExpires(Context context) {
        var kept = context.kept(KEY_EXPIRES);
        return kept == null ? context.firstRequestedAt().plus(KEY_LIFETIME).toString() : kept;
    }
}
