package dev.paylater.orchestrator.payment;

import static dev.paylater.orchestrator.payment.Scenario.ATTEMPT;
import static dev.paylater.orchestrator.payment.Scenario.answers;
import static dev.paylater.orchestrator.payment.Scenario.capture;
import static dev.paylater.orchestrator.payment.Scenario.chargedCapture;
import static dev.paylater.orchestrator.payment.Scenario.creating;
import static dev.paylater.orchestrator.payment.Scenario.declined;
import static dev.paylater.orchestrator.payment.Scenario.lateRefund;
import static dev.paylater.orchestrator.payment.Scenario.route;
import static dev.paylater.orchestrator.payment.Scenario.says;
import static org.assertj.core.api.Assertions.assertThat;

import dev.paylater.orchestrator.payment.Operation.Kind;
import dev.paylater.orchestrator.payment.Operation.Purpose;
import dev.paylater.orchestrator.payment.PaymentEvent.AuthorizationInquired;
import dev.paylater.orchestrator.payment.PaymentEvent.BooksAgreed;
import dev.paylater.orchestrator.payment.PaymentEvent.BooksDiffered;
import dev.paylater.orchestrator.payment.PaymentEvent.CaptureCharged;
import dev.paylater.orchestrator.payment.PaymentEvent.CaptureFound;
import dev.paylater.orchestrator.payment.PaymentEvent.InquiryEnded;
import dev.paylater.orchestrator.payment.PaymentEvent.LateCaptureFound;
import dev.paylater.orchestrator.payment.PaymentEvent.LateChargeFound;
import dev.paylater.orchestrator.payment.PaymentEvent.OperationRetried;
import dev.paylater.orchestrator.payment.PaymentEvent.RefundFound;
import dev.paylater.orchestrator.payment.PaymentEvent.RefundReserved;
import dev.paylater.orchestrator.payment.PaymentEvent.RefundStatusRecorded;
import dev.paylater.orchestrator.payment.PaymentEvent.ReleaseRequested;
import dev.paylater.orchestrator.payment.PaymentEvent.ResultPending;
import dev.paylater.orchestrator.payment.PaymentEvent.ResultUnknown;
import dev.paylater.orchestrator.payment.PaymentEvent.StatusInquired;
import dev.paylater.orchestrator.payment.PaymentEvent.VoidRequested;
import dev.paylater.orchestrator.payment.PaymentEvent.VoidSucceeded;
import dev.paylater.orchestrator.payment.decision.Effect;
import dev.paylater.orchestrator.payment.decision.PaymentReaction;
import dev.paylater.provider.Decline;
import dev.paylater.provider.NextAction;
import dev.paylater.provider.ProviderBooks;
import dev.paylater.provider.ProviderData;
import dev.paylater.provider.ProviderError;
import dev.paylater.provider.ProviderResult;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What the provider's books show beyond ours: captures and refunds that nobody here asked for. */
class FoundByProviderTest {

    private static final String AUTHORIZE = ATTEMPT + "_authorize";
    private static final ProviderData NONE = ProviderData.NONE;
    private static final ProviderError ERROR = declined().requireDecline().error();
    private static final ProviderResult REDIRECT =
            ProviderResult.requiresAction(NextAction.redirect("https://p.example"));
    private static final PaymentCommand SYNC = new PaymentCommand.SyncPayment(false);
    private static final PaymentCommand NOTIFIED = new PaymentCommand.SyncPayment(true);
    private static final PaymentCommand DUE = new PaymentCommand.DeadlinePassed();
    private static final ConnectorAccount SHOWING =
            Scenario.account("sandbox", "mca_sandbox", List.of("shows_books"));

    @Test
    void a_payment_that_can_be_refunded_there_is_inquired_about_on_demand() {
        var scenario = captured().when(SYNC);
        assertThat(scenario.last().events()).containsExactly(inquired(scenario, Purpose.REQUESTED));
    }

    @Test
    void nobody_is_asked_whose_answer_shows_no_books_or_when_nothing_is_left() {
        Scenario.authorized(CaptureMethod.MANUAL)
                .when(capture(null))
                .when(says(Kind.CAPTURE, 1, ProviderResult.approved()))
                .when(SYNC)
                .thenNothing();
        inquiring(captured()).whenAnswered(approved(6_540, 6_540)).when(SYNC).thenNothing();
    }

    @Test
    void a_refund_made_there_is_booked_and_kept_with_the_others() {
        var scenario = inquiring(captured()).whenAnswered(approved(6_540, 2_000));
        var found = found(scenario, 2_000, 1, 2_000);
        assertThat(scenario.last().events())
                .containsExactly(new RefundFound(found), new InquiryEnded(AUTHORIZE));
        assertThat(scenario.requests()).last().isEqualTo("found_" + ATTEMPT + "_2000");
        assertThat(PaymentReaction.react(new RefundFound(found), scenario.payment()))
                .containsExactly(new Effect.RecordFoundRefund(found));
        assertThat(scenario.payment().amountRefunded()).isEqualTo(2_000);
        assertThat(scenario.payment().refunds()).containsExactly(found);
        assertThat(scenario.payment().status()).isEqualTo(PaymentStatus.SUCCEEDED);
        assertThat(scenario.folded()).isEqualTo(scenario.payment());
    }

    @Test
    void told_twice_it_is_booked_once_and_the_next_one_is_another() {
        var scenario = inquiring(captured()).whenAnswered(approved(6_540, 2_000));
        inquiring(scenario).whenAnswered(approved(6_540, 2_000));
        assertThat(scenario.last().events()).containsExactly(new InquiryEnded(AUTHORIZE));
        inquiring(scenario).whenAnswered(approved(6_540, 2_500));
        assertThat(scenario.last().events())
                .containsExactly(
                        new RefundFound(found(scenario, 2_500, 2, 500)),
                        new InquiryEnded(AUTHORIZE));
        assertThat(scenario.payment().amountRefunded()).isEqualTo(2_500);
    }

