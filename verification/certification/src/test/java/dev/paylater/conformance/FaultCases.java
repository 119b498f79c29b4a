package dev.paylater.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylater.connector.kit.Account;
import dev.paylater.connector.kit.Capabilities.Feature;
import dev.paylater.provider.ProviderResult;
import dev.paylater.provider.ProviderResult.Status;
import java.util.ArrayList;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;

/** Everything between the caller and the provider goes wrong, one call after the other. */
interface FaultCases extends Cases {

    /** No provider needs more calls for one operation. */
    int MAX_CALLS = 12;

    /** Logged in already, where that is a call of its own: it is the operation that is spoilt. */
    private Account impatient() {
        var account = lab().account(lab().subject.credentials(), Map.of("timeout_millis", "700"));
        new Deal(lab(), lab().purchase(), account).authorize();
        return account;
    }

    /**
     * Spoils the first call of an authorization, then, at another payment, the second, and so on:
     * each payment is authorized in the end, and once.
     */
    private void everyCallOfAnAuthorization(Fault fault) {
        everyCall(fault, deal -> deal.authorize("approve"), lab()::deal, 1);
    }

    private void everyCall(
            Fault fault, Function<Deal, ProviderResult> operation, Supplier<Deal> deals, int nth) {
        var deal = deals.get();
        lab().proxy.spoil(nth, fault);
        var result = deal.settle(operation.apply(deal));
        var spoilt = lab().proxy.spoilt() > 0;
        if (result.status() == Status.REQUIRES_ACTION) {
            lab().simulator.decide(Check.page(result), "approve");
            result = deal.settle(deal.complete());
            spoilt = lab().proxy.spoilt() > 0;
        }
        lab().proxy.heal();
        Check.approved(result, 6540);
        assertThat(deal.ledger()).containsExactly(deal.line("authorize", 6540));
        if (spoilt) {
            assertThat(nth).isLessThan(MAX_CALLS);
            everyCall(fault, operation, deals, nth + 1);
        }
    }

    @Case
    default void silence_before_the_effect_is_unknown_and_settled_by_asking() {
        var deal = new Deal(lab(), lab().purchase(), impatient());
        lab().proxy.silence(false);

        var result = deal.authorize();

        Check.unknown(result);
        assertThat(deal.ledger()).isEmpty();
        settled(deal, result);
    }

    @Case
    default void silence_after_the_effect_is_unknown_and_settled_by_asking() {
        var deal = new Deal(lab(), lab().purchase(), impatient());
        lab().proxy.silence(true);

        var result = deal.authorize();

        Check.unknown(result);
        settled(deal, result);
    }

    private static void settled(Deal deal, ProviderResult unknown) {
        var result = deal.settle(unknown);
        if (result.status() == Status.REQUIRES_ACTION) {
            result = deal.authorize("approve");
        }
        Check.approved(result, 6540);
        assertThat(deal.ledger()).containsExactly(deal.line("authorize", 6540));
    }

    @Case
    default void requests_that_are_lost_on_the_way_do_no_harm() {
        everyCallOfAnAuthorization(Fault.LOST_REQUEST);
    }

    @Case
    default void answers_that_are_lost_on_the_way_do_no_harm() {
        everyCallOfAnAuthorization(Fault.LOST_ANSWER);
    }

    @Case
    default void a_provider_that_fails_before_it_acts_does_no_harm() {
        everyCallOfAnAuthorization(Fault.status(503));
    }

    @Case
    default void a_provider_that_fails_after_it_acts_does_no_harm() {
        everyCallOfAnAuthorization(Fault.FAILED_AFTERWARDS);
    }

    @Case
    default void half_an_answer_does_no_harm() {
        everyCallOfAnAuthorization(Fault.MALFORMED);
    }

    @Case
    default void a_truncated_answer_does_no_harm() {
        everyCallOfAnAuthorization(Fault.TRUNCATED);
    }

    @Case
    @Needs(Feature.MANDATES)
    default void a_payment_that_a_mandate_comes_with_is_made_once_whatever_is_lost() {
        var deals = new ArrayList<Deal>();
        for (var fault : Fault.LOSSES) {
            everyCall(
                    fault,
                    deal -> deal.authorize("approve"),
                    () -> {
                        deals.add(lab().deal(lab().purchase().withPaymentType("new_mandate")));
                        return deals.getLast();
                    },
                    1);
        }
        assertThat(deals).allSatisfy(deal -> assertThat(deal.mandateId()).isNotNull());
    }

    @Case
    @Needs(Feature.MANDATES)
    default void a_payment_by_mandate_is_made_once_whatever_is_lost() {
        var mandate = lab().mandate();
        for (var fault : Fault.LOSSES) {
            everyCall(
                    fault,
                    Deal::authorize,
                    () -> lab().deal(lab().purchase().withMandateId(mandate)),
                    1);
        }
    }

