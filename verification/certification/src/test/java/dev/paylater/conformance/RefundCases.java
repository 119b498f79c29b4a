package dev.paylater.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylater.connector.kit.Capabilities.Feature;
import dev.paylater.provider.ProviderResult.Status;
import java.util.List;

/** Giving back what was taken. */
interface RefundCases extends Cases {

    private Deal captured(String tag) {
        var deal = lab().deal(lab().purchase().tagged(tag)).authorized();
        Check.approved(deal.capture(6540), 6540);
        return deal;
    }

    @Case
    default void a_refund_has_an_id_of_its_own() {
        var result = captured("none").refund(6540);

        Check.approved(result, 6540);
        assertThat(result.data().operationReference()).isNotNull();
    }

    @Case
    default void parts_are_refunded_until_nothing_is_left() {
        var deal = captured("none");

        Check.approved(deal.refund(1500), 1500);
        Check.approved(deal.refund(1500), 1500);
        Check.approved(deal.refund(3540), 3540);

        assertThat(deal.ledger())
                .endsWith(
                        deal.line("refund", 1500),
                        deal.line("refund", 1500),
                        deal.line("refund", 3540))
                .hasSize(5);
        Check.declined(deal.refund(1));
    }

    @Case
    @Needs(Feature.MULTIPLE_CAPTURE)
    default void a_refund_may_reach_over_two_captures() {
        var deal = lab().deal(lab().purchase().withCaptureMethod("manual_multiple")).authorized();
        Check.approved(deal.capture(3000), 3000);
        Check.approved(deal.capture(3540), 3540);

        assertThat(deal.refund(5000).status()).isEqualTo(Status.APPROVED);

        assertThat(deal.ledger().stream().filter(line -> line.startsWith("refund ")))
                .isIn(
                        List.of(deal.line("refund", 5000)),
                        List.of(deal.line("refund", 3000), deal.line("refund", 2000)));
    }

    @Case
    default void more_than_was_captured_cannot_be_refunded() {
        var deal = captured("none");

        Check.declined(deal.refund(6541));

        assertThat(deal.ledger()).hasSize(2);
    }

    @Case
    default void what_was_not_captured_cannot_be_refunded() {
        var deal = lab().deal().authorized();

        Check.declined(deal.refund(100));

        assertThat(deal.ledger()).containsExactly(deal.line("authorize", 6540));
    }

    @Case
    default void a_refused_refund_gives_nothing_back() {
        var deal = captured("refund-declined");

        Check.declined(deal.refund(6540));

        assertThat(deal.ledger()).hasSize(2);
    }

    @Case
    @Needs(Feature.REFUND_INQUIRY)
    default void a_refund_whose_answer_is_lost_is_found_by_asking() {
        var deal = captured("none");
        lab().proxy.spoil(1, Fault.LOST_ANSWER);

        Check.approved(deal.settle(deal.refund(6540)), 6540);

        assertThat(deal.ledger()).hasSize(3).last().isEqualTo(deal.line("refund", 6540));
    }

    @Case
    @Needs(Feature.REFUND_INQUIRY)
    default void a_refund_that_was_never_received_is_made_once() {
        var deal = captured("none");
        lab().proxy.spoil(1, Fault.LOST_REQUEST);

        Check.approved(deal.settle(deal.refund(6540)), 6540);

        assertThat(deal.ledger()).hasSize(3).last().isEqualTo(deal.line("refund", 6540));
    }

    @Case
    @Needs(Feature.LATE_REFUND)
    default void a_refund_that_is_done_later_is_pending_first() {
        var deal = captured("refund-pending");

        var first = deal.refund(6540);

        assertThat(first.status()).isEqualTo(Status.PENDING);
        Check.approved(deal.settle(first), 6540);
        assertThat(deal.ledger()).last().isEqualTo(deal.line("refund", 6540));
    }
}
