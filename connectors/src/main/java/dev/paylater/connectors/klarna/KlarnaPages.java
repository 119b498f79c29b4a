package dev.paylater.connectors.klarna;

import dev.paylater.connector.kit.Body;
import dev.paylater.connector.kit.Connector;
import dev.paylater.connector.kit.Context;
import dev.paylater.connector.kit.Errors;
import dev.paylater.connector.kit.HttpAnswer;
import dev.paylater.connector.kit.Json;
import dev.paylater.connector.kit.ProviderStatus;
import dev.paylater.connector.kit.Reading;
import dev.paylater.connector.kit.Request;
import dev.paylater.connector.kit.Rule;
import dev.paylater.connector.kit.Statuses;
import dev.paylater.connector.kit.Step;
import dev.paylater.provider.Decline;
import dev.paylater.provider.ProviderError;
import dev.paylater.provider.ProviderResult;
import dev.paylater.provider.UnifiedError;
import java.util.function.BiFunction;
import tools.jackson.databind.JsonNode;

/**
 * The hosted page, until Klarna places the order because the customer is through. A page on which
 * it failed sends the customer back and stays open for them to try again
 * (docs.klarna.com/hosted-payment-page, tracking session status and create session); so that it is
 * decided, it is switched off, unless the account's setting {@code keep_failed_pages} is true.
 */
final class KlarnaPages {

    private static final String STATUS = "/status";
    private static final String ORDER = "/order_id";
    private static final String TOKEN = "/authorization_token";
    static final String PAGE_ID = "page_id";
    private static final String PAGE_URL = "page_url";
    private static final String PAGE_EXPIRES = "page_expires";

    /** Kept of a page that was switched off: how it stood. */
    private static final String ENDED = "ended_page";

    /** Not final, though the customer is sent back. */
    private static final Statuses FAILURES =
            Statuses.at(STATUS)
                    .map(ProviderStatus.DECLINED, "FAILED")
                    .map(ProviderStatus.FAILED, "ERROR");

    private static final Statuses STATUSES =
            Statuses.at(STATUS)
                    .map(ProviderStatus.REQUIRES_ACTION, "WAITING", "BACK", "IN_PROGRESS")
                    .map(ProviderStatus.REQUIRES_ACTION, "MANUAL_ID_CHECK", "FAILED", "ERROR")
                    .map(ProviderStatus.AUTHENTICATION_FAILED, "CANCELLED")
                    .map(ProviderStatus.EXPIRED, "DISABLED", "TIMEOUT")
                    .map(ProviderStatus.AUTHORIZED, "COMPLETED");

    private static final Reading OPENED =
            Reading.of(_ -> ProviderStatus.REQUIRES_ACTION)
                    .page("/redirect_url")
                    .keep((json, data) -> data.keep(PAGE_ID, Json.required(json, "/session_id")))
                    .keep(PAGE_URL, "/redirect_url")
                    .keep(PAGE_EXPIRES, "/expires_at");

    private static final Reading PAGE = Reading.of(STATUSES).pageKept(PAGE_URL);

    /** What a page that failed comes to when it is switched off. */
    private static final Reading FAILED =
            Reading.of(FAILURES)
                    .error(ProviderStatus.FAILED, UnifiedError.UNKNOWN)
                    .keep(ENDED, STATUS);

    private static final Request LOOK = Klarna.API.get("/hpp/v1/sessions/{state.page_id}");
    private static final Request SWITCH_OFF = Klarna.API.delete("/hpp/v1/sessions/{state.page_id}");

    private KlarnaPages() {}

    /** A session that describes the order, then the page for it; neither binds anybody. */
    static Rule open() {
        var page = Klarna.API.post("/hpp/v1/sessions").body(KlarnaBodies::page).reads(OPENED);
        return Klarna.API
                .post("/payments/v1/sessions")
                .body(KlarnaBodies::session)
                .then((session, c) -> page.begin(c.keeping(KlarnaBodies.SESSION, url(session, c))));
    }