    @Case
    default void unknown_words_for_a_status_are_neither_yes_nor_no() {
        var deal = lab().deal();
        var first = deal.authorize();
        var redirected = first.status() == Status.REQUIRES_ACTION;
        if (redirected) {
            lab().simulator.decide(Check.page(first), "approve");
        }
        lab().proxy.spoilAll(Fault.UNKNOWN_STATUS);

        Check.undecided(redirected ? deal.complete() : deal.again());
        Check.undecided(deal.inquire());

        lab().proxy.heal();
        Check.approved(deal.settle(deal.inquire()), 6540);
        assertThat(deal.ledger()).containsExactly(deal.line("authorize", 6540));
    }

    @Case
    default void a_short_pause_that_the_provider_asks_for_is_waited_for() {
        var deal = lab().deal();
        lab().proxy.spoil(1, Fault.throttled(1));

        Check.approved(deal.authorize("approve"), 6540);

        assertThat(deal.ledger()).containsExactly(deal.line("authorize", 6540));
    }

    @Case
    default void a_long_pause_that_the_provider_asks_for_is_reported() {
        var deal = lab().deal().authorized();
        lab().proxy.spoil(1, Fault.throttled(60));

        var result = deal.capture(6540);

        assertThat(result.status()).isIn(Status.NOT_EXECUTED, Status.UNKNOWN);
        assertThat(deal.ledger()).containsExactly(deal.line("authorize", 6540));
    }

    @Case
    default void a_capture_that_fails_at_the_provider_is_unknown_and_done_once() {
        var deal = lab().deal().authorized();
        lab().proxy.spoil(1, Fault.FAILED_AFTERWARDS);

        Check.approved(deal.settle(deal.capture(6540)), 6540);

        assertThat(deal.ledger())
                .containsExactly(deal.line("authorize", 6540), deal.line("capture", 6540));
    }

    @Case
    default void half_an_answer_to_a_capture_does_no_harm() {
        var deal = lab().deal().authorized();
        lab().proxy.spoil(1, Fault.MALFORMED);

        Check.approved(deal.settle(deal.capture(6540)), 6540);

        assertThat(deal.ledger())
                .containsExactly(deal.line("authorize", 6540), deal.line("capture", 6540));
    }

    @Case
    @Needs(Feature.REFUND_INQUIRY)
    default void half_an_answer_to_a_refund_does_no_harm() {
        var deal = lab().deal().authorized();
        deal.capture(6540);
        lab().proxy.spoil(1, Fault.MALFORMED);

        Check.approved(deal.settle(deal.refund(6540)), 6540);

        assertThat(deal.ledger()).hasSize(3);
    }

    @Case
    default void a_question_without_an_answer_stays_a_question() {
        var deal = lab().deal().authorized();
        lab().proxy.spoilAll(Fault.status(500));

        Check.unknown(deal.inquire());
    }

    @Case
    default void wrong_credentials_are_the_accounts_fault_and_no_decline_of_the_customer() {
        var account = lab().account(lab().subject.wrongCredentials(), Map.of());
        var deal = new Deal(lab(), lab().purchase(), account);

        assertThat(deal.authorize().status()).isEqualTo(Status.UNAUTHORIZED);

        assertThat(deal.ledger()).isEmpty();
    }

    @Case
    default void credentials_that_are_refused_to_an_inquiry_say_so_and_settle_nothing() {
        var deal = lab().deal().authorized();
        lab().proxy.spoilAll(Fault.status(401));

        assertThat(deal.inquire().status()).isEqualTo(Status.UNAUTHORIZED);
    }

    @Case
    default void an_account_is_verified_by_a_look_that_moves_nothing() {
        lab().proxy.reset();

        assertThat(lab().calls.verify(lab().account(), lab().connector()).verified()).isTrue();

        assertThat(lab().proxy.seen())
                .filteredOn(seen -> !isLogin(seen))
                .hasSize(1)
                .allSatisfy(seen -> assertThat(seen.method()).isEqualTo("GET"));
    }

    private boolean isLogin(FaultyProxy.Seen seen) {
        var login = lab().connector().login(lab().account());
        return login != null && seen.path().endsWith(login.call().path());
    }

    @Case
    default void an_account_with_wrong_credentials_is_not_verified() {
        var account = lab().account(lab().subject.wrongCredentials(), Map.of());

        var verification = lab().calls.verify(account, lab().connector());

        assertThat(verification.verified()).isFalse();
        assertThat(verification.httpStatus()).isIn(401, 403);
    }

    @Case
    default void missing_credentials_are_noticed_without_a_call() {
        var deal = new Deal(lab(), lab().purchase(), lab().account(Map.of(), Map.of()));
        var before = lab().proxy.seen().size();

        assertThat(deal.authorize().status()).isEqualTo(Status.UNAUTHORIZED);

        assertThat(lab().proxy.seen()).hasSize(before);
    }
}