    @Test
    void less_than_ours_is_no_reversal_and_raises_an_alarm_until_they_agree() {
        var scenario = inquiring(captured()).whenAnswered(approved(6_540, 2_000));
        for (var less : List.of(new ProviderBooks(6_540, 1_999), new ProviderBooks(6_539, 2_000))) {
            inquiring(scenario).whenAnswered(approved(less.captured(), less.refunded()));
            assertThat(scenario.last().events())
                    .containsExactly(new BooksDiffered(ATTEMPT, less), new InquiryEnded(AUTHORIZE));
        }
        assertThat(scenario.payment().amountRefunded()).isEqualTo(2_000);
        assertThat(scenario.payment().amountReceived()).isEqualTo(6_540);
        inquiring(scenario).whenAnswered(approved(6_540, 2_000));
        assertThat(scenario.last().events())
                .containsExactly(
                        new PaymentEvent.BooksAgreed(ATTEMPT), new InquiryEnded(AUTHORIZE));
    }

    @Test
    void a_notification_that_shows_more_is_a_reason_to_ask() {
        var scenario = captured().when(says(Kind.AUTHORIZE, 1, approved(6_540, 1_000)));
        assertThat(scenario.last().events())
                .containsExactly(inquired(scenario, Purpose.RECONCILIATION));
        scenario.whenAnswered(approved(6_540, 1_000));
        assertThat(scenario.last().events())
                .containsExactly(
                        new RefundFound(found(scenario, 1_000, 1, 1_000)),
                        new InquiryEnded(AUTHORIZE));
    }

    @Test
    void what_was_done_there_before_the_approval_was_known_here_is_asked_about() {
        var scenario =
                new Scenario()
                        .when(creating(o -> o.captureMethod(CaptureMethod.MANUAL), route(SHOWING)))
                        .when(says(Kind.AUTHORIZE, 1, approved(6_540, 500)));
        assertThat(scenario.last().events())
                .containsExactly(
                        new PaymentEvent.AuthorizationApproved(
                                ATTEMPT, AUTHORIZE, 6_540, false, null, NONE),
                        inquired(scenario, Purpose.RECONCILIATION));
        scenario.whenAnswered(approved(6_540, 500));
        assertThat(scenario.last().events())
                .containsExactly(
                        new CaptureFound(chargedCapture(1, 6_540), NONE),
                        new RefundFound(found(scenario, 500, 1, 500)),
                        new InquiryEnded(AUTHORIZE));
    }

    /** The answer may have been given before our capture or after it. */
    @Test
    void an_answer_that_money_has_moved_since_is_asked_for_again() {
        var scenario = authorized(CaptureMethod.MANUAL_MULTIPLE).when(capture(1_000L));
        scenario.when(NOTIFIED).when(says(Kind.CAPTURE, 1, ProviderResult.approved()));
        scenario.whenAnswered(approved(2_000, 0));
        assertThat(scenario.last().events())
                .containsExactly(new ResultPending(AUTHORIZE, scenario.now().plusSeconds(1), NONE));
        scenario.whenDue().whenAnswered(approved(3_000, 0));
        assertThat(scenario.last().events())
                .containsExactly(
                        new CaptureFound(chargedCapture(2, 2_000), NONE),
                        new InquiryEnded(AUTHORIZE));
    }

    @Test
    void while_a_refund_of_ours_is_under_way_the_provider_is_asked_until_that_is_settled() {
        var scenario = inquiring(captured()).when(reserve(1_000L));
        scenario.whenAnswered(approved(6_540, 3_000));
        assertThat(scenario.last().events())
                .containsExactly(
                        new InquiryEnded(AUTHORIZE), inquired(scenario, Purpose.RECONCILIATION));
        scenario.whenAnswered(approved(6_540, 3_000));
        assertThat(scenario.last().events())
                .containsExactly(new ResultPending(AUTHORIZE, scenario.now().plusSeconds(1), NONE));
        assertThat(scenario.payment().due()).contains(scenario.now().plusSeconds(1));
        scenario.when(ended("ref_1", Refund.Status.SUCCEEDED, null)).whenDue();
        scenario.whenAnswered(approved(6_540, 3_000));
        assertThat(scenario.last().events())
                .containsExactly(
                        new RefundFound(found(scenario, 3_000, 2, 2_000)),
                        new InquiryEnded(AUTHORIZE));
        assertThat(scenario.payment().amountRefunded()).isEqualTo(3_000);
        assertThat(takenOver(scenario).payment().isAtRest()).isTrue();
    }

    @Test
    void a_notification_while_a_capture_is_under_way_is_looked_into_as_well() {
        var scenario = authorized(CaptureMethod.MANUAL_MULTIPLE).when(capture(4_000L));
        scenario.copy().when(SYNC).thenNothing();
        scenario.when(NOTIFIED);
        assertThat(scenario.last().events())
                .containsExactly(inquired(scenario, Purpose.RECONCILIATION));
        scenario.when(says(Kind.CAPTURE, 1, ProviderResult.approved()))
                .whenDue()
                .whenAnswered(approved(5_000, 0));
        assertThat(scenario.last().events())
                .containsExactly(
                        new CaptureFound(chargedCapture(2, 1_000), NONE),
                        new InquiryEnded(AUTHORIZE));
    }

    @Test
    void what_the_provider_notifies_of_is_asked_about_until_it_is_answered() {
        var scenario = captured().when(NOTIFIED);
        assertThat(scenario.last().events())
                .containsExactly(inquired(scenario, Purpose.RECONCILIATION));
        scenario.when(
                answers(scenario.now(), Kind.INQUIRY, 1, ProviderResult.unknown("timed out")));
        assertThat(scenario.last().events())
                .containsExactly(
                        new ResultUnknown(
                                AUTHORIZE, "timed out", scenario.now().plusSeconds(1), NONE));
    }

    @Test
    void an_inquiry_that_may_have_been_answered_before_a_notification_is_replaced() {
        var scenario = inquiring(captured());
        var before = scenario.now();
        scenario.copy().when(SYNC).thenNothing();
        scenario.after(Duration.ofSeconds(1)).when(NOTIFIED);
        assertThat(scenario.last().events())
                .containsExactly(inquired(scenario, Purpose.RECONCILIATION));
        scenario.when(answers(before, Kind.INQUIRY, 1, approved(6_540, 0))).thenNothing();
        scenario.whenAnswered(approved(6_540, 700));
        assertThat(scenario.last().events())
                .containsExactly(
                        new RefundFound(found(scenario, 700, 1, 700)), new InquiryEnded(AUTHORIZE));
    }

