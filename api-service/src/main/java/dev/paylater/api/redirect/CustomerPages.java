package dev.paylater.api.redirect;

import dev.paylater.api.document.PaymentDocument;
import dev.paylater.api.form.Sealing;
import dev.paylater.api.http.Answer;
import dev.paylater.api.http.Call;
import dev.paylater.api.http.ContentPolicy;
import dev.paylater.api.http.ErrorPage;
import dev.paylater.api.json.Json;
import dev.paylater.api.key.PaymentLinks;
import dev.paylater.api.page.OutcomeView;
import dev.paylater.api.page.Pages;
import dev.paylater.api.page.Shopper;
import dev.paylater.api.page.ShopperOutcome;
import dev.paylater.api.settings.ServiceUrls;
import java.time.Clock;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** Where a shopper goes from here: on to the provider, back to the shop, or to the outcome. */
@Component
public final class CustomerPages {

    private static final String WAITING = "requires_customer_action";

    /** A provider's answer usually comes within seconds. */
    private static final int REFRESH_SECONDS = 5;

    private final ReturnUrls returnUrls;
    private final Pages pages;
    private final Sealing sealing;
    private final PaymentLinks links;
    private final Clock clock;
    private final boolean isEncrypted;

    CustomerPages(
            ReturnUrls returnUrls,
            Pages pages,
            Sealing sealing,
            PaymentLinks links,
            ServiceUrls addresses,
            Clock clock) {
        this.returnUrls = returnUrls;
        this.pages = pages;
        this.sealing = sealing;
        this.links = links;
        this.isEncrypted = addresses.isEncrypted();
        this.clock = clock;
    }

    /**
     * Of a shopper who has just paid, or tried to: to the provider's page as long as they are
     * wanted there, else back to the shop, else the outcome with the order, which the shopper who
     * opened the payment's link has seen before.
     *
     * @param policy of the outcome's page, if it comes to that
     */
    public Answer after(Call call, PaymentDocument payment, ContentPolicy policy) {
        if (payment.awaitsThreeDs()) {
            return authentication(call, payment, true, policy);
        }
        return wayOut(payment)
                .or(() -> isExpired(payment) ? Optional.empty() : returnUrl(payment))
                .map(Answer::redirect)
                .orElseGet(() -> outcome(call, payment, outcomeOf(payment), policy));
    }

    /**
     * Of a shopper who opens a link on which nothing can be paid: to the provider's page as long as
     * they are wanted there, else the outcome, from which they go back to the shop by themselves.
     *
     * @param policy of the outcome's page
     */
    public Answer shown(Call call, PaymentDocument payment, ContentPolicy policy) {
        if (payment.awaitsThreeDs()) {
            return authentication(call, payment, false, policy);
        }
        return wayOut(payment)
                .map(Answer::redirect)
                .orElseGet(() -> outcome(call, payment, outcomeOf(payment), policy));
    }

    /**
     * The way to the shopper's bank, or to its being asked where it was not yet.
     *
     * @param isAutomatic whether the shopper is sent there without pressing anything
     */
    private Answer authentication(
            Call call, PaymentDocument payment, boolean isAutomatic, ContentPolicy policy) {
        var text = payment.threeDs();
        var answer =
                text == null
                        ? Json.emptyObject()
                        : Json.read(sealing.open(payment.place("three_ds"), text));
        var address = answer.path("acs_url").asString(null);
        var isChallenge = address != null;
        allowToLeave(policy);
        if (isChallenge && isAutomatic) {
            policy.allow("script-src", policy.nonceSource());
        }
        var step =
                new OutcomeView.Step(
                        address,
                        answer.path("challenge_request").asString(null),
                        isChallenge && isAutomatic);
        return outcome(call, payment, ShopperOutcome.WAITING, step, policy);
    }

    /** A browser also looks at where a form's answer leads: to a provider, or back to the shop. */
    public void allowToLeave(ContentPolicy policy) {
        policy.allow("form-action", isEncrypted ? "'self' https:" : "'self' https: http:");
    }

    private static Optional<String> wayOut(PaymentDocument payment) {
        return payment.status().equals(WAITING)
                ? Optional.ofNullable(payment.latestNextActionUrl())
                : Optional.empty();
    }

    /**
     * To the payment's return_url; without one that can be followed to the payment's link, where
     * the shopper may try again, or else to the outcome.
     */
    Answer back(Call call, PaymentDocument payment, ContentPolicy policy) {
        return returnUrl(payment)
                .or(() -> linkToRetry(payment))
                .map(Answer::redirect)
                .orElseGet(() -> outcome(call, payment, outcomeOf(payment), policy));
    }

    private Optional<String> linkToRetry(PaymentDocument payment) {
        var now = clock.instant();
        return payment.hasLink() && payment.mayBeRetried(now) && !payment.isLinkExpired(now)
                ? Optional.of(links.openLink(payment.merchantId(), payment.paymentId()))
                : Optional.empty();
    }

    private ShopperOutcome outcomeOf(PaymentDocument payment) {
        if (isExpired(payment)) {
            return ShopperOutcome.EXPIRED;
        }
        return payment.status().equals("failed")
                ? ShopperOutcome.ofFailure(payment.latestErrorCode(), payment.latestUnifiedCode())
                : ShopperOutcome.of(payment.status());
    }

    /** Without a try that could have paid it. */
    private boolean isExpired(PaymentDocument payment) {
        var now = clock.instant();
        return ShopperOutcome.of(payment.status()) == ShopperOutcome.OPEN
                && (payment.hasLink() ? payment.isLinkExpired(now) : payment.isExpired(now));
    }

    /** Where the shop wants its shopper back, with the payment's status. */
    public Optional<String> returnUrl(PaymentDocument payment) {
        return returnUrls.of(payment);
    }

    /**
     * The page that tells what became of a payment.
     *
     * @param payment whose order and shop are shown; null: nobody has proved that it is theirs
     */
    public Answer outcome(
            Call call,
            @Nullable PaymentDocument payment,
            ShopperOutcome outcome,
            ContentPolicy policy) {
        return outcome(call, payment, outcome, null, policy);
    }

    private Answer outcome(
            Call call,
            @Nullable PaymentDocument payment,
            ShopperOutcome outcome,
            OutcomeView.@Nullable Step step,
            ContentPolicy policy) {
        policy.allow("img-src", "https:");
        var shopper = Shopper.of(call, payment, sealing);
        var view =
                new OutcomeView(
                        outcome,
                        payment == null ? null : shopper.order(),
                        payment == null ? null : returnUrl(payment).orElse(null),
                        step);
        var refresh = outcome == ShopperOutcome.PROCESSING ? REFRESH_SECONDS : 0;
        if (refresh > 0) {
            policy.allow("script-src", policy.nonceSource()).allow("connect-src", "'self'");
        }
        return Answer.html(
                outcome.httpStatus(),
                pages.outcome(shopper.frame(policy.nonce(), refresh), view),
                policy);
    }

    /**
     * The page in place of an error.
     *
     * @param isOurs whether trying again helps; else the address is wrong
     */
    Answer error(ErrorPage.Visit visit, int httpStatus, boolean isOurs) {
        var policy = ContentPolicy.ofPage();
        var shopper = Shopper.of(visit, sealing);
        var view =
                new OutcomeView(
                        isOurs ? ShopperOutcome.UNAVAILABLE : ShopperOutcome.UNKNOWN,
                        null,
                        null,
                        null);
        return Answer.html(
                httpStatus, pages.outcome(shopper.frame(policy.nonce(), 0), view), policy);
    }
}
