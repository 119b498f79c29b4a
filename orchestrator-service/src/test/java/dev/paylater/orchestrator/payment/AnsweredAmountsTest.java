package dev.paylater.orchestrator.payment;

import static dev.paylater.orchestrator.payment.PaymentStatus.FAILED;
import static dev.paylater.orchestrator.payment.PaymentStatus.PARTIALLY_CAPTURED;
import static dev.paylater.orchestrator.payment.PaymentStatus.PARTIALLY_CAPTURED_AND_CAPTURABLE;
import static dev.paylater.orchestrator.payment.PaymentStatus.PROCESSING;
import static dev.paylater.orchestrator.payment.PaymentStatus.REQUIRES_CAPTURE;
import static dev.paylater.orchestrator.payment.PaymentStatus.REQUIRES_MERCHANT_ACTION;
import static dev.paylater.orchestrator.payment.PaymentStatus.SUCCEEDED;
import static dev.paylater.orchestrator.payment.Scenario.ATTEMPT;
import static dev.paylater.orchestrator.payment.Scenario.SANDBOX;
import static dev.paylater.orchestrator.payment.Scenario.authorized;
import static dev.paylater.orchestrator.payment.Scenario.capture;
import static dev.paylater.orchestrator.payment.Scenario.confirmed;
import static dev.paylater.orchestrator.payment.Scenario.creating;
import static dev.paylater.orchestrator.payment.Scenario.declined;
import static dev.paylater.orchestrator.payment.Scenario.says;
import static org.assertj.core.api.Assertions.assertThat;

import dev.paylater.orchestrator.payment.Operation.Kind;
import dev.paylater.provider.ProviderBooks;
import dev.paylater.provider.ProviderError;
import dev.paylater.provider.ProviderResult;
import dev.paylater.provider.UnifiedError;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Whatever amount a provider answers with, no more is booked, captured or refunded by the service
 * than was asked for, and less counts only for those who accept it.
 */
class AnsweredAmountsTest {

    private static final String AUTHORIZE = ATTEMPT + "_authorize";
    private static final String CAPTURE = ATTEMPT + "_capture_1";

    @ParameterizedTest
    @EnumSource(CaptureMethod.class)
    void an_approval_of_more_is_held_and_never_captured_by_itself(CaptureMethod method) {
        var scenario =
                confirmed(o -> o.captureMethod(method))
                        .when(says(Kind.AUTHORIZE, 1, ProviderResult.approved(65_400)))
                        .thenStatus(REQUIRES_CAPTURE)
                        .thenMoney(6_540, 0, 0);
        assertDiffers(scenario, AUTHORIZE, 6_540, 65_400);
        scenario.after(Duration.ofDays(2)).when(new PaymentCommand.DeadlinePassed());
        assertThat(scenario.requests()).doesNotContain(CAPTURE);
        if (method == CaptureMethod.AUTOMATIC) {
            scenario.whenAnswered(ProviderResult.approved(65_400));
        }
        scenario.when(capture(6_541L)).thenRefused("IR_06", "amount_to_capture");
        scenario.copy()
                .when(capture(null))
                .when(says(Kind.CAPTURE, 1, ProviderResult.approved()))
                .thenStatus(SUCCEEDED)
                .thenMoney(0, 6_540, 0);
        scenario.when(new PaymentCommand.CancelPayment(null)).thenStatus(PROCESSING);
    }

    /** It may have captured by itself already, and would take this capture besides. */
    @Test
    void what_is_approved_for_more_is_not_captured_before_the_books_are_known() {
        var scenario =
                confirmed(o -> o.captureMethod(CaptureMethod.AUTOMATIC))
                        .when(says(Kind.AUTHORIZE, 1, ProviderResult.approved(65_400)));
        assertThat(scenario.requests()).last().isEqualTo("?" + AUTHORIZE);
        scenario.when(capture(6_000L)).thenRefused("IR_16");
        scenario.whenAnswered(ProviderResult.captured(65_400).with(new ProviderBooks(6_540, 0)))
                .when(capture(6_000L))
                .thenRefused("IR_16");
        assertThat(scenario.payment().amountReceived()).isEqualTo(6_540);
    }