    /** It may be ours, or the portal's while the provider has not decided about ours. */
    @Test
    void what_a_refund_of_ours_would_explain_is_looked_at_again_once_that_is_settled() {
        var scenario =
                inquiring(captured()).when(reserve(3_000L)).whenAnswered(approved(6_540, 2_500));
        assertThat(scenario.last().events())
                .containsExactly(
                        new InquiryEnded(AUTHORIZE), inquired(scenario, Purpose.RECONCILIATION));
        scenario.when(ended("ref_1", Refund.Status.SUCCEEDED, null))
                .whenDue()
                .whenAnswered(approved(6_540, 5_500));
        assertThat(scenario.last().events())
                .containsExactly(
                        new RefundFound(found(scenario, 5_500, 2, 2_500)),
                        new InquiryEnded(AUTHORIZE));
    }

    @Test
    void nothing_is_waited_for_when_no_more_is_shown_than_is_settled() {
        var scenario = inquiring(captured().when(reserve(3_000L))).whenAnswered(approved(6_540, 0));
        assertThat(scenario.last().events()).containsExactly(new InquiryEnded(AUTHORIZE));
    }

    /** The portal took the money, so that the provider refuses ours: the reason is found. */
    @Test
    void a_refund_of_ours_that_the_provider_refuses_makes_it_ask_why() {
        var scenario = captured().when(reserve(null));
        scenario.when(ended("ref_1", Refund.Status.FAILED, ERROR));
        assertThat(scenario.last().events())
                .containsExactly(
                        new RefundStatusRecorded("ref_1", Refund.Status.FAILED, null, ERROR),
                        inquired(scenario, Purpose.RECONCILIATION));
        scenario.whenAnswered(approved(6_540, 6_540));
        assertThat(scenario.last().events())
                .containsExactly(
                        new RefundFound(found(scenario, 6_540, 2, 6_540)),
                        new InquiryEnded(AUTHORIZE));
        assertThat(scenario.payment().amountRefunded()).isEqualTo(6_540);
        scenario.when(reserve(null)).thenRefused("HE_01").when(reserve("ref_2", null));
        scenario.thenRefused("IR_13");
    }

    @Test
    void more_refunded_than_captured_is_alarmed_and_not_booked() {
        var scenario = inquiring(captured()).whenAnswered(approved(6_540, 6_541));
        assertThat(scenario.last().events())
                .containsExactly(
                        new BooksDiffered(ATTEMPT, new ProviderBooks(6_540, 6_541)),
                        new InquiryEnded(AUTHORIZE));
        assertThat(scenario.payment().amountRefunded()).isZero();
        inquiring(scenario).whenAnswered(approved(6_540, 6_541));
        assertThat(scenario.last().events()).containsExactly(new InquiryEnded(AUTHORIZE));
        inquiring(scenario).whenAnswered(approved(6_540, 500));
        assertThat(scenario.last().events())
                .containsExactly(
                        new RefundFound(found(scenario, 500, 1, 500)),
                        new BooksAgreed(ATTEMPT),
                        new InquiryEnded(AUTHORIZE));
        assertThat(scenario.folded()).isEqualTo(scenario.payment());
    }

    @Test
    void a_capture_made_there_is_booked_and_the_rest_released() {
        var scenario = inquiring(authorized(CaptureMethod.MANUAL)).whenAnswered(approved(4_000, 0));
        assertThat(scenario.last().events())
                .containsExactly(
                        new CaptureFound(chargedCapture(1, 4_000), NONE),
                        new ReleaseRequested(release(scenario, 2_540), null),
                        new InquiryEnded(AUTHORIZE));
        scenario.when(says(Kind.RELEASE, 1, ProviderResult.approved()))
                .thenStatus(PaymentStatus.PARTIALLY_CAPTURED)
                .thenMoney(0, 4_000, 2_540);
    }

    @Test
    void captures_made_there_one_after_the_other_are_each_booked() {
        var scenario =
                inquiring(authorized(CaptureMethod.MANUAL_MULTIPLE))
                        .whenAnswered(approved(4_000, 0));
        assertThat(scenario.last().events())
                .containsExactly(
                        new CaptureFound(chargedCapture(1, 4_000), NONE),
                        new InquiryEnded(AUTHORIZE));
        inquiring(scenario).whenAnswered(approved(6_540, 0));
        assertThat(scenario.last().events())
                .containsExactly(
                        new CaptureFound(chargedCapture(2, 2_540), NONE),
                        new InquiryEnded(AUTHORIZE));
        scenario.thenStatus(PaymentStatus.SUCCEEDED).thenMoney(0, 6_540, 0);
    }

    @Test
    void a_capture_and_its_refund_are_found_in_one_answer() {
        var scenario =
                inquiring(authorized(CaptureMethod.MANUAL)).whenAnswered(approved(6_540, 540));
        assertThat(scenario.last().events())
                .containsExactly(
                        new CaptureFound(chargedCapture(1, 6_540), NONE),
                        new RefundFound(found(scenario, 540, 1, 540)),
                        new InquiryEnded(AUTHORIZE));
    }

    @Test
    void captures_that_had_failed_here_are_those_that_were_made_where_they_fit() {
        var scenario =
                authorized(CaptureMethod.MANUAL_MULTIPLE)
                        .when(capture(1_000L))
                        .when(says(Kind.CAPTURE, 1, declined()));
        scenario.whenAnswered(approved(1_500, 0));
        assertThat(scenario.last().events())
                .containsExactly(
                        new CaptureCharged(ATTEMPT + "_1", ATTEMPT + "_capture_1", 1_000, NONE),
                        new CaptureFound(chargedCapture(2, 500), NONE),
                        new InquiryEnded(AUTHORIZE));
        scenario.when(says(Kind.CAPTURE, 1, ProviderResult.approved())).thenNothing();
        assertThat(scenario.payment().amountReceived()).isEqualTo(1_500);
    }

    /** Where one capture ends the payment there is only one, whatever had failed before. */
    @Test
    void a_single_capture_of_more_than_had_failed_is_another_one() {
        var scenario =
                authorized(CaptureMethod.MANUAL)
                        .when(capture(1_000L))
                        .when(says(Kind.CAPTURE, 1, declined()));
        scenario.whenAnswered(approved(1_500, 0));
        assertThat(scenario.last().events())
                .containsExactly(
                        new CaptureFound(chargedCapture(2, 1_500), NONE),
                        new ReleaseRequested(release(scenario, 5_040), null),
                        new InquiryEnded(AUTHORIZE));
    }

