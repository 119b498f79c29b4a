package dev.paylater.connector.provider.klarna;

import static dev.paylater.connector.provider.HttpAnswer.requiredText;
import static dev.paylater.connector.provider.HttpAnswer.text;

import dev.paylater.connector.provider.Account;
import dev.paylater.connector.provider.HttpAnswer;
import dev.paylater.connector.provider.HttpCall.Method;
import dev.paylater.connector.provider.Order;
import dev.paylater.connector.provider.Outcome;
import dev.paylater.connector.provider.ProviderError;
import dev.paylater.connector.provider.StatusTable;
import dev.paylater.connector.provider.Step;
import dev.paylater.connector.provider.Told;
import dev.paylater.connector.provider.UnifiedError;
import dev.paylater.connector.provider.Verdict;
import dev.paylater.connector.provider.Verdict.Refused;
import java.util.Map;
import java.util.function.Function;

/**
 * The hosted page, until Klarna places the order because the customer is through. A page on which
 * it failed could still be tried again: when the customer has come back from it, it is switched
 * off, unless the account's setting {@code keep_failed_pages} is true.
 */
final class KlarnaPages {

    /** Under this name the page's id is kept for later operations. */
    static final String PAGE_ID = "page_id";

    static final String PAGE_URL = "page_url";

    /** Kept when the page was switched off because Klarna had declined on it. */
    private static final String DECLINED = "declined_on_page";

    private enum Standing {
        OPEN,
        FAILED,
        LEFT,
        OFF,
        BROKEN,
        ORDERED
    }

    private static final StatusTable<Standing> STANDINGS =
            new StatusTable<>(
                    "status",
                    Map.of(
                            "WAITING", Standing.OPEN,
                            "BACK", Standing.OPEN,
                            "IN_PROGRESS", Standing.OPEN,
                            "MANUAL_ID_CHECK", Standing.OPEN,
                            "FAILED", Standing.FAILED,
                            "CANCELLED", Standing.LEFT,
                            "DISABLED", Standing.OFF,
                            "TIMEOUT", Standing.OFF,
                            "ERROR", Standing.BROKEN,
                            "COMPLETED", Standing.ORDERED));

    private KlarnaPages() {}

    /** How the page stands, without any effect. */
    static Step look(Order order, Account account) {
        return looked(order, account, false);
    }

    /** The customer is back from the page. */
    static Step back(Order order, Account account) {
        return looked(order, account, !account.settings().at("keep_failed_pages").asBoolean(false));
    }

    private static Step looked(Order order, Account account, boolean endFailed) {
        var page = order.state().get(PAGE_ID);
        if (page == null) {
            // Whatever was begun, its address never reached the customer.
            return Step.done(new Verdict.NotFound());
        }
        return Step.call(
                KlarnaCalls.page(account, Method.GET, page),
                answer ->
                        answer.status() == 404
                                ? Step.done(new Verdict.NotFound())
                                : read(answer, order, account, endFailed));
    }

    private static Step read(HttpAnswer answer, Order order, Account account, boolean endFailed) {
        var page = KlarnaReading.known(answer);
        return switch (STANDINGS.of(page)) {
            case OPEN -> waiting(order);
            case FAILED -> endFailed ? end(order, account) : waiting(order);
            case LEFT -> ended(UnifiedError.CUSTOMER_ACTION_FAILED, "The customer cancelled.");
            case OFF ->
                    order.state().containsKey(DECLINED)
                            ? declined()
                            : ended(UnifiedError.EXPIRED, "The page is not open any more.");
            case BROKEN ->
                    Step.done(
                            KlarnaErrors.declined(
                                    Refused.FAILURE,
                                    ProviderError.of(
                                            UnifiedError.UNKNOWN, "Klarna's page has failed.")));
            case ORDERED -> {
                var orderId = requiredText(page, "order_id");
                yield Step.call(
                        KlarnaCalls.order(account, orderId),
                        found -> KlarnaReading.authorization(found, order));
            }
        };
    }

    private static Step waiting(Order order) {
        return Step.done(
                new Verdict.CustomerAction("redirect_to_url", order.state().get(PAGE_URL)));
    }

    private static Step end(Order order, Account account) {
        var page = String.valueOf(order.state().get(PAGE_ID));
        var known = Told.NOTHING.withState(DECLINED, "true");
        return new Step.Call(
                KlarnaCalls.page(account, Method.DELETE, page),
                known,
                answer -> {
                    if (answer.isSuccess()) {
                        return declined();
                    }
                    // He tried again and it went well.
                    return look(order, account);
                });
    }

    private static Step declined() {
        return Step.done(
                new Outcome(
                        KlarnaErrors.declined(
                                        Refused.AUTHORIZATION_FAILED,
                                        ProviderError.of(
                                                UnifiedError.DECLINED,
                                                "Klarna declined the purchase."))
                                .verdict(),
                        Told.NOTHING.withState(DECLINED, "true")));
    }

    private static Step ended(UnifiedError error, String message) {
        return Step.done(
                KlarnaErrors.declined(
                        Refused.AUTHENTICATION_FAILED, ProviderError.of(error, message)));
    }

    /** Nobody shall be able to order any more; an order that is there already is told. */
    static Step switchOff(Order order, Account account, Function<String, Step> ordered) {
        var page = order.state().get(PAGE_ID);
        if (page == null) {
            return Step.done(new Verdict.Approved(0, false));
        }
        return Step.call(
                KlarnaCalls.page(account, Method.DELETE, page),
                answer ->
                        answer.isSuccess() || answer.status() == 404
                                ? Step.done(new Verdict.Approved(0, false))
                                : orderOf(account, page, answer, ordered));
    }

    private static Step orderOf(
            Account account, String page, HttpAnswer refusal, Function<String, Step> ordered) {
        return Step.call(
                KlarnaCalls.page(account, Method.GET, page),
                answer -> {
                    var orderId = answer.isSuccess() ? text(answer.json(), "order_id") : null;
                    return orderId == null ? KlarnaErrors.refusal(refusal) : ordered.apply(orderId);
                });
    }

    /** Whether the page has come to an end without an order; asks only. */
    static Step isOff(Order order, Account account, Function<String, Step> ordered) {
        var page = order.state().get(PAGE_ID);
        if (page == null) {
            return Step.done(new Verdict.Approved(0, false));
        }
        return Step.call(
                KlarnaCalls.page(account, Method.GET, page),
                answer -> {
                    if (answer.status() == 404) {
                        return Step.done(new Verdict.Approved(0, false));
                    }
                    return switch (STANDINGS.of(answer.json())) {
                        case OPEN, FAILED -> Step.done(new Verdict.NotFound());
                        case LEFT, OFF, BROKEN -> Step.done(new Verdict.Approved(0, false));
                        case ORDERED -> ordered.apply(requiredText(answer.json(), "order_id"));
                    };
                });
    }
}