    /** Seeds 1003567, 1004223, 1050849, 1054416: the merchant's capture was taken besides. */
    @Test
    void books_that_show_more_captured_than_was_asked_for_leave_nothing_to_capture() {
        var books = new ProviderBooks(30_000, 0);
        var scenario =
                confirmed(o -> o.captureMethod(CaptureMethod.AUTOMATIC))
                        .when(says(Kind.AUTHORIZE, 1, ProviderResult.approved(65_400)))
                        .whenAnswered(ProviderResult.approved(65_400).with(books))
                        .thenStatus(SUCCEEDED)
                        .thenMoney(0, 6_540, 0);
        assertThat(scenario.payment().currentAttempt().booksDiffering()).isEqualTo(books);
        scenario.when(capture(6_000L)).thenRefused("IR_16");
        assertThat(scenario.requests()).doesNotContain(CAPTURE);
    }

    /** Seed 200669: what the portal took of it was never noticed. */
    @Test
    void a_notification_about_what_is_approved_for_more_and_captured_leads_to_an_inquiry() {
        var account = Scenario.account("sandbox", "mca_sandbox", List.of("shows_books"));
        var scenario =
                new Scenario()
                        .when(creating(o -> o, Scenario.route(account)))
                        .when(says(Kind.AUTHORIZE, 1, ProviderResult.captured(65_400)))
                        .when(new PaymentCommand.ReserveRefund("ref_1", 6_540L, null, Map.of()))
                        .when(refunded("ref_1"))
                        .when(new PaymentCommand.SyncPayment(true));
        assertThat(scenario.last().events())
                .hasExactlyElementsOfTypes(PaymentEvent.AuthorizationInquired.class);
        scenario.whenAnswered(
                ProviderResult.captured(65_400).with(new ProviderBooks(35_000, 6_540)));
        assertThat(scenario.payment().currentAttempt().booksDiffering())
                .isEqualTo(new ProviderBooks(35_000, 6_540));
    }

    private static PaymentCommand refunded(String refundId) {
        return new PaymentCommand.RecordRefundStatus(
                refundId, Refund.Status.SUCCEEDED, null, null, null, null, Scenario.START);
    }

    @Test
    void a_capture_of_more_in_the_same_step_is_booked_with_what_was_asked_for() {
        var scenario =
                confirmed(o -> o)
                        .when(says(Kind.AUTHORIZE, 1, ProviderResult.captured(65_400)))
                        .thenStatus(SUCCEEDED)
                        .thenMoney(0, 6_540, 0);
        assertDiffers(scenario, AUTHORIZE, 6_540, 65_400);
    }

    /** Held, as its void was refused, and then captured in the portal. */
    @ParameterizedTest
    @ValueSource(longs = {6_540, 6_600, 20_000, 65_400})
    void what_was_captured_of_a_late_approval_of_more_whose_void_was_refused_is_refunded(
            long captured) {
        var account = Scenario.account("sandbox", "mca_sandbox", List.of("shows_books"));
        var scenario =
                new Scenario()
                        .when(
                                creating(
                                        o -> o.captureMethod(CaptureMethod.MANUAL),
                                        Scenario.route(account)))
                        .when(says(Kind.AUTHORIZE, 1, Scenario.declined()))
                        .when(says(Kind.AUTHORIZE, 1, ProviderResult.approved(65_400)))
                        .when(says(Kind.VOID, 1, Scenario.declined()));
        scenario.when(new PaymentCommand.SyncPayment(true))
                .whenAnswered(ProviderResult.approved(65_400).with(new ProviderBooks(captured, 0)));
        var refund = scenario.payment().refunds().getLast();
        assertThat(refund.isOfUnwantedMoney()).isTrue();
        assertThat(refund.amount()).isEqualTo(captured);
        assertThat(scenario.payment().currentAttempt().amounts().captured()).isEqualTo(captured);
        // The rest of what was approved can be captured in the portal, too.
        assertThat(scenario.payment().currentAttempt().amountDiffering())
                .extracting(AmountDifference::answered)
                .isEqualTo(65_400L);
    }