    @Test
    void an_answer_from_before_a_refund_of_ours_does_not_hide_another_one() {
        var scenario = captured().when(NOTIFIED).when(reserve(3_000L));
        scenario.when(ended("ref_1", Refund.Status.SUCCEEDED, null));
        scenario.whenAnswered(approved(6_540, 700));
        assertThat(scenario.last().events())
                .containsExactly(new ResultPending(AUTHORIZE, scenario.now().plusSeconds(1), NONE));
        scenario.whenDue().whenAnswered(approved(6_540, 3_700));
        assertThat(scenario.last().events())
                .containsExactly(
                        new RefundFound(found(scenario, 3_700, 2, 700)),
                        new InquiryEnded(AUTHORIZE));
    }

    @Test
    void what_a_capture_of_ours_may_explain_waits_for_its_result() {
        var more = inquiring(authorized(CaptureMethod.MANUAL_MULTIPLE)).when(capture(4_000L));
        more.whenAnswered(approved(4_000, 0));
        assertThat(more.last().events())
                .containsExactly(
                        new InquiryEnded(AUTHORIZE), inquired(more, Purpose.RECONCILIATION));
        more.when(says(Kind.CAPTURE, 1, ProviderResult.approved()))
                .whenDue()
                .whenAnswered(approved(5_000, 0));
        assertThat(more.last().events())
                .containsExactly(
                        new CaptureFound(chargedCapture(2, 1_000), NONE),
                        new InquiryEnded(AUTHORIZE));
    }

    @Test
    void a_capture_of_more_than_is_held_is_booked_as_far_and_one_after_the_end_not_at_all() {
        var more = inquiring(authorized(CaptureMethod.MANUAL)).whenAnswered(approved(6_541, 0));
        assertThat(more.last().events())
                .containsExactly(
                        new CaptureFound(chargedCapture(1, 6_540), NONE),
                        new BooksDiffered(ATTEMPT, new ProviderBooks(6_541, 0)),
                        new InquiryEnded(AUTHORIZE));
        more.thenStatus(PaymentStatus.SUCCEEDED).thenMoney(0, 6_540, 0);
        var ended = releaseFailed();
        inquiring(ended).whenAnswered(approved(6_540, 0));
        assertThat(ended.last().events())
                .containsExactly(
                        new BooksDiffered(ATTEMPT, new ProviderBooks(6_540, 0)),
                        new InquiryEnded(AUTHORIZE));
        ended.thenStatus(PaymentStatus.PARTIALLY_CAPTURED);
    }

    @Test
    void an_authorization_that_ended_there_after_a_capture_is_booked_before_it_lapses() {
        var scenario = inquiring(authorized(CaptureMethod.MANUAL_MULTIPLE));
        scenario.when(
                answers(
                        scenario.now(),
                        Kind.INQUIRY,
                        1,
                        ProviderResult.declined(Decline.Outcome.EXPIRED, ERROR)
                                .with(new ProviderBooks(4_000, 0))));
        assertThat(scenario.last().events())
                .containsExactly(
                        new CaptureFound(chargedCapture(1, 4_000), NONE),
                        new InquiryEnded(AUTHORIZE),
                        new PaymentEvent.AuthorizationLapsed(
                                ATTEMPT, "The authorization ended at the provider: declined"));
        scenario.thenStatus(PaymentStatus.PARTIALLY_CAPTURED).thenMoney(0, 4_000, 2_540);
    }

    /** In the portal, or by a void that was given up here and delivered again. */
    @Test
    void a_rest_that_was_released_there_after_a_capture_ends_the_payment() {
        var scenario =
                inquiring(partlyCaptured())
                        .whenAnswered(
                                ProviderResult.approved(6_540)
                                        .with(new ProviderBooks(4_000, 0, 2_540L)));
        assertThat(scenario.last().events())
                .containsExactly(
                        new PaymentEvent.AuthorizationLapsed(
                                ATTEMPT, "The authorization ended at the provider: released"),
                        new InquiryEnded(AUTHORIZE));
        scenario.thenStatus(PaymentStatus.PARTIALLY_CAPTURED).thenMoney(0, 4_000, 2_540);
    }

    /** A void that was given up here has done what the release of the rest was to do. */
    @Test
    void a_rest_that_was_released_there_and_whose_release_failed_here_is_not_open_any_more() {
        var scenario = releaseFailed();
        scenario.thenMoney(0, 4_000, 0);
        scenario.whenAnswered(
                ProviderResult.approved(6_540).with(new ProviderBooks(4_000, 0, 2_540L)));
        assertThat(scenario.last().events())
                .containsExactly(
                        new PaymentEvent.AuthorizationLapsed(
                                ATTEMPT, "The authorization ended at the provider: released"),
                        new InquiryEnded(AUTHORIZE));
        scenario.thenStatus(PaymentStatus.PARTIALLY_CAPTURED).thenMoney(0, 4_000, 2_540);
    }

    /** Its own word for the end says more than that everything was released. */
    @Test
    void an_authorization_that_expired_there_lapses_for_that_reason_whatever_the_books_show() {
        var scenario =
                inquiring(authorized(CaptureMethod.MANUAL))
                        .whenAnswered(
                                ProviderResult.declined(Decline.Outcome.EXPIRED, ERROR)
                                        .with(new ProviderBooks(0, 0, 6_540L)));
        assertThat(scenario.last().events())
                .containsExactly(
                        new InquiryEnded(AUTHORIZE),
                        new PaymentEvent.AuthorizationLapsed(
                                ATTEMPT, "The authorization ended at the provider: declined"));
    }

    @Test
    void a_rest_of_which_a_part_was_released_there_stays_open() {
        var scenario =
                inquiring(partlyCaptured())
                        .whenAnswered(
                                ProviderResult.approved(6_540)
                                        .with(new ProviderBooks(4_000, 0, 2_539L)));
        assertThat(scenario.last().events()).containsExactly(new InquiryEnded(AUTHORIZE));
        scenario.thenStatus(PaymentStatus.PARTIALLY_CAPTURED_AND_CAPTURABLE);
    }