    private static String url(JsonNode session, Context context) {
        return Connector.baseUrl(Klarna.PROFILE, context.account())
                + "/payments/v1/sessions/"
                + Json.required(session, "/session_id");
    }

    /** How the page stands. */
    static Rule look() {
        return inquires((page, c) -> read(page, c, !c.account().flag("keep_failed_pages", false)));
    }

    /** After its time a page is gone; before it, one that is gone says nothing. */
    private static Rule inquires(BiFunction<JsonNode, Context, Step> next) {
        return LOOK.inquiresThen(next)
                .on(
                        ProviderResult.Status.NOT_FOUND,
                        (_, c) ->
                                c.isPast(PAGE_EXPIRES)
                                        ? ProviderResult.declined(
                                                Decline.Outcome.EXPIRED,
                                                ProviderError.of(UnifiedError.EXPIRED))
                                        : ProviderResult.unknown("the page is gone"))
                .beforeKept(PAGE_ID, ProviderResult.notFound());
    }

    private static Step read(JsonNode page, Context context, boolean endsFailed) {
        if (PAGE.status(page) == ProviderStatus.AUTHORIZED) {
            return hasOrder(page)
                    ? Klarna.AUTHORIZATION.begin(ordered(page, context))
                    : KlarnaTokens.take(Json.required(page, TOKEN), context);
        }
        if (endsFailed && FAILURES.has(page)) {
            return end(page, context);
        }
        var ended = context.kept(ENDED);
        return Step.done(
                ended != null && PAGE.status(page) == ProviderStatus.EXPIRED
                        ? FAILED.read(Body.of().put("status", ended).json())
                        : PAGE.read(page, context));
    }

    private static boolean hasOrder(JsonNode page) {
        return Json.text(page, ORDER) != null;
    }

    private static Context ordered(JsonNode page, Context context) {
        return context.withTransactionId(Json.required(page, ORDER));
    }

    /** Where that is too late, they have tried again and it went well. */
    private static Step end(JsonNode page, Context context) {
        var failed = FAILED.read(page);
        return SWITCH_OFF
                .keptIfLost(_ -> failed.data())
                .raw(
                        (answer, c) ->
                                answer.isSuccess()
                                        ? Step.done(failed)
                                        : inquires((now, x) -> read(now, x, false)).begin(c))
                .begin(context);
    }

    /** Nobody shall be able to order any more; what the customer has agreed to is given up. */
    static Rule switchOff(Rule cancel) {
        return SWITCH_OFF
                .raw(
                        (answer, c) ->
                                answer.isSuccess() || answer.status() == 404
                                        ? Step.done(ProviderResult.approved(0))
                                        : LOOK.raw((page, x) -> orderOn(page, answer, cancel, x))
                                                .begin(c))
                .beforeKept(PAGE_ID, ProviderResult.approved(0));
    }

    private static Step orderOn(HttpAnswer page, HttpAnswer refusal, Rule cancel, Context context) {
        var json = page.isSuccess() ? page.json() : Body.of().json();
        if (hasOrder(json)) {
            return cancel.begin(ordered(json, context));
        }
        var token = Json.text(json, TOKEN);
        return token == null
                ? Step.done(Klarna.ERRORS.result(refusal))
                : KlarnaTokens.giveUp(token, context);
    }

    /** Whether the page has come to an end without an order; an inquiry only. */
    static Rule isOff(Rule canceled) {
        return LOOK.raw(
                        (answer, c) -> {
                            if (answer.status() == 404) {
                                return Step.done(ProviderResult.approved(0));
                            }
                            if (!answer.isSuccess()) {
                                return Step.done(Errors.inquiryRefused(answer));
                            }
                            var page = answer.json();
                            return hasOrder(page)
                                    ? canceled.begin(ordered(page, c))
                                    : Step.done(
                                            PAGE.status(page).isOver()
                                                    ? ProviderResult.approved(0)
                                                    : ProviderResult.notFound());
                        })
                .beforeKept(PAGE_ID, ProviderResult.approved(0));
    }
}
