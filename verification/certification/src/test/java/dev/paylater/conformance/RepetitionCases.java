package dev.paylater.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylater.connector.kit.Capabilities.Feature;
import dev.paylater.provider.ProviderResult;
import dev.paylater.provider.ProviderResult.Status;

/** A request that is delivered once more, as after a crash, changes nothing at the provider. */
interface RepetitionCases extends Cases {

    /** Either it says the same again, or what it says leads there. */
    private static void same(Deal deal, ProviderResult first) {
        var entries = deal.ledger();

        var again = deal.settle(deal.again());

        assertThat(again.status()).isEqualTo(first.status());
        assertThat(deal.ledger()).isEqualTo(entries);
    }

    @Case
    default void an_authorization_is_repeated_without_effect() {
        var deal = lab().deal();
        same(deal, deal.authorize());
    }

    @Case
    default void a_completed_authorization_is_repeated_without_effect() {
        var deal = lab().deal();
        var first = deal.authorize("approve");
        same(deal, first);
        assertThat(deal.ledger()).containsExactly(deal.line("authorize", 6540));
    }

    @Case
    @Needs(Feature.NATIVE_AUTOMATIC_CAPTURE)
    default void an_automatic_capture_is_repeated_without_effect() {
        var deal = lab().deal(lab().purchase().withCaptureMethod("automatic"));
        same(deal, deal.authorize("approve"));
        assertThat(deal.ledger()).hasSize(2);
    }

    @Case
    default void a_capture_is_repeated_without_effect() {
        var deal = lab().deal().authorized();
        var first = deal.capture(6540);
        same(deal, first);
        assertThat(deal.again().data().operationReference())
                .isEqualTo(first.data().operationReference());
    }

    @Case
    @Needs(Feature.MULTIPLE_CAPTURE)
    default void a_partial_capture_is_repeated_without_effect() {
        var deal = lab().deal(lab().purchase().withCaptureMethod("manual_multiple")).authorized();
        same(deal, deal.capture(2000));
    }

    @Case
    @Needs(Feature.REFUND_INQUIRY)
    default void a_refund_is_repeated_without_effect() {
        var deal = lab().deal().authorized();
        deal.capture(6540);
        var first = deal.refund(2000);
        same(deal, first);
        assertThat(deal.again().data().operationReference())
                .isEqualTo(first.data().operationReference());
    }

    @Case
    @Needs(Feature.VOID)
    default void a_void_is_repeated_without_effect() {
        var deal = lab().deal().authorized();
        same(deal, deal.cancel());
    }

    @Case
    @Needs(Feature.VOID)
    default void a_second_void_finds_nothing_to_give_up() {
        var deal = lab().deal().authorized();
        assertThat(deal.cancel().status()).isEqualTo(Status.APPROVED);

        assertThat(deal.cancel().status()).isIn(Status.APPROVED, Status.DECLINED);
        assertThat(deal.ledger()).hasSize(2);
    }

    @Case
    @Needs({Feature.PARTIAL_CAPTURE, Feature.RELEASE})
    default void a_release_is_repeated_without_effect() {
        var deal = lab().deal().authorized();
        deal.capture(4000);
        same(deal, deal.release());
    }

    @Case
    @Needs(Feature.INCREMENTAL_AUTHORIZATION)
    default void an_increment_is_repeated_without_effect() {
        var deal = lab().deal().authorized();
        same(deal, deal.increase(8000));
    }
}