    @Test
    void a_rest_that_a_release_of_ours_may_have_ended_is_asked_about_once_that_is_known() {
        var scenario = inquiring(partlyCaptured());
        scenario.when(new PaymentCommand.CancelPayment(null))
                .whenAnswered(
                        ProviderResult.approved(6_540).with(new ProviderBooks(4_000, 0, 2_540L)));
        assertThat(scenario.last().events())
                .containsExactly(
                        new InquiryEnded(AUTHORIZE), inquired(scenario, Purpose.RECONCILIATION));
    }

    @Test
    void unwanted_money_that_was_refunded_there_is_gone() {
        var scenario =
                new Scenario()
                        .when(creating(o -> o, route(SHOWING)))
                        .when(says(Kind.AUTHORIZE, 1, declined()))
                        .when(says(Kind.AUTHORIZE, 1, ProviderResult.captured()))
                        .when(ended("late_" + ATTEMPT, Refund.Status.FAILED, ERROR))
                        .whenDue();
        scenario.when(
                answers(
                        scenario.now(),
                        Kind.INQUIRY,
                        1,
                        ProviderResult.captured().with(new ProviderBooks(6_540, 6_540))));
        assertThat(scenario.last().events())
                .containsExactly(
                        new RefundFound(found(scenario, 6_540, 2, 6_540)),
                        new InquiryEnded(AUTHORIZE));
        assertThat(scenario.payment().attempt(ATTEMPT).unwanted()).isNull();
        assertThat(takenOver(scenario).payment().isAtRest()).isTrue();
        assertThat(scenario.folded()).isEqualTo(scenario.payment());
    }

    /** Not all of it: what the portal has given back is not given back again. */
    @Test
    void unwanted_money_that_was_captured_and_refunded_there_is_given_back_to_the_rest() {
        var scenario =
                new Scenario()
                        .when(creating(o -> o.captureMethod(CaptureMethod.MANUAL), route(SHOWING)))
                        .when(says(Kind.AUTHORIZE, 1, declined()))
                        .when(says(Kind.AUTHORIZE, 1, ProviderResult.approved()))
                        .when(says(Kind.VOID, 1, declined()))
                        .whenDue();
        scenario.whenAnswered(approved(6_540, 6_000));
        assertThat(scenario.last().events())
                .containsExactly(
                        new InquiryEnded(AUTHORIZE),
                        new LateCaptureFound(ATTEMPT, 6_540, NONE),
                        new RefundFound(found(scenario, 6_000, 1, 6_000)),
                        new RefundReserved(
                                lateRefund(scenario.now(), "late_" + ATTEMPT + "_2", 2, 540)));
        scenario.when(ended("late_" + ATTEMPT + "_2", Refund.Status.SUCCEEDED, null));
        assertThat(scenario.payment().attempt(ATTEMPT).unwanted()).isNull();
        assertThat(takenOver(scenario).payment().isAtRest()).isTrue();
        assertThat(scenario.folded()).isEqualTo(scenario.payment());
    }

    @Test
    void of_unwanted_money_that_was_captured_there_in_part_the_rest_is_voided_first() {
        var scenario =
                new Scenario()
                        .when(creating(o -> o.captureMethod(CaptureMethod.MANUAL), route(SHOWING)))
                        .when(says(Kind.AUTHORIZE, 1, declined()))
                        .when(says(Kind.AUTHORIZE, 1, ProviderResult.approved()))
                        .when(says(Kind.VOID, 1, declined()))
                        .whenDue();
        scenario.whenAnswered(approved(2_000, 0));
        assertThat(scenario.last().events())
                .hasSize(2)
                .startsWith(new InquiryEnded(AUTHORIZE))
                .last()
                .isInstanceOf(VoidRequested.class);
        scenario.when(says(Kind.VOID, 2, ProviderResult.approved()));
        scenario.whenAnswered(approved(2_000, 0));
        assertThat(scenario.last().events()).contains(new LateCaptureFound(ATTEMPT, 2_000, NONE));
        assertThat(scenario.folded()).isEqualTo(scenario.payment());
    }

    @Test
    void unwanted_money_that_was_captured_and_refunded_there_in_full_is_gone() {
        var scenario =
                new Scenario()
                        .when(creating(o -> o.captureMethod(CaptureMethod.MANUAL), route(SHOWING)))
                        .when(says(Kind.AUTHORIZE, 1, declined()))
                        .when(says(Kind.AUTHORIZE, 1, ProviderResult.approved()))
                        .when(says(Kind.VOID, 1, declined()))
                        .whenDue();
        scenario.whenAnswered(approved(6_540, 6_540));
        assertThat(scenario.last().events())
                .containsExactly(
                        new InquiryEnded(AUTHORIZE),
                        new LateCaptureFound(ATTEMPT, 6_540, NONE),
                        new RefundFound(found(scenario, 6_540, 1, 6_540)));
        assertThat(scenario.payment().attempt(ATTEMPT).unwanted()).isNull();
        assertThat(takenOver(scenario).payment().isAtRest()).isTrue();
    }

    /** The void released less than we think. */
    @Test
    void what_was_captured_there_before_a_cancel_is_refunded() {
        var scenario = cancelled();
        scenario.copy().when(SYNC).thenNothing();
        scenario.when(NOTIFIED);
        assertThat(scenario.last().events())
                .containsExactly(inquired(scenario, Purpose.RECONCILIATION));
        scenario.whenAnswered(approved(4_000, 0));
        assertThat(scenario.last().events())
                .containsExactly(
                        new LateCaptureFound(ATTEMPT, 4_000, NONE),
                        new RefundReserved(lateRefund(scenario.now(), "late_" + ATTEMPT, 1, 4_000)),
                        new InquiryEnded(AUTHORIZE));
        scenario.thenStatus(PaymentStatus.CANCELLED).thenMoney(0, 4_000, 2_540);
        scenario.when(ended("late_" + ATTEMPT, Refund.Status.SUCCEEDED, null));
        assertThat(scenario.payment().isAtRest()).isTrue();
        assertThat(scenario.folded()).isEqualTo(scenario.payment());
    }

