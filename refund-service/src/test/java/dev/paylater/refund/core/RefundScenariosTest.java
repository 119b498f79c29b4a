package dev.paylater.refund.core;

import static dev.paylater.refund.core.Samples.DECLINED;
import static dev.paylater.refund.core.Samples.OPERATION;
import static dev.paylater.refund.core.Samples.WAITER;
import static dev.paylater.refund.core.Samples.answer;
import static dev.paylater.refund.core.Samples.approved;
import static dev.paylater.refund.core.Samples.declined;
import static dev.paylater.refund.core.Samples.execute;
import static dev.paylater.refund.core.Samples.order;
import static dev.paylater.refund.core.Samples.outcome;
import static dev.paylater.refund.core.Samples.pending;
import static dev.paylater.refund.core.Samples.unauthorized;
import static dev.paylater.refund.core.Samples.unknown;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.paylater.kernel.Waiter;
import dev.paylater.provider.ProviderData;
import dev.paylater.provider.ProviderError;
import dev.paylater.provider.ProviderResult;
import dev.paylater.provider.UnifiedError;
import dev.paylater.refund.core.RefundCommand.ExecuteRefund;
import dev.paylater.refund.core.RefundCommand.SettleRefund;
import dev.paylater.refund.core.RefundCommand.SyncRefund;
import dev.paylater.refund.core.RefundCommand.UpdateRefund;
import dev.paylater.refund.core.RefundEvent.AccountRefused;
import dev.paylater.refund.core.RefundEvent.CallersAnswered;
import dev.paylater.refund.core.RefundEvent.NothingNew;
import dev.paylater.refund.core.RefundEvent.OutcomeUnknown;
import dev.paylater.refund.core.RefundEvent.PartRefunded;
import dev.paylater.refund.core.RefundEvent.PartRefused;
import dev.paylater.refund.core.RefundEvent.ProviderNotCalled;
import dev.paylater.refund.core.RefundEvent.RefundContradicted;
import dev.paylater.refund.core.RefundEvent.RefundCreated;
import dev.paylater.refund.core.RefundEvent.RefundFailed;
import dev.paylater.refund.core.RefundEvent.RefundInReview;
import dev.paylater.refund.core.RefundEvent.RefundPending;
import dev.paylater.refund.core.RefundEvent.RefundRequested;
import dev.paylater.refund.core.RefundEvent.RefundRequestedAgain;
import dev.paylater.refund.core.RefundEvent.RefundRetried;
import dev.paylater.refund.core.RefundEvent.RefundSettled;
import dev.paylater.refund.core.RefundEvent.RefundSucceeded;
import dev.paylater.refund.core.RefundEvent.RefundUpdated;
import dev.paylater.refund.core.RefundEvent.StatusInquired;
import dev.paylater.refund.core.RefundMessage.Announce;
import dev.paylater.refund.core.RefundMessage.Answer;
import dev.paylater.refund.core.RefundMessage.AnswerRefusal;
import dev.paylater.refund.core.RefundMessage.DropReservation;
import dev.paylater.refund.core.RefundMessage.InquireStatus;
import dev.paylater.refund.core.RefundMessage.RaiseAlarm;
import dev.paylater.refund.core.RefundMessage.RecordStatus;
import dev.paylater.refund.core.RefundMessage.RequestRefund;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class RefundScenariosTest {

    private static final Duration ONE_SECOND = Duration.ofSeconds(1);

    @Test
    void reserved_amount_is_requested_at_the_provider_under_a_derived_key() {
        var scenario = new Scenario().when(execute());

        scenario.thenKinds(RefundCreated.class, RefundRequested.class)
                .thenSentKinds(Announce.class, RequestRefund.class)
                .thenStatus(RefundStatus.PENDING);
        var request = (RequestRefund) scenario.messages().getLast();
        assertThat(request.part().operationId()).isEqualTo("pay_1_1_refund1_ref_1");
        assertThat(request.part().allocation().amount()).isEqualTo(5000);
        assertThat(request.part().inquiry().notAfter()).isEqualTo(Scenario.START.plusSeconds(60));
    }

    @Test
    void approved_refund_succeeds_and_everybody_is_told() {
        var scenario = new Scenario().when(execute()).when(outcome(approved()));

        scenario.thenKinds(PartRefunded.class, RefundSucceeded.class, CallersAnswered.class)
                .thenSentKinds(RecordStatus.class, Announce.class, Answer.class)
                .thenStatus(RefundStatus.SUCCEEDED);
        assertThat(scenario.refund().due()).isEmpty();
        assertThat(scenario.messages().getLast()).isEqualTo(new Answer(WAITER, scenario.refund()));
    }

    @Test
    void declined_refund_fails_with_the_providers_error() {
        var scenario = new Scenario().when(execute()).when(outcome(declined()));

        scenario.thenKinds(PartRefused.class, RefundFailed.class, CallersAnswered.class)
                .thenStatus(RefundStatus.FAILED);
        assertThat(scenario.refund().error()).isEqualTo(DECLINED);
        assertThat(scenario.refund().amount()).isEqualTo(5000);
    }

    @Test
    void caller_who_does_not_want_to_wait_is_answered_at_acceptance() {
        new Scenario()
                .when(new ExecuteRefund(order(), WAITER, true))
                .thenKinds(RefundCreated.class, RefundRequested.class, CallersAnswered.class)
                .when(outcome(approved()))
                .thenKinds(PartRefunded.class, RefundSucceeded.class);
    }

    @Test
    void unknown_outcome_answers_the_caller_and_is_inquired_after_one_second() {
        new Scenario()
                .when(execute())
                .after(Duration.ofSeconds(3))
                .when(outcome(unknown()))
                .then(
                        new OutcomeUnknown(OPERATION, Scenario.START.plusSeconds(4)),
                        new CallersAnswered(List.of(WAITER)))
                .whenDue()
                .thenKinds(StatusInquired.class)
                .thenSentKinds(InquireStatus.class)
                .when(answer(approved()))
                .thenStatus(RefundStatus.SUCCEEDED);
    }

    @Test
    void an_operator_settles_a_refund_whose_result_nobody_tells_and_it_is_never_sent_again() {
        var asking = new Waiter("settle", 1, "settle");
        new Scenario()
                .when(execute())
                .when(outcome(unknown()))
                .after(Duration.ofSeconds(95))
                .when(settle(true, 4_000L, asking))
                .then(
                        new RefundSettled(OPERATION, true, "ada", "their portal", asking),
                        new PartRefunded(OPERATION, 4_000, ProviderData.NONE),
                        new RefundSucceeded(4_000),
                        new CallersAnswered(List.of(asking)))
                .thenSentKinds(RecordStatus.class, Announce.class, Answer.class)
                .when(settle(true, null, asking))
                .thenRefused(Refusals.nothingUnderWay())
                .thenSent(new AnswerRefusal(asking, Refusals.nothingUnderWay()));
    }

    @Test
    void an_operator_settles_a_refund_that_was_not_made() {
        var scenario =
                new Scenario()
                        .when(execute())
                        .when(outcome(unknown()))
                        .after(Duration.ofSeconds(95))
                        .when(settle(false, null, null))
                        .thenKinds(RefundSettled.class, PartRefused.class, RefundFailed.class)
                        .thenStatus(RefundStatus.FAILED);
        assertThat(scenario.refund().error())
                .isEqualTo(
                        ProviderError.of(
                                "settled_by_operator",
                                "An operator has found that the provider did not refund it",
                                UnifiedError.UNKNOWN));
    }

    @Test
    void an_operator_cannot_settle_what_may_still_be_carried_out_nor_more_than_was_requested() {
        var scenario =
                new Scenario()
                        .when(execute())
                        .when(outcome(unknown()))
                        .after(Duration.ofSeconds(95).minusMillis(1));
        scenario.when(settle(true, null, null))
                .thenRefused(Refusals.mayStillBeCarriedOut(Scenario.START.plusSeconds(95)))
                .after(Duration.ofMillis(1));
        for (var amount : List.of(0L, 5_001L)) {
            scenario.when(settle(true, amount, null)).thenRefused(Refusals.tooMuch(5_000));
        }
    }

    private static SettleRefund settle(
            boolean succeeded, @Nullable Long amount, @Nullable Waiter waiter) {
        return new SettleRefund(succeeded, amount, "ada", "their portal", waiter);
    }

    @Test
    void status_is_inquired_ever_less_often_but_for_ever() {
        var scenario = new Scenario().when(execute()).when(outcome(unknown()));
        var gaps = new ArrayList<Long>();
        var last = scenario.now();
        while (scenario.now().isBefore(Scenario.START.plus(Duration.ofHours(30)))) {
            scenario.whenDue();
            gaps.add(Duration.between(last, scenario.now()).toSeconds());
            last = scenario.now();
        }

        assertThat(gaps.subList(0, 5)).containsOnly(1L);
        // A quarter of the time that has passed; the last of them is cut off at the time from which
        // on "not found" can be final.
        assertThat(gaps.subList(5, 20))
                .containsExactly(1L, 1L, 1L, 2L, 3L, 3L, 4L, 5L, 7L, 9L, 11L, 14L, 18L, 4L, 23L);
        assertThat(gaps.get(100)).isEqualTo(300);
        assertThat(gaps.getLast()).isEqualTo(3600);
        assertThat(scenario.journal().entries().size())
                .as("of routine inquiries the first and the latest stay")
                .isLessThan(10);
    }

    @Test
    void request_that_was_lost_is_found_out_and_retried() {
        var scenario = new Scenario().when(execute()).whenDue();
        scenario.thenSentKinds(InquireStatus.class);
        assertThat(scenario.now()).isEqualTo(Scenario.START.plusSeconds(95));

        scenario.when(answer(ProviderResult.notFound(), scenario.now()))
                .thenKinds(RefundRetried.class)
                .thenSentKinds(RequestRefund.class);
    }

    @Test
    void what_the_provider_does_not_know_is_requested_once_more_under_the_same_key() {
        var scenario =
                new Scenario()
                        .when(execute())
                        .when(outcome(unknown()))
                        .whenDue()
                        .when(answer(ProviderResult.notFound()))
                        .thenKinds(RefundRetried.class);

        var request = (RequestRefund) scenario.messages().getFirst();
        assertThat(request.part().operationId()).isEqualTo(OPERATION);
        assertThat(request.part().inquiry().notAfter()).isEqualTo(scenario.now().plusSeconds(60));
        scenario.when(outcome(approved())).thenStatus(RefundStatus.SUCCEEDED);
    }

    @Test
    void what_the_provider_does_not_know_is_sent_again_each_time_for_a_minute() {
        var scenario = new Scenario().when(execute());
        var requests = 1;
        var end = Scenario.START.plusSeconds(60);
        scenario.when(outcome(unknown())).whenDue();
        while (scenario.now().isBefore(end)) {
            scenario.when(answer(ProviderResult.notFound(), scenario.now()))
                    .thenSentKinds(RequestRefund.class)
                    .when(outcome(unknown()))
                    .whenDue();
            requests++;
        }
        assertThat(requests).isEqualTo(17);
        scenario.when(answer(ProviderResult.notFound(), scenario.now())).thenNothing();
    }

    @Test
    void last_not_found_fails_only_once_no_request_can_be_under_way() {
        var scenario = new Scenario().when(execute()).when(outcome(unknown())).whenDue();
        while (scenario.now().isBefore(Scenario.START.plusSeconds(60))) {
            scenario.when(answer(ProviderResult.notFound(), scenario.now()))
                    .when(outcome(unknown()))
                    .whenDue();
        }
        var over = scenario.refund().openPart().map(part -> part.inquiry().guard()).orElseThrow();

        while (scenario.refund().due().orElseThrow().isBefore(over)) {
            scenario.whenDue()
                    .when(answer(ProviderResult.notFound(), scenario.now()))
                    .thenNothing();
        }
        assertThat(scenario.refund().due()).contains(over);
        scenario.whenDue()
                .when(answer(ProviderResult.notFound(), over.minusMillis(1)))
                .thenNothing()
                .when(answer(ProviderResult.notFound(), over))
                .thenKinds(PartRefused.class, RefundFailed.class)
                .thenStatus(RefundStatus.FAILED);
        assertThat(scenario.refund().error())
                .isEqualTo(
                        ProviderError.of(
                                "provider_unavailable",
                                "The provider could not be reached and does not know the refund",
                                UnifiedError.PROVIDER_UNAVAILABLE));
    }

    @Test
    void not_found_while_the_request_is_still_queued_means_nothing() {
        new Scenario()
                .when(execute())
                .when(new SyncRefund(null))
                .thenSentKinds(InquireStatus.class)
                .when(answer(ProviderResult.notFound()))
                .then(new NothingNew(OPERATION), new CallersAnswered(List.of(WAITER)))
                .when(outcome(approved()))
                .thenStatus(RefundStatus.SUCCEEDED);
    }

    @Test
    void request_that_no_worker_executed_is_sent_again_while_it_is_good() {
        new Scenario()
                .when(execute())
                .when(outcome(ProviderResult.notExecuted("not called")))
                .then(new ProviderNotCalled(OPERATION, Scenario.START.plus(ONE_SECOND)))
                .whenDue()
                .then(new RefundRequestedAgain(OPERATION, Scenario.START.plusSeconds(95)))
                .thenSentKinds(RequestRefund.class)
                .when(outcome(ProviderResult.notExecuted("not called")))
                .then(new ProviderNotCalled(OPERATION, Scenario.START.plusSeconds(2)));
    }

    @Test
    void request_that_came_too_late_is_inquired_before_it_is_given_up() {
        new Scenario()
                .when(execute())
                .after(Duration.ofSeconds(70))
                .when(outcome(ProviderResult.notExecuted("not called")))
                .thenKinds(OutcomeUnknown.class, CallersAnswered.class)
                .whenDue()
                .thenSentKinds(InquireStatus.class);
    }

    @Test
    void pending_refund_is_settled_by_a_notification() {
        var scenario =
                new Scenario()
                        .when(execute())
                        .when(
                                new RefundCommand.RecordProviderResult(
                                        OPERATION,
                                        false,
                                        Scenario.START,
                                        pending().with(data("sbr_1", Map.of("k", "v")))))
                        .thenKinds(RefundPending.class, CallersAnswered.class)
                        .thenSentKinds(RecordStatus.class, Announce.class, Answer.class);
        assertThat(scenario.refund().connectorState())
                .containsEntry("k", "v")
                .containsKey("session");

        scenario.when(
                        new RefundCommand.RecordProviderResult(
                                null, true, null, approved().with(data("sbr_1", Map.of()))))
                .thenStatus(RefundStatus.SUCCEEDED);
    }

    @Test
    void refused_credentials_decline_nothing_and_the_refund_goes_on_once_they_are_accepted() {
        var scenario =
                new Scenario()
                        .when(execute())
                        .when(outcome(unauthorized()))
                        .then(
                                new AccountRefused(
                                        OPERATION, "401", Scenario.START.plus(ONE_SECOND)),
                                new CallersAnswered(List.of(WAITER)))
                        .thenSentKinds(Answer.class)
                        .thenStatus(RefundStatus.PENDING);
        assertThat(isAccountRefused(scenario)).isTrue();

        scenario.whenDue()
                .thenSentKinds(InquireStatus.class)
                .when(answer(unauthorized()))
                .thenNothing()
                .when(answer(ProviderResult.notExecuted("not called")))
                .thenNothing();
        assertThat(isAccountRefused(scenario)).isTrue();

        scenario.when(answer(ProviderResult.notFound(), Scenario.START.plusSeconds(95)))
                .thenSentKinds(RequestRefund.class);
        assertThat(isAccountRefused(scenario)).isFalse();
        scenario.when(outcome(approved())).thenStatus(RefundStatus.SUCCEEDED);
    }

    @Test
    void refused_credentials_leave_a_pending_refund_pending_until_the_provider_answers_again() {
        var scenario =
                new Scenario()
                        .when(execute())
                        .when(outcome(pending()))
                        .when(answer(unauthorized()))
                        .thenKinds(AccountRefused.class)
                        .thenStatus(RefundStatus.PENDING);
        assertThat(isAccountRefused(scenario)).isTrue();

        scenario.when(answer(pending())).then(new NothingNew(OPERATION)).thenSent();
        assertThat(isAccountRefused(scenario)).isFalse();
    }

    @Test
    void forced_inquiry_that_meets_refused_credentials_again_is_answered() {
        new Scenario()
                .when(execute())
                .when(outcome(unauthorized()))
                .when(new SyncRefund(WAITER))
                .when(answer(unauthorized()))
                .thenKinds(AccountRefused.class, CallersAnswered.class)
                .thenSentKinds(Answer.class);
    }

    private static boolean isAccountRefused(Scenario scenario) {
        return scenario.refund().openPart().orElseThrow().inquiry().accountRefused();
    }

    private static ProviderData data(String refundId, Map<String, String> state) {
        return ProviderData.NONE.withOperationReference(refundId).withState(state);
    }

    @Test
    void provider_that_names_a_time_is_not_inquired_before() {
        var named = Scenario.START.plusSeconds(600);
        var scenario = new Scenario().when(execute()).when(outcome(ProviderResult.pending(named)));

        assertThat(scenario.refund().due()).contains(named);
        scenario.thenKinds(RefundPending.class, CallersAnswered.class);
    }

    @Test
    void review_ends_in_success_or_failure() {
        new Scenario()
                .when(execute())
                .when(outcome(ProviderResult.inReview()))
                .thenKinds(RefundInReview.class, CallersAnswered.class)
                .thenStatus(RefundStatus.REVIEW)
                .when(answer(pending()))
                .thenNothing()
                .thenStatus(RefundStatus.REVIEW)
                .when(answer(declined()))
                .thenStatus(RefundStatus.FAILED);
    }

    @Test
    void provider_that_forgets_a_pending_refund_gets_no_second_request() {
        new Scenario()
                .when(execute())
                .when(outcome(pending()))
                .after(Duration.ofDays(2))
                .when(answer(ProviderResult.notFound()))
                .thenNothing()
                .thenStatus(RefundStatus.PENDING);
    }

    @Test
    void a_provider_that_changes_its_mind_about_a_refund_is_followed_once() {
        var failed = new Scenario().when(execute()).when(outcome(declined()));
        failed.when(answer(approved()))
                .then(
                        new PartRefunded(OPERATION, 5000, ProviderData.NONE),
                        new RefundSucceeded(5000))
                .thenSentKinds(RecordStatus.class, Announce.class)
                .thenStatus(RefundStatus.SUCCEEDED);
        assertThat(failed.refund().isCorrected()).isTrue();
        failed.when(answer(declined()))
                .then(contradicted(false, Scenario.START))
                .thenSentKinds(RaiseAlarm.class, InquireStatus.class)
                .thenStatus(RefundStatus.SUCCEEDED);

        var succeeded = new Scenario().when(execute()).when(outcome(approved()));
        assertThat(succeeded.refund().isCorrected()).isFalse();
        succeeded
                .when(answer(declined()))
                .then(
                        new PartRefused(OPERATION, DECLINED, ProviderData.NONE),
                        new RefundFailed(DECLINED))
                .thenStatus(RefundStatus.FAILED)
                .when(answer(approved()))
                .then(contradicted(true, Scenario.START))
                .thenStatus(RefundStatus.FAILED)
                .when(answer(approved()))
                .then(new RefundContradicted(OPERATION, true, null))
                .thenSentKinds(RaiseAlarm.class)
                .when(answer(approved()))
                .thenNothing();
        assertThat(succeeded.refund().due()).isEmpty();
    }

    private static RefundContradicted contradicted(boolean providerApproved, Instant now) {
        return new RefundContradicted(OPERATION, providerApproved, now.plus(ONE_SECOND));
    }

    @Test
    void a_lost_inquiry_about_a_contradiction_is_repeated_until_it_is_answered_or_three_days_old() {
        var late = new RefundCommand.RecordProviderResult(OPERATION, true, null, approved());
        var answered = new Scenario().when(execute()).when(outcome(declined())).when(late);
        answered.whenDue()
                .then(
                        new StatusInquired(
                                OPERATION, 2, answered.now().plus(ONE_SECOND), false, null))
                .thenSentKinds(InquireStatus.class)
                .when(answer(unknown()))
                .thenNothing()
                .whenDue()
                .thenSentKinds(InquireStatus.class)
                .when(answer(approved(), answered.now()))
                .thenKinds(PartRefunded.class, RefundSucceeded.class);
        assertThat(answered.refund().due()).isEmpty();

        var silent = new Scenario().when(execute()).when(outcome(declined())).when(late);
        var inquiries = 1;
        for (silent.whenDue(); silent.refund().due().isPresent(); silent.whenDue()) {
            silent.thenSentKinds(InquireStatus.class);
            inquiries++;
        }
        silent.then(new RefundContradicted(OPERATION, true, null)).thenSentKinds(RaiseAlarm.class);
        assertThat(silent.now()).isAfterOrEqualTo(Scenario.START.plus(Duration.ofDays(3)));
        assertThat(inquiries).isBetween(100, 400);
        assertThat(silent.refund().contradictedPart()).isPresent();
    }

    @Test
    void a_word_from_before_the_end_or_of_a_second_delivery_only_raises_an_alarm() {
        var scenario =
                new Scenario()
                        .when(execute())
                        .after(ONE_SECOND)
                        .when(outcome(approved()))
                        .when(answer(declined()))
                        .then(contradicted(false, Scenario.START.plus(ONE_SECOND)))
                        .thenStatus(RefundStatus.SUCCEEDED);
        assertThat(scenario.refund().part(OPERATION).contradicted()).isTrue();
        new Scenario()
                .when(execute())
                .when(outcome(approved()))
                .when(outcome(declined()))
                .then(contradicted(false, Scenario.START))
                .thenStatus(RefundStatus.SUCCEEDED);
    }

    @Test
    void an_approval_of_another_amount_after_a_refusal_only_raises_an_alarm() {
        new Scenario()
                .when(execute())
                .when(outcome(declined()))
                .when(answer(approved(4000L)))
                .then(contradicted(true, Scenario.START))
                .thenStatus(RefundStatus.FAILED);
    }

    @Test
    void an_operator_says_which_end_a_contradicted_refund_has() {
        var contradicted =
                new Scenario().when(execute()).when(outcome(approved())).when(outcome(declined()));
        contradicted
                .when(settle(true, 4_999L, null))
                .thenRefused(Refusals.otherAmount(5_000))
                .when(settle(true, null, WAITER))
                .then(
                        new RefundSettled(OPERATION, true, "ada", "their portal", WAITER),
                        new CallersAnswered(List.of(WAITER)))
                .thenStatus(RefundStatus.SUCCEEDED);
        assertThat(contradicted.refund().contradictedPart()).isEmpty();
        contradicted.when(settle(false, null, null)).thenRefused(Refusals.nothingUnderWay());

        var bounced =
                new Scenario()
                        .when(execute())
                        .when(outcome(approved()))
                        .when(outcome(declined()))
                        .when(settle(false, null, null))
                        .thenKinds(RefundSettled.class, PartRefused.class, RefundFailed.class)
                        .thenStatus(RefundStatus.FAILED);
        assertThat(bounced.refund().contradictedPart()).isEmpty();
        assertThat(bounced.refund().isCorrected()).isTrue();
    }

    /** Its other parts were never requested, and never will be. */
    @Test
    void a_first_part_that_was_given_back_after_all_makes_the_refund_good_for_that_much() {
        var captures =
                List.of(
                        new RefundableCapture("pay_1_1_1", "sbc_1", 3000),
                        new RefundableCapture("pay_1_1_2", "sbc_2", 2000));
        var scenario =
                new Scenario()
                        .among(new RefundContext(true, List.of()))
                        .when(execute(order("ref_1", 1, 4500, captures)))
                        .when(outcome(declined()))
                        .thenStatus(RefundStatus.FAILED)
                        .when(answer(approved()))
                        .thenKinds(PartRefunded.class, RefundSucceeded.class)
                        .thenSentKinds(RecordStatus.class, Announce.class)
                        .thenStatus(RefundStatus.SUCCEEDED);
        assertThat(scenario.refund().amount()).isEqualTo(3000);
        assertThat(scenario.refund().due()).isEmpty();
    }

    /** The refund bounced after that inquiry, and the answer was read after that (seed 5482963). */
    @Test
    void an_answer_to_an_inquiry_from_before_a_contradiction_does_not_end_it() {
        var bounced = new RefundCommand.RecordProviderResult(OPERATION, true, null, declined());
        var scenario = new Scenario().when(execute()).when(outcome(approved())).after(ONE_SECOND);
        scenario.when(bounced).thenKinds(RefundContradicted.class);
        scenario.when(answer(approved(), Scenario.START)).thenNothing();
        assertThat(scenario.refund().contradictedPart()).isPresent();
        scenario.when(answer(approved(), scenario.now())).then(new NothingNew(OPERATION));
        assertThat(scenario.refund().contradictedPart()).isEmpty();
    }

    @Test
    void what_a_provider_notifies_of_after_the_end_is_asked_for_before_it_is_believed() {
        var late = new RefundCommand.RecordProviderResult(OPERATION, true, null, approved());
        var failed = new Scenario().when(execute()).when(outcome(declined())).after(ONE_SECOND);
        failed.when(late)
                .then(contradicted(true, Scenario.START.plus(ONE_SECOND)))
                .thenSentKinds(RaiseAlarm.class, InquireStatus.class)
                .thenStatus(RefundStatus.FAILED)
                .when(answer(declined(), failed.now()))
                .then(new NothingNew(OPERATION))
                .thenSent()
                .thenStatus(RefundStatus.FAILED);
        assertThat(failed.refund().contradictedPart()).isEmpty();

        failed.when(late)
                .then(contradicted(true, Scenario.START.plus(ONE_SECOND)))
                .when(answer(approved(), failed.now()))
                .thenKinds(PartRefunded.class, RefundSucceeded.class)
                .thenStatus(RefundStatus.SUCCEEDED);
        assertThat(failed.refund().contradictedPart()).isEmpty();
    }

    @Test
    void a_part_that_bounces_while_the_next_is_under_way_does_not_end_the_refund() {
        var captures =
                List.of(
                        new RefundableCapture("pay_1_1_1", "sbc_1", 3000),
                        new RefundableCapture("pay_1_1_2", "sbc_2", 2000));
        var order = order("ref_1", 1, 4500, captures);
        var bounced =
                new Scenario()
                        .among(new RefundContext(true, List.of()))
                        .when(execute(order))
                        .when(outcome(approved()))
                        .thenKinds(PartRefunded.class, RefundRequested.class)
                        .when(answer(declined()))
                        .then(new PartRefused(OPERATION, DECLINED, ProviderData.NONE))
                        .thenSentKinds()
                        .thenStatus(RefundStatus.PENDING);
        assertThat(bounced.refund().due()).isPresent();

        bounced.when(outcome(RefundOperationIds.of(order, 2), false, approved()))
                .thenKinds(PartRefunded.class, RefundSucceeded.class, CallersAnswered.class)
                .thenStatus(RefundStatus.SUCCEEDED);
        assertThat(bounced.refund().amount()).isEqualTo(1500);
    }

    @Test
    void forced_inquiry_is_answered_also_when_there_is_nothing_new() {
        var caller = new Waiter("sync", 1, "sync");
        new Scenario()
                .when(execute())
                .when(outcome(pending()))
                .when(new SyncRefund(caller))
                .thenSentKinds(InquireStatus.class)
                .when(answer(pending()))
                .then(new NothingNew(OPERATION), new CallersAnswered(List.of(caller)))
                .when(answer(pending()))
                .thenNothing();
    }

    @Test
    void forced_inquiry_about_an_ended_refund_is_answered_at_once() {
        new Scenario()
                .when(execute())
                .when(outcome(approved()))
                .when(new SyncRefund(new Waiter("sync", 1, "sync")))
                .thenSentKinds(Answer.class);
    }

    @Test
    void deadline_that_was_passed_before_says_nothing() {
        new Scenario()
                .when(execute())
                .when(outcome(unknown()))
                .whenDue()
                .when(new RefundCommand.DeadlinePassed(Scenario.START.plus(ONE_SECOND)))
                .thenNothing();
    }

    @Test
    void same_command_again_sends_the_same_messages_under_the_same_ids() {
        new Scenario()
                .when(execute())
                .whenRedelivered(execute())
                .when(outcome(approved()))
                .whenRedelivered(outcome(approved()));
    }

    @Test
    void redelivered_command_repeats_what_it_had_said_then_not_what_is_true_now() {
        var scenario = new Scenario().when("first", execute());
        var sent = scenario.messages();
        scenario.when(outcome(approved())).when("first", execute());

        assertThat(scenario.messages()).isEqualTo(sent);
    }

    @Test
    void id_that_belongs_to_another_payment_is_refused_and_the_reservation_dropped() {
        var mine = order();
        var other =
                new RefundOrder(
                        mine.merchantId(),
                        "pay_2",
                        mine.refundId(),
                        1,
                        mine.amount(),
                        "EUR",
                        null,
                        Map.of(),
                        "profile",
                        "pay_2_1",
                        "sandbox",
                        "mca_1",
                        "sbp_2",
                        Map.of(),
                        9000,
                        "manual",
                        Map.of(),
                        Map.of(),
                        List.of());
        var scenario = new Scenario().when(execute()).when(execute(other));

        scenario.thenSent(
                new DropReservation(other, Scenario.START),
                new AnswerRefusal(WAITER, Refusals.duplicateRefund("ref_1")));
    }

    @Test
    void same_reservation_under_another_message_id_is_no_second_refund() {
        new Scenario().when(execute()).when(execute()).thenNothing();
    }

    @Test
    void merchants_words_can_be_changed_also_after_the_end() {
        var scenario =
                new Scenario()
                        .when(execute())
                        .when(outcome(approved()))
                        .after(ONE_SECOND)
                        .when(new UpdateRefund("broken", null, null))
                        .thenKinds(RefundUpdated.class)
                        .thenSentKinds(RefundMessage.RecordStatus.class);

        assertThat(scenario.refund().reason()).isEqualTo("broken");
        assertThat(scenario.refund().details()).containsEntry("metadata", "{\"a\":1}");
        assertThat(scenario.refund().updatedAt()).isEqualTo(scenario.now());
        scenario.when(new UpdateRefund("broken", "{\"a\":1}", null)).thenNothing();
    }

    @Test
    void an_answer_whose_amount_is_not_the_parts_is_no_success_and_is_inquired() {
        new Scenario()
                .when(execute())
                .when(outcome(approved(4000L)))
                .then(
                        new OutcomeUnknown(OPERATION, Scenario.START.plusSeconds(1)),
                        new CallersAnswered(List.of(WAITER)))
                .thenStatus(RefundStatus.PENDING)
                .whenDue()
                .when(answer(approved(5001L)))
                .thenNothing()
                .when(answer(approved(5000L)))
                .thenStatus(RefundStatus.SUCCEEDED);
    }

    @Test
    void outcome_of_an_operation_that_nobody_knows_is_a_fault() {
        assertThatThrownBy(
                        () ->
                                new Scenario()
                                        .when(execute())
                                        .when(Samples.outcome("other", false, approved())))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new Scenario().when(outcome(approved())))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void public_events_are_numbered_without_gaps() {
        var scenario =
                new Scenario()
                        .when(execute())
                        .when(outcome(unknown()))
                        .whenDue()
                        .when(answer(pending()))
                        .whenDue()
                        .when(answer(approved()));

        assertThat(
                        scenario.messages().stream()
                                .filter(Announce.class::isInstance)
                                .map(m -> ((Announce) m).refund().announced()))
                .containsExactly(3L);
        Instant updated = scenario.refund().updatedAt();
        assertThat(updated).isEqualTo(scenario.now());
    }
}
