package dev.paylater.connectors.klarna;

import dev.paylater.connector.kit.Connector;
import dev.paylater.connector.kit.Context;
import dev.paylater.connector.kit.Data;
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
import dev.paylater.provider.ProviderData;
import dev.paylater.provider.ProviderError;
import dev.paylater.provider.ProviderResult;
import dev.paylater.provider.UnifiedError;
import tools.jackson.databind.JsonNode;

/**
 * The hosted page, until Klarna places the order because the customer is through. A page on which
 * it failed could still be tried again: when the customer has come back from it, it is switched
 * off, unless the account's setting {@code keep_failed_pages} is true.
 */
final class KlarnaPages {

    private static final String PAGE_ID = "page_id";
    private static final String PAGE_URL = "page_url";

    /** Kept when the page was switched off because Klarna had declined on it. */
    private static final String DECLINED = "declined_on_page";

    private static final ProviderData DECLINED_ON_PAGE = new Data().keep(DECLINED, "true").build();

    private static final Statuses STATUSES =
            Statuses.at("/status")
                    .map(
                            ProviderStatus.REQUIRES_ACTION,
                            "WAITING",
                            "BACK",
                            "IN_PROGRESS",
                            "MANUAL_ID_CHECK")
                    .map(ProviderStatus.DECLINED, "FAILED")
                    .map(ProviderStatus.AUTHENTICATION_FAILED, "CANCELLED")
                    .map(ProviderStatus.EXPIRED, "DISABLED", "TIMEOUT")
                    .map(ProviderStatus.FAILED, "ERROR")
                    .map(ProviderStatus.AUTHORIZED, "COMPLETED");

    private static final Reading OPENED =
            Reading.of(_ -> ProviderStatus.REQUIRES_ACTION)
                    .page("/redirect_url")
                    .keep((json, data) -> data.keep(PAGE_ID, Json.required(json, "/session_id")))
                    .keep(PAGE_URL, "/redirect_url");

    /** A page on which Klarna has declined is still open. */
    private static final Reading PAGE =
            Reading.of(
                            page ->
                                    STATUSES.apply(page) == ProviderStatus.DECLINED
                                            ? ProviderStatus.REQUIRES_ACTION
                                            : STATUSES.apply(page))
                    .pageKept(PAGE_URL)
                    .error(ProviderStatus.FAILED, UnifiedError.UNKNOWN);

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

    /** How the page stands, without any effect. */
    static Rule look() {
        return LOOK.inquiresThen((page, c) -> read(page, c, false));
    }

    /** The customer is back from the page. */
    static Rule back() {
        return LOOK.inquiresThen(
                (page, c) -> read(page, c, !c.account().flag("keep_failed_pages", false)));
    }

    private static Step read(JsonNode page, Context context, boolean endFailed) {
        var status = STATUSES.apply(page);
        if (status == ProviderStatus.AUTHORIZED) {
            return Klarna.AUTHORIZATION.begin(ordered(page, context));
        }
        if (status == ProviderStatus.DECLINED && endFailed) {
            return end(context);
        }
        return status == ProviderStatus.EXPIRED && context.kept(DECLINED) != null
                ? declinedOnPage()
                : Step.done(PAGE.read(page, context));
    }

    private static Context ordered(JsonNode page, Context context) {
        return context.withTransactionId(Json.required(page, "/order_id"));
    }

    private static Step end(Context context) {
        return SWITCH_OFF
                .knowing(_ -> DECLINED_ON_PAGE)
                .raw(
                        (answer, c) ->
                                answer.isSuccess()
                                        ? declinedOnPage()
                                        // They tried again and it went well.
                                        : look().begin(c))
                .begin(context);
    }

    private static Step declinedOnPage() {
        return Step.done(
                ProviderResult.declined(
                                Decline.Outcome.AUTHORIZATION_FAILED,
                                ProviderError.of(
                                        UnifiedError.DECLINED, "Klarna declined the purchase."))
                        .with(DECLINED_ON_PAGE));
    }

    /** Nobody shall be able to order any more; an order that is there already is canceled. */
    static Rule switchOff(Rule cancel) {
        return SWITCH_OFF
                .raw(
                        (answer, c) ->
                                answer.isSuccess() || answer.status() == 404
                                        ? Step.done(ProviderResult.approved(0))
                                        : LOOK.raw((page, x) -> orderOn(page, answer, cancel, x))
                                                .begin(c))
                .unless(c -> c.kept(PAGE_ID) == null, ProviderResult.approved(0));
    }

    private static Step orderOn(HttpAnswer page, HttpAnswer refusal, Rule cancel, Context context) {
        return page.isSuccess() && Json.text(page.json(), "/order_id") != null
                ? cancel.begin(ordered(page.json(), context))
                : Step.done(Klarna.ERRORS.result(refusal));
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
                            var status = STATUSES.apply(answer.json());
                            return status == ProviderStatus.AUTHORIZED
                                    ? canceled.begin(ordered(answer.json(), c))
                                    : Step.done(
                                            PAGE.status(answer.json())
                                                            == ProviderStatus.REQUIRES_ACTION
                                                    ? ProviderResult.notFound()
                                                    : ProviderResult.approved(0));
                        })
                .unless(c -> c.kept(PAGE_ID) == null, ProviderResult.approved(0));
    }
}