    @Test
    void a_capture_that_had_failed_before_the_cancel_is_the_one_that_is_refunded() {
        var scenario =
                authorized(CaptureMethod.MANUAL)
                        .when(capture(4_000L))
                        .when(says(Kind.CAPTURE, 1, declined()))
                        .whenAnswered(approved(0, 0))
                        .when(new PaymentCommand.CancelPayment(null))
                        .when(says(Kind.VOID, 1, ProviderResult.approved()))
                        .when(NOTIFIED)
                        .whenAnswered(approved(4_000, 0));
        assertThat(scenario.last().events())
                .containsExactly(
                        new LateChargeFound(ATTEMPT + "_1", 4_000, NONE),
                        new RefundReserved(lateRefund(scenario.now(), "late_" + ATTEMPT, 1, 4_000)),
                        new InquiryEnded(AUTHORIZE));
        scenario.thenStatus(PaymentStatus.CANCELLED);
    }

    @Test
    void all_of_it_captured_after_a_void_that_succeeded_is_alarmed() {
        var scenario = cancelled().when(says(Kind.AUTHORIZE, 1, approved(6_540, 0)));
        assertThat(scenario.last().events())
                .containsExactly(inquired(scenario, Purpose.RECONCILIATION));
        scenario.whenAnswered(approved(6_540, 0));
        assertThat(scenario.last().events())
                .containsExactly(
                        new BooksDiffered(ATTEMPT, new ProviderBooks(6_540, 0)),
                        new InquiryEnded(AUTHORIZE));
        scenario.thenStatus(PaymentStatus.CANCELLED);
    }

    @Test
    void what_was_captured_there_before_the_rest_was_released_counts() {
        var scenario =
                authorized(CaptureMethod.MANUAL)
                        .when(capture(4_000L))
                        .when(says(Kind.CAPTURE, 1, ProviderResult.approved()))
                        .when(says(Kind.RELEASE, 1, ProviderResult.approved()))
                        .thenMoney(0, 4_000, 2_540)
                        .when(NOTIFIED)
                        .whenAnswered(approved(5_000, 0));
        assertThat(scenario.last().events())
                .containsExactly(
                        new CaptureFound(chargedCapture(2, 1_000), NONE),
                        new InquiryEnded(AUTHORIZE));
        scenario.thenStatus(PaymentStatus.PARTIALLY_CAPTURED).thenMoney(0, 5_000, 1_540);
        assertThat(scenario.folded()).isEqualTo(scenario.payment());
    }

    @Test
    void what_has_ended_is_not_released_again() {
        var scenario = releaseFailed();
        assertThat(scenario.last().events())
                .last()
                .isEqualTo(inquired(scenario, Purpose.RECONCILIATION));
        scenario.whenAnswered(approved(5_000, 0));
        assertThat(scenario.last().events())
                .containsExactly(
                        new CaptureFound(chargedCapture(2, 1_000), NONE),
                        new InquiryEnded(AUTHORIZE));
        scenario.thenStatus(PaymentStatus.PARTIALLY_CAPTURED);
    }

    /** All is reserved, and yet the portal can have refunded it first. */
    @Test
    void what_a_refund_of_ours_has_only_reserved_is_asked_about() {
        var scenario = captured().when(reserve(null));
        scenario.copy().when(SYNC);
        scenario.when(NOTIFIED);
        assertThat(scenario.last().events())
                .containsExactly(inquired(scenario, Purpose.RECONCILIATION));
        scenario.whenAnswered(approved(6_540, 500));
        assertThat(scenario.last().events())
                .containsExactly(new ResultPending(AUTHORIZE, scenario.now().plusSeconds(1), NONE));
        scenario.when(ended("ref_1", Refund.Status.FAILED, ERROR));
        assertThat(scenario.last().events())
                .containsExactly(
                        new RefundStatusRecorded("ref_1", Refund.Status.FAILED, null, ERROR),
                        inquired(scenario, Purpose.RECONCILIATION));
        scenario.whenAnswered(approved(6_540, 500));
        assertThat(scenario.last().events())
                .containsExactly(
                        new RefundFound(found(scenario, 500, 2, 500)), new InquiryEnded(AUTHORIZE));
    }

    @Test
    void unwanted_money_that_is_being_refunded_is_asked_about_when_the_provider_notifies() {
        var scenario =
                new Scenario()
                        .when(creating(o -> o, route(SHOWING)))
                        .when(says(Kind.AUTHORIZE, 1, declined()))
                        .when(says(Kind.AUTHORIZE, 1, ProviderResult.captured()))
                        .when(NOTIFIED);
        assertThat(scenario.last().events())
                .containsExactly(inquired(scenario, Purpose.RECONCILIATION));
    }

    /** The answer's amount is what was authorized. */
    @Test
    void no_more_of_unwanted_money_is_refunded_than_was_captured() {
        var scenario =
                new Scenario()
                        .when(creating(o -> o, route(SHOWING)))
                        .when(says(Kind.AUTHORIZE, 1, declined()))
                        .when(
                                says(
                                        Kind.AUTHORIZE,
                                        1,
                                        ProviderResult.captured(6_540)
                                                .with(new ProviderBooks(1_000, 0))));
        assertThat(scenario.last().events())
                .containsExactly(
                        new LateCaptureFound(ATTEMPT, 1_000, NONE),
                        new RefundReserved(
                                lateRefund(scenario.now(), "late_" + ATTEMPT, 1, 1_000)));
    }

    /** Nobody would look at it again. */
    @Test
    void the_void_of_unwanted_money_is_looked_at_once_more() {
        var scenario =
                new Scenario()
                        .when(creating(o -> o.captureMethod(CaptureMethod.MANUAL), route(SHOWING)))
                        .when(says(Kind.AUTHORIZE, 1, declined()))
                        .when(says(Kind.AUTHORIZE, 1, ProviderResult.approved()))
                        .when(says(Kind.VOID, 1, ProviderResult.approved()));
        assertThat(scenario.last().events())
                .containsExactly(
                        new VoidSucceeded(ATTEMPT + "_void_1", 6_540),
                        inquired(scenario, Purpose.RECONCILIATION));
        scenario.whenAnswered(approved(1_000, 0));
        assertThat(scenario.last().events())
                .containsExactly(
                        new LateCaptureFound(ATTEMPT, 1_000, NONE),
                        new RefundReserved(lateRefund(scenario.now(), "late_" + ATTEMPT, 1, 1_000)),
                        new InquiryEnded(AUTHORIZE));
    }

