package dev.paylater.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylater.connector.kit.Capabilities.Feature;
import dev.paylater.provider.ProviderResult.Status;

/** Taking what is held, and giving up the rest. */
interface CaptureCases extends Cases {

    @Case
    default void a_whole_life_leaves_the_ledger_balanced() {
        var deal = lab().deal().authorized();

        Check.approved(deal.capture(6540), 6540);
        Check.approved(deal.refund(6540), 6540);

        assertThat(deal.ledger())
                .containsExactly(
                        deal.line("authorize", 6540),
                        deal.line("capture", 6540),
                        deal.line("refund", 6540));
    }

    @Case
    default void a_capture_has_an_id_of_its_own() {
        var result = lab().deal().authorized().capture(6540);

        assertThat(result.data().operationReference()).isNotNull();
    }

    @Case
    @Needs({Feature.PARTIAL_CAPTURE, Feature.RELEASE})
    default void after_a_part_is_captured_the_rest_is_released() {
        var deal = lab().deal().authorized();

        Check.approved(deal.capture(4000), 4000);
        assertThat(deal.release().status()).isEqualTo(Status.APPROVED);

        assertThat(deal.ledger())
                .containsExactly(
                        deal.line("authorize", 6540),
                        deal.line("capture", 4000),
                        deal.line("void", 2540));
    }

    @Case
    @Needs(Feature.MULTIPLE_CAPTURE)
    default void parts_are_captured_until_nothing_is_left() {
        var deal = lab().deal(lab().purchase().withCaptureMethod("manual_multiple")).authorized();

        Check.approved(deal.capture(1000), 1000);
        Check.approved(deal.capture(2000), 2000);
        Check.approved(deal.capture(3540), 3540);

        assertThat(deal.ledger())
                .containsExactly(
                        deal.line("authorize", 6540),
                        deal.line("capture", 1000),
                        deal.line("capture", 2000),
                        deal.line("capture", 3540));
    }

    @Case
    @Needs(Feature.MULTIPLE_CAPTURE)
    default void captures_of_the_same_amount_are_told_apart() {
        var deal = lab().deal(lab().purchase().withCaptureMethod("manual_multiple")).authorized();

        var first = deal.capture(2000).data().operationReference();
        var second = deal.capture(2000).data().operationReference();

        assertThat(second).isNotEqualTo(first);
        Check.approved(deal.inquire(), 2000);
        assertThat(deal.ledger()).hasSize(3);
    }

    @Case
    default void more_than_is_authorized_cannot_be_captured() {
        var deal = lab().deal().authorized();

        Check.declined(deal.capture(6541));

        assertThat(deal.ledger()).containsExactly(deal.line("authorize", 6540));
        Check.approved(deal.capture(6540), 6540);
    }

    @Case
    default void a_refused_capture_leaves_the_authorization() {
        var deal = lab().deal(lab().purchase().tagged("capture-declined")).authorized();

        Check.declined(deal.capture(6540));

        assertThat(deal.ledger()).containsExactly(deal.line("authorize", 6540));
    }

    @Case
    default void a_capture_whose_answer_is_lost_is_found_by_asking() {
        var deal = lab().deal().authorized();
        lab().proxy.spoil(1, Fault.LOST_ANSWER);

        Check.approved(deal.settle(deal.capture(6540)), 6540);

        assertThat(deal.ledger())
                .containsExactly(deal.line("authorize", 6540), deal.line("capture", 6540));
    }

    @Case
    default void a_capture_that_was_never_received_is_made_once() {
        var deal = lab().deal().authorized();
        lab().proxy.spoil(1, Fault.LOST_REQUEST);

        Check.approved(deal.settle(deal.capture(6540)), 6540);

        assertThat(deal.ledger())
                .containsExactly(deal.line("authorize", 6540), deal.line("capture", 6540));
    }

    @Case
    @Needs(Feature.LATE_CAPTURE)
    default void a_capture_that_is_done_later_is_pending_first() {
        var deal = lab().deal(lab().purchase().tagged("capture-pending")).authorized();

        var first = deal.capture(6540);

        assertThat(first.status()).isEqualTo(Status.PENDING);
        Check.approved(deal.settle(first), 6540);
        assertThat(deal.ledger()).last().isEqualTo(deal.line("capture", 6540));
    }

    @Case
    @Needs(Feature.VOID)
    default void a_void_gives_up_everything() {
        var deal = lab().deal().authorized();

        assertThat(deal.cancel().status()).isEqualTo(Status.APPROVED);

        assertThat(deal.ledger())
                .containsExactly(deal.line("authorize", 6540), deal.line("void", 6540));
        Check.declined(deal.capture(6540));
    }

    @Case
    @Needs(Feature.VOID)
    default void a_void_whose_answer_is_lost_is_found_by_asking() {
        var deal = lab().deal().authorized();
        lab().proxy.spoil(1, Fault.LOST_ANSWER);

        assertThat(deal.settle(deal.cancel()).status()).isEqualTo(Status.APPROVED);

        assertThat(deal.ledger())
                .containsExactly(deal.line("authorize", 6540), deal.line("void", 6540));
    }

    @Case
    @Needs(Feature.VOID)
    default void a_void_that_was_never_received_is_made_once() {
        var deal = lab().deal().authorized();
        lab().proxy.spoil(1, Fault.LOST_REQUEST);

        assertThat(deal.settle(deal.cancel()).status()).isEqualTo(Status.APPROVED);

        assertThat(deal.ledger())
                .containsExactly(deal.line("authorize", 6540), deal.line("void", 6540));
    }

    @Case
    @Needs(Feature.VOID)
    default void a_refused_void_leaves_the_authorization() {
        var deal = lab().deal(lab().purchase().tagged("void-declined")).authorized();

        Check.declined(deal.cancel());

        assertThat(deal.ledger()).containsExactly(deal.line("authorize", 6540));
    }

    @Case
    @Needs({Feature.PARTIAL_CAPTURE, Feature.RELEASE})
    default void a_release_whose_answer_is_lost_is_found_by_asking() {
        var deal = lab().deal().authorized();
        Check.approved(deal.capture(4000), 4000);
        lab().proxy.spoil(1, Fault.LOST_ANSWER);

        assertThat(deal.settle(deal.release()).status()).isEqualTo(Status.APPROVED);

        assertThat(deal.ledger()).hasSize(3).last().isEqualTo(deal.line("void", 2540));
    }

    @Case
    @Needs(Feature.INCREMENTAL_AUTHORIZATION)
    default void an_authorization_can_be_raised() {
        var deal = lab().deal().authorized();

        Check.approved(deal.increase(8000), 8000);
        Check.approved(deal.capture(8000), 8000);

        assertThat(deal.ledger())
                .containsExactly(
                        deal.line("authorize", 6540),
                        deal.line("authorize", 1460),
                        deal.line("capture", 8000));
    }
}
