package dev.paylater.connector.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylater.connector.provider.Capabilities.Feature;
import dev.paylater.connector.provider.Verdict;
import org.junit.jupiter.api.Test;

/** The customer goes to the provider's page, or is supposed to. */
interface RedirectCases extends Cases {

    private Deal sentAway() {
        return lab().deal(lab().purchase().tagged("redirect"));
    }

    @Test
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

    @Test
    @Needs(Feature.REDIRECT)
    default void a_customer_who_declines_comes_back_to_a_failure() {
        var deal = sentAway();
        lab().simulator.decide(Check.page(deal.authorize()), "decline");

        Check.declined(deal.complete());
        Check.declined(deal.ask());
        assertThat(deal.ledger()).isEmpty();
    }

    @Test
    @Needs(Feature.REDIRECT)
    default void a_customer_who_cancels_comes_back_to_a_failure() {
        var deal = sentAway();
        lab().simulator.decide(Check.page(deal.authorize()), "cancel");

        Check.declined(deal.complete());
        Check.declined(deal.ask());
        assertThat(deal.ledger()).isEmpty();
    }

    @Test
    @Needs(Feature.REDIRECT)
    default void a_customer_who_never_comes_back_ends_it_by_waiting() {
        var deal = lab().deal(lab().purchase().tagged("redirect-expired"));
        Check.page(deal.authorize());

        lab().await("the page has expired", () -> deal.ask().verdict() instanceof Verdict.Declined);
        assertThat(deal.ledger()).isEmpty();
    }

    @Test
    @Needs(Feature.REDIRECT)
    default void coming_back_without_a_decision_proves_nothing() {
        var deal = sentAway();
        var page = Check.page(deal.authorize());

        assertThat(deal.complete().verdict()).isInstanceOf(Verdict.CustomerAction.class);

        lab().simulator.decide(page, "approve");
        Check.approved(deal.complete(), 6540);
    }

    @Test
    @Needs(Feature.REDIRECT)
    default void a_decision_is_found_without_the_customer_coming_back() {
        var deal = sentAway();
        lab().simulator.decide(Check.page(deal.authorize()), "approve");

        Check.approved(deal.settle(deal.ask()), 6540);
        assertThat(deal.ledger()).containsExactly(deal.line("authorize", 6540));
    }

    @Test
    @Needs({Feature.REDIRECT, Feature.VOID})
    default void a_payment_that_is_cancelled_while_the_customer_is_away_stays_so() {
        var deal = sentAway();
        Check.page(deal.authorize());

        assertThat(deal.cancel().verdict()).isInstanceOf(Verdict.Approved.class);

        assertThat(deal.complete().verdict()).isInstanceOf(Verdict.Declined.class);
        assertThat(deal.ledger()).isEmpty();
    }

    @Test
    @Needs({Feature.REDIRECT, Feature.NATIVE_AUTOMATIC_CAPTURE})
    default void automatic_capture_waits_for_the_customer() {
        var deal = lab().deal(lab().purchase().tagged("redirect").withCaptureMethod("automatic"));
        var page = Check.page(deal.authorize());
        assertThat(deal.ledger()).isEmpty();
        lab().simulator.decide(page, "approve");

        var outcome = deal.complete();

        Check.approved(outcome, 6540);
        assertThat(((Verdict.Approved) outcome.verdict()).captured()).isTrue();
        assertThat(deal.ledger())
                .containsExactly(deal.line("authorize", 6540), deal.line("capture", 6540));
    }
}