    /** A void ends all that is under way for its attempt. */
    @Test
    void a_void_does_not_end_an_inquiry_that_the_provider_asked_for() {
        var scenario =
                authorized(CaptureMethod.MANUAL)
                        .when(new PaymentCommand.CancelPayment(null))
                        .when(NOTIFIED)
                        .when(says(Kind.VOID, 1, ProviderResult.approved()));
        assertThat(scenario.last().events())
                .containsExactly(
                        new VoidSucceeded(ATTEMPT + "_void_1", 6_540),
                        inquired(scenario, Purpose.RECONCILIATION));
    }

    @Test
    void a_notification_while_it_is_authorized_is_looked_into_although_an_answer_is_out() {
        var scenario = authorizing();
        scenario.copy().when(SYNC).thenNothing();
        scenario.when(NOTIFIED);
        assertThat(scenario.last().events())
                .containsExactly(
                        new StatusInquired(AUTHORIZE, 1, scenario.now().plusSeconds(1), true));
        scenario.when(answers(scenario.now(), Kind.AUTHORIZE, 1, ProviderResult.approved(6_540)));
        scenario.when(
                answers(scenario.now(), Kind.AUTHORIZE, 1, ProviderResult.unknown("timed out")));
        assertThat(scenario.last().events())
                .containsExactly(inquired(scenario, Purpose.RECONCILIATION));
    }

    /** It was delayed: the inquiry was about what a later webhook had notified of. */
    @Test
    void a_webhook_that_comes_after_an_inquiry_may_be_older() {
        var scenario =
                authorizing().when(NOTIFIED).when(answers(Kind.AUTHORIZE, 1, approved(0, 0)));
        assertThat(scenario.last().events())
                .containsExactly(
                        new PaymentEvent.AuthorizationApproved(
                                ATTEMPT, AUTHORIZE, 6_540, false, null, NONE),
                        inquired(scenario, Purpose.RECONCILIATION));
    }

    /** What the notification is about is in the answer that is out, which says nothing at first. */
    @Test
    void a_decline_that_is_older_than_a_notification_is_looked_into_until_it_is_answered() {
        var scenario = authorizing().when(NOTIFIED).when(answers(Kind.AUTHORIZE, 1, declined()));
        assertThat(scenario.payment().status()).isEqualTo(PaymentStatus.FAILED);
        assertThat(scenario.last().events()).endsWith(inquired(scenario, Purpose.RECONCILIATION));

        scenario.whenAnswered(ProviderResult.unauthorized("401"));
        assertThat(scenario.payment().operations())
                .extracting(Operation::kind)
                .containsExactly(Kind.INQUIRY);

        scenario.whenDue().whenAnswered(ProviderResult.approved(6_540));
        assertThat(scenario.last().events())
                .contains(new PaymentEvent.LateApprovalFound(ATTEMPT, 6_540, NONE));
    }

    /**
     * A capture in the portal is notified of while the answer to an older inquiry is on its way.
     */
    @Test
    void an_answer_that_is_older_than_a_notification_is_looked_into_until_the_later_one_comes() {
        for (var older : List.of(ProviderResult.approved(6_540), declined())) {
            var scenario = authorizing().when(says(Kind.AUTHORIZE, 1, ProviderResult.pending()));
            scenario.whenDue();
            var asked = scenario.now();
            scenario.after(Duration.ofSeconds(1)).when(NOTIFIED);
            scenario.after(Duration.ofSeconds(1)).when(answers(asked, Kind.AUTHORIZE, 1, older));
            assertThat(scenario.last().events())
                    .endsWith(inquired(scenario, Purpose.RECONCILIATION));
        }

        var scenario = authorizing().when(says(Kind.AUTHORIZE, 1, ProviderResult.pending()));
        scenario.whenDue().after(Duration.ofSeconds(1)).when(NOTIFIED);
        var latest = answers(scenario.now(), Kind.AUTHORIZE, 1, ProviderResult.approved(6_540));
        scenario.after(Duration.ofSeconds(1)).when(latest);
        assertThat(scenario.payment().operations()).isEmpty();
    }

    /** The customer agreed at a page that stayed open. */
    @Test
    void a_notification_about_a_payment_that_was_cancelled_is_looked_into() {
        var scenario =
                new Scenario()
                        .when(creating(o -> o.captureMethod(CaptureMethod.MANUAL), route(SHOWING)))
                        .when(says(Kind.AUTHORIZE, 1, REDIRECT))
                        .when(new PaymentCommand.CancelPayment(null))
                        .when(says(Kind.VOID, 1, ProviderResult.approved(0)));
        assertThat(scenario.payment().status()).isEqualTo(PaymentStatus.CANCELLED);
        scenario.whenAnswered(REDIRECT);
        scenario.copy().when(SYNC).thenNothing();
        scenario.copy().after(Duration.ofHours(1)).when(NOTIFIED);
        scenario.when(NOTIFIED);
        assertThat(scenario.last().events())
                .hasSize(1)
                .hasOnlyElementsOfType(PaymentEvent.AuthorizationInquired.class);
        scenario.whenAnswered(ProviderResult.approved(6_540));
        assertThat(scenario.last().events())
                .contains(new PaymentEvent.LateApprovalFound(ATTEMPT, 6_540, NONE));
    }

    /** What it recorded for the request is what it answers, whatever has happened since. */
    @Test
    void the_answer_to_a_request_that_is_sent_again_may_be_older() {
        var scenario =
                authorizing()
                        .when(says(Kind.AUTHORIZE, 1, ProviderResult.unknown("timed out")))
                        .when(NOTIFIED);
        scenario.when(answers(scenario.now(), Kind.AUTHORIZE, 1, ProviderResult.notFound()));
        assertThat(scenario.last().events())
                .containsExactly(new OperationRetried(AUTHORIZE, scenario.now().plusSeconds(95)));
        scenario.when(
                new PaymentCommand.RecordProviderResult(
                        ATTEMPT, Kind.AUTHORIZE, AUTHORIZE, false, scenario.now(), approved(0, 0)));
        assertThat(scenario.last().events())
                .last()
                .isEqualTo(inquired(scenario, Purpose.RECONCILIATION));
    }

