package dev.paylater.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylater.connector.kit.Capabilities.Feature;
import dev.paylater.provider.ProviderResult.Status;

/** The customer goes to the provider's page, or is supposed to. */
interface RedirectCases extends Cases {

    private Deal sentAway() {
        return lab().deal(lab().purchase().tagged("redirect"));
    }

    @Case
    @Needs(Feature.REDIRECT)
    default void a_customer_who_approves_comes_back_to_an_authorization() {
        var deal = sentAway();
        var page = Check.page(deal.authorize());
        assertThat(deal.ledger()).isEmpty();

        var back = lab().simulator.decide(page, "approve");

        assertThat(back).contains(deal.paymentId());
        Check.approved(deal.complete(), 6540);
        assertThat(deal.ledger()).containsExactly(deal.line("authorize", 6540));
    }

    @Case
    @Needs(Feature.REDIRECT)
    default void a_customer_who_declines_comes_back_to_a_failure() {
        var deal = sentAway();
        lab().simulator.decide(Check.page(deal.authorize()), "decline");

        Check.declined(deal.complete());
        Check.declined(deal.inquire());
        assertThat(deal.ledger()).isEmpty();
    }

    @Case
    @Needs({Feature.REDIRECT, Feature.KNOWS_CANCELLATION})
    default void a_customer_who_cancels_comes_back_to_a_failure() {
        var deal = sentAway();
        lab().simulator.decide(Check.page(deal.authorize()), "cancel");

        Check.declined(deal.complete());
        Check.declined(deal.inquire());
        assertThat(deal.ledger()).isEmpty();
    }

    @Case
    @Needs(Feature.REDIRECT)
    default void a_customer_who_never_comes_back_ends_it_by_waiting() {
        var deal = lab().deal(lab().purchase().tagged("redirect-expired"));
        Check.page(deal.authorize());

        lab().await("the page has expired", () -> deal.inquire().status() == Status.DECLINED);
        assertThat(deal.ledger()).isEmpty();
    }

    @Case
    @Needs(Feature.REDIRECT)
    default void coming_back_without_a_decision_proves_nothing() {
        var deal = sentAway();
        var page = Check.page(deal.authorize());

        assertThat(deal.complete().status()).isEqualTo(Status.REQUIRES_ACTION);

        lab().simulator.decide(page, "approve");
        Check.approved(deal.complete(), 6540);
    }

    @Case
    @Needs(Feature.REDIRECT)
    default void a_decision_is_found_without_the_customer_coming_back() {
        var deal = sentAway();
        lab().simulator.decide(Check.page(deal.authorize()), "approve");

        Check.approved(deal.settle(deal.inquire()), 6540);
        assertThat(deal.ledger()).containsExactly(deal.line("authorize", 6540));
    }

    @Case
    @Needs({Feature.REDIRECT, Feature.VOID})
    default void a_payment_that_is_cancelled_while_the_customer_is_away_stays_so() {
        var deal = sentAway();
        Check.page(deal.authorize());

        assertThat(deal.cancel().status()).isEqualTo(Status.APPROVED);

        assertThat(deal.complete().status()).isEqualTo(Status.DECLINED);
        assertThat(deal.ledger()).isEmpty();
    }

    @Case
    @Needs({Feature.REDIRECT, Feature.NATIVE_AUTOMATIC_CAPTURE})
    default void automatic_capture_waits_for_the_customer() {
        var deal = lab().deal(lab().purchase().tagged("redirect").withCaptureMethod("automatic"));
        var page = Check.page(deal.authorize());
        assertThat(deal.ledger()).isEmpty();
        lab().simulator.decide(page, "approve");

        var result = deal.complete();

        Check.approved(result, 6540);
        assertThat(result.status()).isEqualTo(Status.CAPTURED);
        assertThat(deal.ledger())
                .containsExactly(deal.line("authorize", 6540), deal.line("capture", 6540));
    }
}
