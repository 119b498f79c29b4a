package dev.paylater.connector.provider.klarna;

import static dev.paylater.connector.provider.HttpAnswer.requiredText;

import dev.paylater.connector.provider.Account;
import dev.paylater.connector.provider.HttpCall.Method;
import dev.paylater.connector.provider.Order;
import dev.paylater.connector.provider.Outcome;
import dev.paylater.connector.provider.Step;
import dev.paylater.connector.provider.Told;
import dev.paylater.connector.provider.Verdict;
import java.net.URI;

/** The two calls after which the customer can be sent to Klarna; neither binds anybody. */
final class KlarnaOpening {

    private static final String SESSIONS = "/payments/v1/sessions";

    private KlarnaOpening() {}

    /** A session that describes the order, then the page for it. */
    static Step open(Order order, Account account, URI base) {
        if (order.country() == null) {
            return Step.done(Verdict.invalid("Klarna needs the country of the billing address."));
        }
        return Step.call(
                KlarnaCalls.of(account, Method.POST, SESSIONS)
                        .withJson(KlarnaBodies.session(order, account)),
                answer ->
                        answer.isSuccess()
                                ? page(
                                        order,
                                        account,
                                        base
                                                + SESSIONS
                                                + "/"
                                                + requiredText(answer.json(), "session_id"))
                                : KlarnaErrors.refusal(answer));
    }

    private static Step page(Order order, Account account, String session) {
        return Step.call(
                KlarnaCalls.of(account, Method.POST, "/hpp/v1/sessions")
                        .withJson(KlarnaBodies.page(order, account, session)),
                answer -> {
                    if (!answer.isSuccess()) {
                        return KlarnaErrors.refusal(answer);
                    }
                    var page = answer.json();
                    var url = requiredText(page, "redirect_url");
                    return Step.done(
                            new Outcome(
                                    Verdict.redirect(url),
                                    Told.NOTHING
                                            .withState(
                                                    KlarnaPages.PAGE_ID,
                                                    requiredText(page, "session_id"))
                                            .withState(KlarnaPages.PAGE_URL, url)));
                });
    }
}