    /**
     * Of ten times the amount some was captured, there or in the portal, and the void took the
     * rest.
     */
    @ParameterizedTest
    @ValueSource(longs = {6_000, 6_540, 20_000, 65_400})
    void what_a_late_approval_of_more_has_captured_is_refunded_although_its_void_succeeded(
            long captured) {
        var account = Scenario.account("sandbox", "mca_sandbox", List.of("shows_books"));
        var scenario =
                new Scenario()
                        .when(creating(o -> o, Scenario.route(account)))
                        .when(says(Kind.AUTHORIZE, 1, declined()))
                        .when(says(Kind.AUTHORIZE, 1, ProviderResult.approved(65_400)))
                        .when(says(Kind.VOID, 1, ProviderResult.approved()))
                        .when(new PaymentCommand.SyncPayment(true))
                        .whenAnswered(
                                ProviderResult.captured(65_400)
                                        .with(new ProviderBooks(captured, 0)));
        var refund = scenario.payment().refunds().getLast();
        assertThat(refund.isOfUnwantedMoney()).isTrue();
        assertThat(refund.amount()).isEqualTo(captured);
        assertThat(scenario.payment().currentAttempt().unwanted()).isNotNull();
        assertThat(scenario.payment().currentAttempt().amounts().captured()).isEqualTo(captured);
    }

    @ParameterizedTest
    @EnumSource(CaptureMethod.class)
    void an_approval_of_less_is_released_and_declined(CaptureMethod method) {
        var scenario =
                confirmed(o -> o.captureMethod(method))
                        .when(says(Kind.AUTHORIZE, 1, ProviderResult.approved(4_000)))
                        .thenStatus(FAILED)
                        .thenMoney(0, 0, 0);
        assertDeclined(scenario);
        assertThat(scenario.requests()).last().isEqualTo(ATTEMPT + "_void_1");
        scenario.when(says(Kind.VOID, 1, declined()));
        assertThat(scenario.payment().due()).isPresent();
        scenario.whenDue().whenAnswered(ProviderResult.approved(4_000));
        assertThat(scenario.requests()).last().isEqualTo(ATTEMPT + "_void_2");
        scenario.when(says(Kind.VOID, 2, ProviderResult.approved())).thenStatus(FAILED);
        assertThat(scenario.payment().currentAttempt().unwanted()).isNull();
        assertThat(scenario.payment().currentAttempt().amounts().held()).isZero();
    }

    @Test
    void less_that_was_captured_in_the_same_step_is_refunded_and_declined() {
        var scenario =
                confirmed(o -> o)
                        .when(says(Kind.AUTHORIZE, 1, ProviderResult.captured(4_000)))
                        .thenStatus(FAILED);
        assertDeclined(scenario);
        assertThat(scenario.payment().refunds())
                .singleElement()
                .extracting(Refund::amount)
                .isEqualTo(4_000L);
    }

    @Test
    void a_profile_that_accepts_partial_approvals_gets_what_was_approved() {
        accepting(CaptureMethod.MANUAL)
                .when(says(Kind.AUTHORIZE, 1, ProviderResult.approved(4_000)))
                .thenStatus(REQUIRES_CAPTURE)
                .thenMoney(4_000, 0, 0);
        accepting(CaptureMethod.AUTOMATIC)
                .when(says(Kind.AUTHORIZE, 1, ProviderResult.captured(4_000)))
                .thenStatus(SUCCEEDED)
                .thenMoney(0, 4_000, 0);
        accepting(CaptureMethod.MANUAL)
                .when(says(Kind.AUTHORIZE, 1, ProviderResult.inReview(4_000)))
                .thenStatus(REQUIRES_MERCHANT_ACTION);
    }

