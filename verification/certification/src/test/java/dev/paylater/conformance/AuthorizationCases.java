package dev.paylater.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylater.connector.kit.Capabilities.Feature;
import dev.paylater.provider.ProviderResult.Status;
import dev.paylater.provider.UnifiedError;
import java.time.Instant;

/** How an authorization is decided. */
interface AuthorizationCases extends Cases {

    @Case
    default void an_authorization_is_held_at_the_provider() {
        var deal = lab().deal();

        var result = deal.authorize("approve");

        Check.approved(result, 6540);
        assertThat(result.status()).isEqualTo(Status.APPROVED);
        assertThat(result.data().transactionId()).isNotNull();
        assertThat(deal.ledger()).containsExactly(deal.line("authorize", 6540));
    }

    @Case
    @Needs(Feature.AUTHORIZED_UNTIL)
    default void until_when_an_authorization_is_held_is_known() {
        var until = lab().deal().authorize("approve").data().authorizedUntil();

        assertThat(until).isAfter(Instant.now());
    }

    @Case
    @Needs(Feature.NATIVE_AUTOMATIC_CAPTURE)
    default void automatic_capture_takes_the_money_with_the_authorization() {
        var deal = lab().deal(lab().purchase().withCaptureMethod("automatic"));

        var result = deal.authorize("approve");

        Check.approved(result, 6540);
        assertThat(result.status()).isEqualTo(Status.CAPTURED);
        assertThat(deal.ledger())
                .containsExactly(deal.line("authorize", 6540), deal.line("capture", 6540));
    }

    @Case
    default void what_is_authorized_is_found_when_asked_for() {
        var deal = lab().deal().authorized();

        Check.approved(deal.inquire(), 6540);
    }

    @Case
    default void what_the_provider_declines_is_declined() {
        var deal = lab().deal(lab().purchase().tagged("declined"));

        assertThat(Check.declined(deal.authorize("approve"))).isEqualTo(UnifiedError.DECLINED);
        assertThat(Check.declined(deal.inquire())).isEqualTo(UnifiedError.DECLINED);
        assertThat(deal.ledger()).isEmpty();
    }

    @Case
    @Needs(Feature.DECLINE_REASONS)
    default void a_lack_of_credit_is_named() {
        var deal = lab().deal(lab().purchase().tagged("insufficient"));

        assertThat(Check.declined(deal.authorize("approve")))
                .isEqualTo(UnifiedError.INSUFFICIENT_CREDIT);
        assertThat(deal.ledger()).isEmpty();
    }

    @Case
    @Needs(Feature.DECLINE_REASONS)
    default void a_suspicion_of_fraud_is_named() {
        var deal = lab().deal(lab().purchase().tagged("fraud"));

        assertThat(Check.declined(deal.authorize("approve")))
                .isEqualTo(UnifiedError.FRAUD_SUSPECTED);
        assertThat(deal.ledger()).isEmpty();
    }

    @Case
    default void data_that_the_provider_cannot_use_is_refused_as_such() {
        var deal = lab().deal(lab().purchase().tagged("invalid"));

        assertThat(Check.declined(deal.authorize("approve"))).isEqualTo(UnifiedError.INVALID_DATA);
        assertThat(deal.ledger()).isEmpty();
    }

    @Case
    @Needs(Feature.LATE_DECISION)
    default void a_later_approval_is_pending_first() {
        var deal = lab().deal(lab().purchase().tagged("pending-approved"));

        var first = deal.authorize("approve");

        assertThat(first.status()).isEqualTo(Status.PENDING);
        assertThat(deal.ledger()).isEmpty();
        Check.approved(deal.settle(first), 6540);
        assertThat(deal.ledger()).containsExactly(deal.line("authorize", 6540));
    }

    @Case
    @Needs(Feature.LATE_DECISION)
    default void a_later_decline_is_pending_first() {
        var deal = lab().deal(lab().purchase().tagged("pending-declined"));

        var first = deal.authorize("approve");

        assertThat(first.status()).isEqualTo(Status.PENDING);
        Check.declined(deal.settle(first));
        assertThat(deal.ledger()).isEmpty();
    }

    @Case
    @Needs(Feature.MANUAL_REVIEW)
    default void a_review_that_the_merchant_accepts_becomes_an_authorization() {
        var deal = lab().deal(lab().purchase().tagged("review"));

        assertThat(deal.authorize("approve").status()).isEqualTo(Status.IN_REVIEW);
        Check.approved(deal.approve(), 6540);
        Check.approved(deal.capture(6540), 6540);
    }

    @Case
    @Needs(Feature.MANUAL_REVIEW)
    default void a_review_that_the_merchant_rejects_holds_nothing() {
        var deal = lab().deal(lab().purchase().tagged("review"));

        assertThat(deal.authorize("approve").status()).isEqualTo(Status.IN_REVIEW);
        assertThat(deal.cancel().status()).isEqualTo(Status.APPROVED);
        assertThat(deal.ledger()).last().isEqualTo(deal.line("void", 6540));
    }

    @Case
    default void an_order_that_was_never_placed_is_not_found() {
        var deal = lab().deal();
        lab().proxy.spoil(1, Fault.LOST_REQUEST);
        Check.undecided(deal.authorize());

        assertThat(deal.inquire().status()).isIn(Status.NOT_FOUND, Status.NOT_EXECUTED);
    }
}