    private static Scenario authorizing() {
        return new Scenario()
                .when(creating(o -> o.captureMethod(CaptureMethod.MANUAL), route(SHOWING)));
    }

    private static Scenario cancelled() {
        return authorized(CaptureMethod.MANUAL)
                .when(new PaymentCommand.CancelPayment(null))
                .when(says(Kind.VOID, 1, ProviderResult.approved()));
    }

    private static Scenario authorized(CaptureMethod method) {
        return new Scenario()
                .when(creating(o -> o.captureMethod(method), route(SHOWING)))
                .when(says(Kind.AUTHORIZE, 1, ProviderResult.approved()));
    }

    private static Scenario partlyCaptured() {
        return authorized(CaptureMethod.MANUAL_MULTIPLE)
                .when(capture(4_000L))
                .when(says(Kind.CAPTURE, 1, ProviderResult.approved()));
    }

    /** A part was captured, and the provider has refused to release the rest. */
    private static Scenario releaseFailed() {
        return authorized(CaptureMethod.MANUAL)
                .when(capture(4_000L))
                .when(says(Kind.CAPTURE, 1, ProviderResult.approved()))
                .when(says(Kind.RELEASE, 1, declined()));
    }

    private static Scenario captured() {
        return authorized(CaptureMethod.MANUAL)
                .when(capture(null))
                .when(says(Kind.CAPTURE, 1, ProviderResult.approved()))
                .after(Duration.ofHours(1));
    }

    private static Scenario inquiring(Scenario scenario) {
        return scenario.when(SYNC);
    }

    private static ProviderResult approved(long captured, long refunded) {
        return ProviderResult.approved(6_540).with(new ProviderBooks(captured, refunded));
    }

    private static PaymentCommand reserve(@Nullable Long amount) {
        return reserve("ref_1", amount);
    }

    private static PaymentCommand reserve(String refundId, @Nullable Long amount) {
        return new PaymentCommand.ReserveRefund(refundId, amount, null, Map.of());
    }

    private static PaymentCommand ended(
            String refundId, Refund.Status status, @Nullable ProviderError error) {
        return new PaymentCommand.RecordRefundStatus(
                refundId, status, null, error, null, null, Scenario.START);
    }

    /** Once refund-service has told that it keeps them. */
    private static Scenario takenOver(Scenario scenario) {
        for (var refund : scenario.payment().refunds()) {
            if (refund.isFound()) {
                scenario.when(ended(refund.refundId(), refund.status(), null));
            }
        }
        return scenario;
    }

    private static Refund found(Scenario scenario, long total, int sequence, long amount) {
        return new Refund(
                "found_" + ATTEMPT + "_" + total,
                sequence,
                Refund.Status.SUCCEEDED,
                amount,
                "made at the provider",
                Map.of(),
                null,
                ATTEMPT,
                scenario.now(),
                scenario.now());
    }

    private static Operation release(Scenario scenario, long amount) {
        return operation(scenario, ATTEMPT + "_release_1", Kind.RELEASE, Purpose.REQUESTED, amount)
                .withNextInquiryAt(scenario.now().plusSeconds(95));
    }

    private static AuthorizationInquired inquired(Scenario scenario, Purpose purpose) {
        return new AuthorizationInquired(
                operation(scenario, AUTHORIZE, Kind.INQUIRY, purpose, 6_540)
                        .withNextInquiryAt(scenario.now().plusSeconds(15)));
    }

    private static Operation operation(
            Scenario scenario, String id, Kind kind, Purpose purpose, long amount) {
        return new Operation(
                id,
                kind,
                ATTEMPT,
                1,
                amount,
                purpose,
                scenario.now(),
                scenario.now(),
                0,
                null,
                true,
                false,
                Map.of());
    }

    @Test
    void whether_an_authorization_lapsed_is_asked_when_its_time_is_over() {
        var scenario = holding(Duration.ofDays(7));
        assertThat(scenario.payment().due())
                .contains(Scenario.START.plus(Duration.ofDays(7)).plusSeconds(60));
        scenario.after(Duration.ofDays(7)).when(DUE).thenNothing();
        scenario.after(Duration.ofMinutes(1)).when(DUE);
        assertThat(scenario.last().events())
                .containsExactly(inquired(scenario, Purpose.RECONCILIATION));
        scenario.whenAnswered(ProviderResult.declined(Decline.Outcome.EXPIRED, ERROR))
                .thenStatus(PaymentStatus.CANCELLED);
        assertThat(scenario.payment().due()).isEmpty();
        assertThat(scenario.folded()).isEqualTo(scenario.payment());
    }

    @Test
    void a_provider_that_holds_on_beyond_its_time_is_asked_every_day() {
        var scenario = holding(Duration.ofDays(7)).whenDue();
        var asked = scenario.now();
        scenario.whenAnswered(ProviderResult.approved()).thenStatus(PaymentStatus.REQUIRES_CAPTURE);
        assertThat(scenario.payment().due())
                .contains(asked.plus(Duration.ofDays(1)).plusSeconds(60));
    }

    @Test
    void an_inquiry_before_its_time_is_over_moves_nothing() {
        var scenario = holding(Duration.ofDays(7));
        var due = scenario.payment().due();
        scenario.when(SYNC);
        assertThat(scenario.payment().due()).contains(scenario.now().plusSeconds(15));
        scenario.whenAnswered(ProviderResult.approved());
        assertThat(scenario.payment().due()).isEqualTo(due);
    }

    @Test
    void what_was_captured_lapses_no_more() {
        var scenario =
                holding(Duration.ofDays(7))
                        .when(capture(null))
                        .when(says(Kind.CAPTURE, 1, ProviderResult.approved()))
                        .thenStatus(PaymentStatus.SUCCEEDED);
        assertThat(scenario.payment().due()).isEmpty();
    }

    /** An authorization that the provider says it holds for so long. */
    private static Scenario holding(Duration time) {
        var until = NONE.withAuthorizedUntil(Scenario.START.plus(time));
        return Scenario.confirmed(o -> o.captureMethod(CaptureMethod.MANUAL))
                .when(says(Kind.AUTHORIZE, 1, ProviderResult.approved().with(until)))
                .thenStatus(PaymentStatus.REQUIRES_CAPTURE);
    }
}
