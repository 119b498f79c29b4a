package dev.paylater.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylater.connector.kit.Capabilities.Feature;
import dev.paylater.provider.ProviderResult.Status;

/** Mandates for later payments, and external 3DS before an authorization. */
interface ConsentCases extends Cases {

    @Case
    @Needs(Feature.MANDATES)
    default void a_mandate_that_comes_with_a_payment_pays_another_one() {
        var second = underMandate(lab().purchase());

        Check.approved(second.authorize(), 6540);
        assertThat(second.ledger()).containsExactly(second.line("authorize", 6540));
        Check.approved(second.capture(6540), 6540);
        Check.approved(second.refund(2000), 2000);
        assertThat(second.ledger()).hasSize(3);
    }

    @Case
    @Needs(Feature.MANDATES)
    default void a_payment_by_mandate_is_repeated_without_effect() {
        var second = underMandate(lab().purchase());
        var first = second.authorize();

        var again = second.settle(second.again());

        assertThat(again.status()).isEqualTo(first.status());
        assertThat(again.data().transactionId()).isEqualTo(first.data().transactionId());
        assertThat(second.ledger()).containsExactly(second.line("authorize", 6540));
    }

    @Case
    @Needs(Feature.MANDATES)
    default void a_payment_by_mandate_whose_answer_is_lost_is_made_once() {
        var second = underMandate(lab().purchase());
        lab().proxy.spoil(1, Fault.FAILED_AFTERWARDS);

        Check.approved(second.settle(second.authorize()), 6540);

        assertThat(second.ledger()).containsExactly(second.line("authorize", 6540));
        Check.approved(second.capture(6540), 6540);
    }

    @Case
    @Needs(Feature.MANDATES)
    default void a_payment_by_mandate_is_given_up_by_a_void() {
        var second = underMandate(lab().purchase());
        second.authorize();

        assertThat(second.cancel().status()).isEqualTo(Status.APPROVED);

        assertThat(second.ledger())
                .containsExactly(second.line("authorize", 6540), second.line("void", 6540));
    }

    /** A deal at the account of another one, which a mandate came with. */
    private Deal underMandate(Purchase purchase) {
        var first = lab().deal(lab().purchase().withPaymentType("new_mandate"));
        var mandate = first.authorize("approve").data().mandateId();
        assertThat(mandate).isNotNull();
        return new Deal(lab(), purchase.withMandateId(mandate), first.account());
    }

    @Case
    @Needs(Feature.MANDATES)
    default void a_mandate_that_does_not_exist_pays_nothing() {
        var deal = lab().deal(lab().purchase().withMandateId("none-such"));

        Check.declined(deal.authorize());

        assertThat(deal.ledger()).isEmpty();
    }

    @Case
    @Needs({Feature.MANDATES, Feature.NATIVE_AUTOMATIC_CAPTURE})
    default void a_payment_by_mandate_can_be_captured_at_once() {
        var deal =
                lab().deal(
                                lab().purchase()
                                        .withCaptureMethod("automatic")
                                        .withMandateId(lab().mandate()));

        assertThat(deal.authorize().status()).isEqualTo(Status.CAPTURED);

        assertThat(deal.ledger())
                .containsExactly(deal.line("authorize", 6540), deal.line("capture", 6540));
    }

    @Case
    @Needs({Feature.MANDATES, Feature.LATE_DECISION})
    default void a_payment_by_mandate_can_be_decided_later() {
        var mandate = lab().mandate();
        var approved =
                lab().deal(lab().purchase().tagged("pending-approved").withMandateId(mandate));
        var declined =
                lab().deal(lab().purchase().tagged("pending-declined").withMandateId(mandate));

        var first = approved.authorize();
        var second = declined.authorize();

        assertThat(first.status()).isEqualTo(Status.PENDING);
        Check.approved(approved.settle(first), 6540);
        Check.declined(declined.settle(second));
        assertThat(declined.ledger()).isEmpty();
    }

    @Case
    @Needs(Feature.MANDATE_SETUP)
    default void a_mandate_without_a_payment_holds_nothing() {
        var setup = lab().deal(lab().purchase().withPaymentType("setup_mandate").withAmount(0));

        Check.approved(setup.authorize("approve"), 0);

        assertThat(setup.ledger()).allMatch(setup.line("authorize", 0)::equals);
        Check.approved(
                lab().deal(lab().purchase().withMandateId(setup.mandateId())).authorize(), 6540);
    }

    @Case
    @Needs(Feature.EXTERNAL_THREE_DS)
    default void an_authenticated_customer_is_authorized() {
        var deal = lab().deal(lab().purchase().tagged("3ds-frictionless"));

        var result = deal.authenticate();

        assertThat(result.status()).isEqualTo(Status.APPROVED);
        assertThat(result.data().threeDs()).isNotNull();
        assertThat(deal.ledger()).isEmpty();
        Check.approved(deal.authorize(), 6540);
    }

    @Case
    @Needs(Feature.EXTERNAL_THREE_DS)
    default void a_customer_who_is_not_authenticated_is_not_authorized() {
        var deal = lab().deal(lab().purchase().tagged("3ds-failed"));

        Check.declined(deal.authenticate());

        assertThat(deal.ledger()).isEmpty();
    }

    @Case
    @Needs(Feature.EXTERNAL_THREE_DS)
    default void a_challenge_is_decided_on_its_page() {
        var deal = lab().deal(lab().purchase().tagged("3ds-challenge"));
        lab().simulator.decide(Check.action(deal.authenticate(), "three_ds_invoke"), "approve");

        Check.approved(deal.complete(), 6540);

        assertThat(deal.ledger()).containsExactly(deal.line("authorize", 6540));
    }

    @Case
    @Needs(Feature.EXTERNAL_THREE_DS)
    default void a_challenge_that_is_declined_authorizes_nothing() {
        var deal = lab().deal(lab().purchase().tagged("3ds-challenge"));
        lab().simulator.decide(Check.action(deal.authenticate(), "three_ds_invoke"), "decline");

        Check.declined(deal.complete());

        assertThat(deal.ledger()).isEmpty();
    }
}