    @Test
    void a_review_is_of_no_more_than_was_asked_for_and_no_less() {
        var more =
                confirmed(o -> o)
                        .when(says(Kind.AUTHORIZE, 1, ProviderResult.inReview(65_400)))
                        .thenStatus(REQUIRES_MERCHANT_ACTION);
        assertDiffers(more, AUTHORIZE, 6_540, 65_400);
        assertThat(more.payment().currentAttempt().amounts().authorized()).isEqualTo(6_540);
        var less = confirmed(o -> o).when(says(Kind.AUTHORIZE, 1, ProviderResult.inReview(4_000)));
        assertDeclined(less);
        assertThat(less.requests()).last().isEqualTo(ATTEMPT + "_void_1");
    }

    @Test
    void a_late_approval_of_more_is_given_back_as_far_as_it_was_asked_for() {
        var scenario =
                confirmed(o -> o)
                        .when(says(Kind.AUTHORIZE, 1, declined()))
                        .when(says(Kind.AUTHORIZE, 1, ProviderResult.captured(65_400)));
        assertDiffers(scenario, AUTHORIZE, 6_540, 65_400);
        assertThat(scenario.payment().refunds())
                .singleElement()
                .extracting(Refund::amount)
                .isEqualTo(6_540L);
    }

    @Test
    void a_capture_that_is_answered_with_more_is_booked_with_what_was_asked_for() {
        var scenario =
                authorized(CaptureMethod.MANUAL_MULTIPLE)
                        .when(capture(1_000L))
                        .when(says(Kind.CAPTURE, 1, ProviderResult.approved(3_000)))
                        .thenStatus(PARTIALLY_CAPTURED_AND_CAPTURABLE)
                        .thenMoney(5_540, 1_000, 0);
        assertDiffers(scenario, CAPTURE, 1_000, 3_000);
        var whole =
                authorized(CaptureMethod.MANUAL)
                        .when(capture(null))
                        .when(says(Kind.CAPTURE, 1, ProviderResult.approved(65_400)))
                        .thenStatus(SUCCEEDED)
                        .thenMoney(0, 6_540, 0);
        assertDiffers(whole, CAPTURE, 6_540, 65_400);
    }

    @Test
    void a_late_capture_that_is_answered_with_more_is_booked_with_what_was_asked_for() {
        var scenario =
                authorized(CaptureMethod.MANUAL_MULTIPLE)
                        .when(capture(1_000L))
                        .when(says(Kind.CAPTURE, 1, declined()))
                        .when(says(Kind.CAPTURE, 1, ProviderResult.approved(3_000)))
                        .thenMoney(5_540, 1_000, 0);
        assertDiffers(scenario, CAPTURE, 1_000, 3_000);
    }

    @Test
    void a_capture_of_less_leaves_nothing_held_where_it_is_the_only_one() {
        var scenario =
                authorized(CaptureMethod.MANUAL)
                        .when(capture(null))
                        .when(says(Kind.CAPTURE, 1, ProviderResult.approved(4_000)));
        assertThat(scenario.requests()).last().isEqualTo(ATTEMPT + "_release_1");
        scenario.when(says(Kind.RELEASE, 1, ProviderResult.approved()))
                .thenStatus(PARTIALLY_CAPTURED)
                .thenMoney(0, 4_000, 2_540);
        authorized(CaptureMethod.MANUAL_MULTIPLE)
                .when(capture(null))
                .when(says(Kind.CAPTURE, 1, ProviderResult.approved(4_000)))
                .thenStatus(PARTIALLY_CAPTURED_AND_CAPTURABLE)
                .thenMoney(2_540, 4_000, 0);
    }

    @Test
    void an_increment_that_is_answered_with_more_raises_to_what_was_asked_for() {
        var scenario =
                raising()
                        .when(says(Kind.INCREMENT, 1, ProviderResult.approved(70_000)))
                        .thenStatus(REQUIRES_CAPTURE)
                        .thenMoney(7_000, 0, 0);
        assertDiffers(scenario, ATTEMPT + "_increment_1", 7_000, 70_000);
    }

