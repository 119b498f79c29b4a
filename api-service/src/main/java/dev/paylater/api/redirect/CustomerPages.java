package dev.paylater.api.redirect;

import dev.paylater.api.document.PaymentDocument;
import dev.paylater.api.http.Answer;
import dev.paylater.api.http.ContentPolicy;
import org.springframework.stereotype.Component;

/** Where a customer goes from here: on to the provider, back to the shop, or to the outcome. */
@Component
public final class CustomerPages {

    private static final String WAITING = "requires_customer_action";

    private final ReturnUrls returnUrls;

    CustomerPages(ReturnUrls returnUrls) {
        this.returnUrls = returnUrls;
    }

    /**
     * To the provider's page as long as the customer is wanted there, else back.
     *
     * @param policy of the outcome's page, if it comes to that
     */
    public Answer after(PaymentDocument payment, ContentPolicy policy) {
        var url = payment.latestNextActionUrl();
        return url != null && payment.status().equals(WAITING)
                ? Answer.redirect(url)
                : back(payment, policy);
    }

    /** To the payment's return_url, or to the outcome when there is none to be followed. */
    Answer back(PaymentDocument payment, ContentPolicy policy) {
        return returnUrls
                .of(payment)
                .map(Answer::redirect)
                .orElseGet(
                        () ->
                                Answer.html(
                                        OutcomePage.of(payment.status(), policy.nonce()), policy));
    }
}
