package dev.paylater.api.redirect;

import dev.paylater.api.document.PaymentDocument;
import dev.paylater.api.http.Answer;
import org.springframework.stereotype.Component;

/** Where a customer goes from here: on to the provider, back to the shop, or to the outcome. */
@Component
public final class CustomerPages {

    private static final String WAITING = "requires_customer_action";

    /** To the provider's page as long as the customer is wanted there, else back. */
    public Answer after(PaymentDocument payment) {
        var url = payment.latestNextActionUrl();
        return url != null && payment.status().equals(WAITING)
                ? Answer.redirect(url)
                : back(payment);
    }

    /** To the merchant's own return_url, or to the outcome when there is none. */
    Answer back(PaymentDocument payment) {
        return ReturnUrls.of(payment)
                .map(Answer::redirect)
                .orElseGet(() -> Answer.html(OutcomePage.of(payment.status())));
    }
}
