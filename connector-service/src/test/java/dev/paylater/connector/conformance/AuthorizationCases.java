package dev.paylater.connector.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylater.connector.provider.Capabilities.Feature;
import dev.paylater.connector.provider.UnifiedError;
import dev.paylater.connector.provider.Verdict;
import org.junit.jupiter.api.Test;

/** How an authorization is decided. */
interface AuthorizationCases extends Cases {

    @Test
    default void an_authorization_is_held_at_the_provider() {
        var deal = lab().deal();

        var outcome = deal.authorize("approve");

        Check.approved(outcome, 6540);
        assertThat(((Verdict.Approved) outcome.verdict()).captured()).isFalse();
        assertThat(outcome.told().transactionId()).isNotNull();
        assertThat(deal.ledger()).containsExactly(deal.line("authorize", 6540));
    }

    @Test
    @Needs(Feature.NATIVE_AUTOMATIC_CAPTURE)
    default void automatic_capture_takes_the_money_with_the_authorization() {
        var deal = lab().deal(lab().purchase().withCaptureMethod("automatic"));

        var outcome = deal.authorize("approve");

        Check.approved(outcome, 6540);
        assertThat(((Verdict.Approved) outcome.verdict()).captured()).isTrue();
        assertThat(deal.ledger())
                .containsExactly(deal.line("authorize", 6540), deal.line("capture", 6540));
    }

    @Test
    default void what_is_authorized_is_found_when_asked_for() {
        var deal = lab().deal().authorized();

        Check.approved(deal.ask(), 6540);
    }

    @Test
    default void what_the_provider_declines_is_declined() {
        var deal = lab().deal(lab().purchase().tagged("declined"));

        assertThat(Check.declined(deal.authorize("approve"))).isEqualTo(UnifiedError.DECLINED);
        assertThat(Check.declined(deal.ask())).isEqualTo(UnifiedError.DECLINED);
        assertThat(deal.ledger()).isEmpty();
    }

    @Test
    @Needs(Feature.DECLINE_REASONS)
    default void a_lack_of_credit_is_named() {
        var deal = lab().deal(lab().purchase().tagged("insufficient"));

        assertThat(Check.declined(deal.authorize("approve")))
                .isEqualTo(UnifiedError.INSUFFICIENT_CREDIT);
        assertThat(deal.ledger()).isEmpty();
    }

    @Test
    @Needs(Feature.DECLINE_REASONS)
    default void a_suspicion_of_fraud_is_named() {
        var deal = lab().deal(lab().purchase().tagged("fraud"));

        assertThat(Check.declined(deal.authorize("approve")))
                .isEqualTo(UnifiedError.FRAUD_SUSPECTED);
        assertThat(deal.ledger()).isEmpty();
    }

    @Test
    default void data_that_the_provider_cannot_use_is_refused_as_such() {
        var deal = lab().deal(lab().purchase().tagged("invalid"));

        assertThat(Check.declined(deal.authorize("approve"))).isEqualTo(UnifiedError.INVALID_DATA);
        assertThat(deal.ledger()).isEmpty();
    }

    @Test
    @Needs(Feature.LATE_DECISION)
    default void a_later_approval_is_pending_first() {
        var deal = lab().deal(lab().purchase().tagged("pending-approved"));

        var first = deal.authorize("approve");

        assertThat(first.verdict()).isInstanceOf(Verdict.Pending.class);
        assertThat(deal.ledger()).isEmpty();
        Check.approved(deal.settle(first), 6540);
        assertThat(deal.ledger()).containsExactly(deal.line("authorize", 6540));
    }

    @Test
    @Needs(Feature.LATE_DECISION)
    default void a_later_decline_is_pending_first() {
        var deal = lab().deal(lab().purchase().tagged("pending-declined"));

        var first = deal.authorize("approve");

        assertThat(first.verdict()).isInstanceOf(Verdict.Pending.class);
        Check.declined(deal.settle(first));
        assertThat(deal.ledger()).isEmpty();
    }

    @Test
    @Needs(Feature.MANUAL_REVIEW)
    default void a_review_that_the_merchant_accepts_becomes_an_authorization() {
        var deal = lab().deal(lab().purchase().tagged("review"));

        assertThat(deal.authorize("approve").verdict()).isInstanceOf(Verdict.MerchantAction.class);
        Check.approved(deal.approve(), 6540);
        Check.approved(deal.capture(6540), 6540);
    }

    @Test
    @Needs(Feature.MANUAL_REVIEW)
    default void a_review_that_the_merchant_rejects_holds_nothing() {
        var deal = lab().deal(lab().purchase().tagged("review"));

        assertThat(deal.authorize("approve").verdict()).isInstanceOf(Verdict.MerchantAction.class);
        assertThat(deal.cancel().verdict()).isInstanceOf(Verdict.Approved.class);
        assertThat(deal.ledger()).last().isEqualTo(deal.line("void", 6540));
    }

    @Test
    default void an_order_that_was_never_placed_is_not_found() {
        var deal = lab().deal();
        lab().proxy.spoil(1, Fault.LOST_REQUEST);
        Check.undecided(deal.authorize());

        assertThat(deal.ask().verdict())
                .isInstanceOfAny(Verdict.NotFound.class, Verdict.NotExecuted.class);
    }
}
