package dev.paylater.conformance;

import dev.paylater.connector.kit.Capabilities.Feature;
import java.time.Duration;
import java.time.Instant;

/** The merchant's response to a dispute. */
interface DisputeCases extends Cases {

    private Deal captured() {
        var deal = lab().deal().authorized();
        Check.approved(deal.capture(6540), 6540);
        return deal;
    }

    private String opened(Deal deal, Duration left) {
        return lab().simulator.openDispute(deal.paymentId(), Instant.now().plus(left));
    }

    @Case
    @Needs(Feature.ACCEPT_DISPUTE)
    default void a_dispute_is_accepted_and_that_is_its_end() {
        var deal = captured();
        var dispute = opened(deal, Duration.ofDays(7));

        Check.approved(deal.acceptDispute(dispute), 500);

        Check.declined(deal.challengeDispute(dispute));
    }

    @Case
    @Needs(Feature.ACCEPT_DISPUTE)
    default void an_acceptance_whose_answer_is_lost_is_found_and_can_be_repeated() {
        var deal = captured();
        var dispute = opened(deal, Duration.ofDays(7));
        lab().proxy.spoil(1, Fault.LOST_ANSWER);

        Check.unknown(deal.acceptDispute(dispute));
        Check.approved(deal.inquire(), 500);
        Check.approved(deal.again(), 500);
    }

    @Case
    @Needs(Feature.CHALLENGE_DISPUTE)
    default void a_dispute_is_challenged_once_and_in_time() {
        var deal = captured();
        var dispute = opened(deal, Duration.ofDays(7));

        Check.approved(deal.challengeDispute(dispute), 500);
        Check.declined(deal.challengeDispute(dispute));

        Check.declined(deal.challengeDispute(opened(deal, Duration.ofSeconds(-1))));
    }

    @Case
    @Needs(Feature.CHALLENGE_DISPUTE)
    default void evidence_whose_answer_is_lost_is_found_and_can_be_repeated() {
        var deal = captured();
        var dispute = opened(deal, Duration.ofDays(7));
        lab().proxy.spoil(1, Fault.LOST_ANSWER);

        Check.unknown(deal.challengeDispute(dispute));
        Check.approved(deal.inquire(), 500);
        Check.approved(deal.again(), 500);
    }
}