    @Test
    void an_increment_that_is_answered_with_less_fails_and_somebody_looks() {
        var scenario = raising().when(says(Kind.INCREMENT, 1, ProviderResult.approved(6_800)));
        scenario.thenStatus(REQUIRES_CAPTURE).thenMoney(6_540, 0, 0);
        assertDiffers(scenario, ATTEMPT + "_increment_1", 7_000, 6_800);
        assertThat(scenario.payment().increments())
                .singleElement()
                .satisfies(
                        i -> {
                            assertThat(i.status()).isEqualTo(Increment.Status.FAILURE);
                            assertThat(i.error())
                                    .isEqualTo(AttemptErrors.partialApproval(6_800, 7_000));
                        });
        scenario.when(says(Kind.INCREMENT, 1, ProviderResult.approved(6_800)))
                .thenNothing()
                .thenMoney(6_540, 0, 0);
    }

    @Test
    void an_inquiry_that_shows_more_raises_the_alarm_and_one_that_agrees_ends_it() {
        var scenario = authorized(CaptureMethod.MANUAL).when(new PaymentCommand.SyncPayment(false));
        scenario.whenAnswered(ProviderResult.approved(65_400)).thenMoney(6_540, 0, 0);
        assertDiffers(scenario, AUTHORIZE, 6_540, 65_400);
        scenario.when(new PaymentCommand.SyncPayment(false))
                .whenAnswered(ProviderResult.approved(65_400));
        assertThat(scenario.last().events())
                .containsExactly(new PaymentEvent.InquiryEnded(AUTHORIZE));
        scenario.when(new PaymentCommand.SyncPayment(false))
                .whenAnswered(ProviderResult.approved(6_540));
        assertThat(scenario.payment().currentAttempt().amountDiffering()).isNull();
        assertThat(scenario.folded()).isEqualTo(scenario.payment());
    }

    @Test
    void a_capture_that_the_provider_made_of_more_is_booked_with_what_was_held() {
        var scenario =
                authorized(CaptureMethod.MANUAL)
                        .when(new PaymentCommand.SyncPayment(false))
                        .whenAnswered(ProviderResult.captured(65_400))
                        .thenStatus(SUCCEEDED)
                        .thenMoney(0, 6_540, 0);
        assertDiffers(scenario, AUTHORIZE, 6_540, 65_400);
    }

    @Test
    void a_refund_of_more_is_booked_with_what_was_reserved() {
        var scenario =
                confirmed(o -> o)
                        .when(says(Kind.AUTHORIZE, 1, ProviderResult.captured()))
                        .when(new PaymentCommand.ReserveRefund("ref_1", 500L, null, Map.of()))
                        .when(
                                new PaymentCommand.RecordRefundStatus(
                                        "ref_1",
                                        Refund.Status.SUCCEEDED,
                                        50_000L,
                                        null,
                                        null,
                                        null,
                                        Scenario.START));
        assertThat(scenario.payment().amountRefunded()).isEqualTo(500);
        assertDiffers(scenario, "ref_1", 500, 50_000);
    }

    private static void assertDiffers(Scenario scenario, String about, long asked, long answered) {
        assertThat(scenario.payment().currentAttempt().amountDiffering())
                .isEqualTo(new AmountDifference(about, asked, answered));
        assertThat(scenario.folded()).isEqualTo(scenario.payment());
    }

    private static void assertDeclined(Scenario scenario) {
        var error = scenario.payment().currentAttempt().stage().error();
        assertThat(error)
                .isEqualTo(
                        ProviderError.of(
                                "partial_approval",
                                "Partial approval: the provider approved 4000 of 6540",
                                UnifiedError.DECLINED));
        assertThat(scenario.payment().state())
                .isInstanceOfSatisfying(
                        PaymentState.Failed.class,
                        failed -> assertThat(failed.mayBeRetriedAt(scenario.now())).isTrue());
        assertThat(scenario.folded()).isEqualTo(scenario.payment());
    }

    private static Scenario raising() {
        return PaymentBoundariesTest.raisable()
                .when(new PaymentCommand.IncrementAuthorization(7_000, null));
    }

    private static Scenario accepting(CaptureMethod method) {
        return new Scenario()
                .when(
                        creating(
                                o -> o.captureMethod(method),
                                new Route(List.of(SANDBOX), null, null, true)));
    }
}
