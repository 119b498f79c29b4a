package dev.paylater.orchestrator.payment;

import static dev.paylater.orchestrator.payment.PaymentStatus.CANCELLED;
import static dev.paylater.orchestrator.payment.PaymentStatus.FAILED;
import static dev.paylater.orchestrator.payment.PaymentStatus.PARTIALLY_CAPTURED;
import static dev.paylater.orchestrator.payment.PaymentStatus.PARTIALLY_CAPTURED_AND_CAPTURABLE;
import static dev.paylater.orchestrator.payment.PaymentStatus.PROCESSING;
import static dev.paylater.orchestrator.payment.PaymentStatus.REQUIRES_CAPTURE;
import static dev.paylater.orchestrator.payment.PaymentStatus.REQUIRES_CONFIRMATION;
import static dev.paylater.orchestrator.payment.PaymentStatus.REQUIRES_CUSTOMER_ACTION;
import static dev.paylater.orchestrator.payment.PaymentStatus.REQUIRES_MERCHANT_ACTION;
import static dev.paylater.orchestrator.payment.PaymentStatus.REQUIRES_PAYMENT_METHOD;
import static dev.paylater.orchestrator.payment.PaymentStatus.SUCCEEDED;
import static dev.paylater.orchestrator.payment.Scenario.ATTEMPT;
import static dev.paylater.orchestrator.payment.Scenario.OTHER;
import static dev.paylater.orchestrator.payment.Scenario.PAYMENT_ID;
import static dev.paylater.orchestrator.payment.Scenario.SANDBOX;
import static dev.paylater.orchestrator.payment.Scenario.account;
import static dev.paylater.orchestrator.payment.Scenario.answers;
import static dev.paylater.orchestrator.payment.Scenario.authorized;
import static dev.paylater.orchestrator.payment.Scenario.capture;
import static dev.paylater.orchestrator.payment.Scenario.confirmed;
import static dev.paylater.orchestrator.payment.Scenario.created;
import static dev.paylater.orchestrator.payment.Scenario.creating;
import static dev.paylater.orchestrator.payment.Scenario.declined;
import static dev.paylater.orchestrator.payment.Scenario.route;
import static dev.paylater.orchestrator.payment.Scenario.says;
import static org.assertj.core.api.Assertions.as;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.assertj.core.api.InstanceOfAssertFactories.type;

import dev.paylater.orchestrator.payment.Operation.Kind;
import dev.paylater.orchestrator.payment.PaymentCommand.CancelPayment;
import dev.paylater.orchestrator.payment.PaymentCommand.ConfirmPayment;
import dev.paylater.orchestrator.payment.PaymentCommand.SyncPayment;
import dev.paylater.orchestrator.payment.result.PaymentResults;
import dev.paylater.provider.Decline;
import dev.paylater.provider.NextAction;
import dev.paylater.provider.ProviderData;
import dev.paylater.provider.ProviderResult;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class PaymentScenarioTest {

    private static final ProviderResult APPROVED = ProviderResult.approved();
    private static final ProviderResult UNKNOWN = ProviderResult.unknown("timed out");
    private static final ProviderResult NOT_FOUND = ProviderResult.notFound();
    private static final ProviderResult REDIRECT =
            ProviderResult.requiresAction(NextAction.redirect("https://provider.example/1"));

    @Test
    void a_payment_without_a_method_requires_one() {
        created(o -> o.paymentMethod(null)).thenStatus(REQUIRES_PAYMENT_METHOD);
        created(o -> o).thenStatus(REQUIRES_CONFIRMATION);
    }

    @Test
    void a_payment_link_ends_after_a_day_once_and_only_if_nobody_has_tried_to_pay() {
        var linked = created(o -> o).when(linked());
        var end = linked.payment().created().plus(Duration.ofDays(1));
        assertThat(linked.payment().due()).contains(end);

        var early = linked.copy().when(new PaymentCommand.DeadlinePassed()).thenNothing();
        assertThat(early.payment().linkExpired()).isNull();

        var expired = linked.copy().whenDue().thenStatus(REQUIRES_CONFIRMATION);
        assertThat(expired.last().events()).containsExactly(new PaymentEvent.PaymentLinkExpired());
        assertThat(expired.payment().linkExpired()).isEqualTo(end);
        assertThat(expired.payment().due()).isEmpty();
        expired.when(new PaymentCommand.DeadlinePassed()).thenNothing();

        var cancelled = linked.copy().when(new PaymentCommand.CancelPayment(null));
        assertThat(cancelled.payment().due()).isEmpty();
        assertThat(created(o -> o).payment().due()).isEmpty();
        var tried = confirmed(o -> o.captureMethod(CaptureMethod.MANUAL));
        var paid = tried.when(says(Kind.AUTHORIZE, 1, APPROVED)).payment();
        assertThat(paid.withTerms(Map.of("payment_link", "true")).due()).isEmpty();
    }

    private static PaymentCommand linked() {
        return new PaymentCommand.UpdatePayment(
                creating(o -> o, null).options(), Map.of("payment_link", "true"));
    }

    @Test
    void a_second_payment_with_the_same_id_is_refused() {
        created(o -> o).when(creating(o -> o, null)).thenRefused("HE_01");
    }

    @Test
    void amounts_that_leave_int64_are_refused() {
        new Scenario()
                .when(creating(o -> o.amount(Long.MAX_VALUE).shippingCost(1L), null))
                .thenRefused("IR_05");
    }

    @Test
    void an_approval_authorizes_the_net_amount() {
        var scenario =
                confirmed(o -> o.captureMethod(CaptureMethod.MANUAL).shippingCost(460L))
                        .thenStatus(PROCESSING)
                        .when(says(Kind.AUTHORIZE, 1, APPROVED))
                        .thenStatus(REQUIRES_CAPTURE)
                        .thenMoney(7000, 0, 0);
        assertThat(scenario.requests()).containsExactly(ATTEMPT + "_authorize");
    }

    @Test
    void an_automatic_payment_that_is_captured_in_one_step_succeeds() {
        confirmed(o -> o)
                .when(says(Kind.AUTHORIZE, 1, ProviderResult.captured(6540L)))
                .thenStatus(SUCCEEDED)
                .thenMoney(0, 6540, 0);
    }

    @Test
    void an_automatic_payment_is_captured_at_once_where_the_provider_has_no_such_step() {
        var scenario = confirmed(o -> o).when(says(Kind.AUTHORIZE, 1, APPROVED));
        scenario.thenStatus(PROCESSING);
        assertThat(scenario.requests()).contains(ATTEMPT + "_capture_1");
        scenario.when(says(Kind.CAPTURE, 1, APPROVED)).thenStatus(SUCCEEDED).thenMoney(0, 6540, 0);
    }

    @Test
    void a_manual_capture_of_less_releases_the_rest() {
        var scenario =
                authorized(CaptureMethod.MANUAL)
                        .when(capture(4000L))
                        .when(says(Kind.CAPTURE, 1, APPROVED))
                        .thenStatus(PROCESSING);
        assertThat(scenario.requests()).endsWith(ATTEMPT + "_release_1");
        scenario.when(says(Kind.RELEASE, 1, APPROVED))
                .thenStatus(PARTIALLY_CAPTURED)
                .thenMoney(0, 4000, 2540);
    }

    @Test
    void several_captures_end_at_the_total() {
        authorized(CaptureMethod.MANUAL_MULTIPLE)
                .when(capture(6000L))
                .when(says(Kind.CAPTURE, 1, APPROVED))
                .thenStatus(PARTIALLY_CAPTURED_AND_CAPTURABLE)
                .thenMoney(540, 6000, 0)
                .when(capture(541L))
                .thenRefused("IR_06")
                .when(capture(null))
                .when(says(Kind.CAPTURE, 2, APPROVED))
                .thenStatus(SUCCEEDED)
                .thenMoney(0, 6540, 0);
    }

    @Test
    void two_captures_at_once_never_exceed_the_authorization() {
        authorized(CaptureMethod.MANUAL_MULTIPLE)
                .when(capture(4000L))
                .when(capture(4000L))
                .thenRefused("IR_06")
                .when(capture(2540L))
                .thenMoney(0, 0, 0)
                .when(says(Kind.CAPTURE, 2, APPROVED))
                .thenStatus(PROCESSING)
                .when(says(Kind.CAPTURE, 1, APPROVED))
                .thenStatus(SUCCEEDED);
    }

    @Test
    void a_capture_takes_at_least_one_minor_unit() {
        var open = authorized(CaptureMethod.MANUAL_MULTIPLE);
        open.when(capture(0L)).thenRefused("IR_06", "amount_to_capture");
        open.when(capture(-1L)).thenRefused("IR_06", "amount_to_capture");
        open.when(capture(6541L)).thenRefused("IR_06", "amount_to_capture");
        open.when(capture(1L)).when(says(Kind.CAPTURE, 1, APPROVED)).thenMoney(6539, 1, 0);
    }

    @Test
    void what_the_provider_has_captured_counts_and_not_what_it_was_asked_for() {
        authorized(CaptureMethod.MANUAL_MULTIPLE)
                .when(capture(6000L))
                .when(says(Kind.CAPTURE, 1, ProviderResult.approved(5000L)))
                .thenStatus(PARTIALLY_CAPTURED_AND_CAPTURABLE)
                .thenMoney(1540, 5000, 0);
    }

    @Test
    void an_increment_only_raises() {
        var open = incrementable();
        for (var amount : List.of(6540L, 6539L, 0L)) {
            open.when(new PaymentCommand.IncrementAuthorization(amount, null))
                    .thenRefused("IR_06", "amount");
        }
        open.when(new PaymentCommand.IncrementAuthorization(6541, null))
                .when(says(Kind.INCREMENT, 1, APPROVED))
                .thenMoney(6541, 0, 0);
    }

    @Test
    void a_refused_capture_leaves_the_authorization_as_it_was() {
        var scenario =
                authorized(CaptureMethod.MANUAL)
                        .when(capture(null))
                        .when(says(Kind.CAPTURE, 1, declined()))
                        .thenStatus(REQUIRES_CAPTURE)
                        .thenMoney(6540, 0, 0);
        assertThat(scenario.payment().captures().getFirst().status())
                .isEqualTo(Capture.Status.FAILED);
        assertThat(scenario.payment().status(scenario.payment().currentAttempt()))
                .isEqualTo(AttemptStatus.CAPTURE_FAILED);
        scenario.when(capture(null)).when(says(Kind.CAPTURE, 2, APPROVED)).thenStatus(SUCCEEDED);
    }

    @Test
    void a_capture_that_nobody_else_would_ask_for_again_is_not_given_up() {
        authorized(CaptureMethod.SCHEDULED)
                .whenDue()
                .when(says(Kind.CAPTURE, 1, ProviderResult.notExecuted("breaker open")))
                .thenStatus(PROCESSING)
                .whenDue()
                .when(answers(Kind.CAPTURE, 1, NOT_FOUND))
                .whenDue()
                .when(answers(Kind.CAPTURE, 1, NOT_FOUND))
                .thenStatus(PROCESSING)
                .when(says(Kind.CAPTURE, 1, APPROVED))
                .thenStatus(SUCCEEDED);
    }

    @Test
    void a_capture_that_the_provider_never_heard_of_is_sent_again_for_a_minute_and_then_fails() {
        var scenario = authorized(CaptureMethod.MANUAL).when(capture(null));
        var end = scenario.now().plusSeconds(60);
        scenario.when(says(Kind.CAPTURE, 1, ProviderResult.notExecuted("breaker open"))).whenDue();
        var over = end;
        while (scenario.now().isBefore(end)) {
            scenario.when(answers(Kind.CAPTURE, 1, NOT_FOUND));
            assertThat(scenario.requests()).last().isEqualTo(ATTEMPT + "_capture_1");
            over = scenario.now().plusSeconds(95);
            scenario.when(says(Kind.CAPTURE, 1, UNKNOWN)).whenDue();
        }
        while (scenario.now().isBefore(over)) {
            scenario.when(answers(Kind.CAPTURE, 1, NOT_FOUND)).thenStatus(PROCESSING).whenDue();
        }
        scenario.when(answers(Kind.CAPTURE, 1, NOT_FOUND)).thenStatus(REQUIRES_CAPTURE);
    }

    @Test
    void a_scheduled_payment_is_captured_when_its_time_comes() {
        var scenario = authorized(CaptureMethod.SCHEDULED).thenStatus(REQUIRES_CAPTURE);
        assertThat(scenario.payment().due()).contains(Scenario.START.plus(Duration.ofHours(24)));
        scenario.whenDue().thenStatus(PROCESSING).when(says(Kind.CAPTURE, 1, APPROVED));
        scenario.thenStatus(SUCCEEDED);
    }

    @Test
    void a_timeout_is_asked_about_and_settles_on_the_answer() {
        var scenario =
                confirmed(o -> o.captureMethod(CaptureMethod.MANUAL))
                        .when(says(Kind.AUTHORIZE, 1, UNKNOWN))
                        .thenStatus(PROCESSING);
        assertThat(scenario.payment().due()).contains(scenario.now().plusSeconds(1));
        scenario.whenDue();
        assertThat(scenario.requests()).endsWith("?" + ATTEMPT + "_authorize");
        scenario.when(answers(Kind.AUTHORIZE, 1, APPROVED)).thenStatus(REQUIRES_CAPTURE);
    }

    @Test
    void what_the_provider_never_heard_of_is_repeated_once_and_then_fails() {
        var scenario =
                confirmed(o -> o)
                        .when(says(Kind.AUTHORIZE, 1, UNKNOWN))
                        .whenDue()
                        .when(answers(Kind.AUTHORIZE, 1, NOT_FOUND));
        assertThat(scenario.requests())
                .filteredOn(r -> r.equals(ATTEMPT + "_authorize"))
                .hasSize(2);
        scenario.when(says(Kind.AUTHORIZE, 1, UNKNOWN))
                .whenDue()
                .when(answers(Kind.AUTHORIZE, 1, NOT_FOUND))
                .thenStatus(FAILED);
        assertThat(scenario.payment().currentAttempt().stage().error())
                .isEqualTo(AttemptErrors.PROVIDER_UNAVAILABLE);
    }

    @Test
    void an_answer_to_a_question_from_before_the_repetition_does_not_fail_the_payment() {
        confirmed(o -> o.captureMethod(CaptureMethod.MANUAL))
                .when(says(Kind.AUTHORIZE, 1, UNKNOWN))
                .whenDue()
                .whenDue()
                .when(answers(Kind.AUTHORIZE, 1, NOT_FOUND))
                .when(answers(Kind.AUTHORIZE, 1, NOT_FOUND))
                .thenNothing()
                .when(says(Kind.AUTHORIZE, 1, APPROVED))
                .thenStatus(REQUIRES_CAPTURE);
    }

    @Test
    void
            an_account_that_is_refused_after_something_may_have_happened_is_asked_until_it_is_mended() {
        var refused = ProviderResult.unauthorized("401");
        var scenario =
                confirmed(o -> o.captureMethod(CaptureMethod.MANUAL))
                        .when(says(Kind.AUTHORIZE, 1, UNKNOWN))
                        .when(says(Kind.AUTHORIZE, 1, refused))
                        .thenStatus(PROCESSING);
        assertThat(scenario.last().events())
                .containsExactly(
                        new PaymentEvent.AccountRefused(
                                ATTEMPT + "_authorize", "401", scenario.now().plusSeconds(1)));
        assertThat(scenario.payment().operations().getFirst().accountRefused()).isTrue();
        for (var i = 0; i < 100; i++) {
            scenario.whenDue().when(answers(Kind.AUTHORIZE, 1, refused)).thenStatus(PROCESSING);
        }
        scenario.whenDue().when(answers(Kind.AUTHORIZE, 1, UNKNOWN));
        assertThat(scenario.payment().operations().getFirst().accountRefused()).isFalse();
        scenario.whenDue().when(answers(Kind.AUTHORIZE, 1, NOT_FOUND));
        assertThat(scenario.requests()).last().isEqualTo(ATTEMPT + "_authorize");
        scenario.when(says(Kind.AUTHORIZE, 1, APPROVED)).thenStatus(REQUIRES_CAPTURE);
    }

    @Test
    void
            a_minute_after_an_unknown_result_a_refused_account_keeps_a_payment_open_under_alarm_until_somebody_settles_it() {
        var scenario =
                confirmed(o -> o.captureMethod(CaptureMethod.MANUAL))
                        .when(says(Kind.AUTHORIZE, 1, UNKNOWN));
        while (scenario.now().isBefore(Scenario.START.plusSeconds(60))) {
            scenario.whenDue().when(answers(Kind.AUTHORIZE, 1, ProviderResult.unauthorized("401")));
        }
        scenario.thenStatus(PROCESSING);
        assertThat(scenario.payment().operations())
                .extracting(Operation::operationId, Operation::accountRefused)
                .containsExactly(tuple(ATTEMPT + "_authorize", true));
        scenario.when(new PaymentCommand.CancelPayment(null, Map.of())).thenRefused("IR_16");

        scenario.after(Duration.ofSeconds(60))
                .when(
                        new PaymentCommand.SettleOperation(
                                ATTEMPT + "_authorize", false, null, "key_1", "not in the portal"))
                .thenStatus(PaymentStatus.FAILED);
    }

    @Test
    void an_account_that_is_refused_has_done_nothing_and_the_next_one_is_tried_at_once() {
        var second = Scenario.account("sandbox", "mca_second");
        var scenario =
                new Scenario()
                        .when(
                                Scenario.creating(
                                        o -> o.connector(List.of("sandbox")),
                                        Scenario.route(Scenario.SANDBOX, second)))
                        .when(says(Kind.AUTHORIZE, 1, ProviderResult.unauthorized("401")))
                        .thenStatus(PROCESSING);
        assertThat(scenario.requests())
                .containsExactly(ATTEMPT + "_authorize", Scenario.PAYMENT_ID + "_2_authorize");
        assertThat(scenario.payment().attempts())
                .extracting(Attempt::merchantConnectorId)
                .containsExactly("mca_sandbox", "mca_second");
    }

    @Test
    void with_no_other_account_the_payment_fails_at_once_says_so_and_may_be_retried() {
        var scenario =
                confirmed(o -> o)
                        .when(says(Kind.AUTHORIZE, 1, ProviderResult.unauthorized("401")))
                        .thenStatus(PaymentStatus.FAILED);
        var attempt = scenario.payment().currentAttempt();
        assertThat(((AttemptStage.Declined) attempt.stage()).error().code())
                .isEqualTo("account_refused");
        assertThat(
                        ((PaymentState.Failed) scenario.payment().state())
                                .mayBeRetriedAt(scenario.now()))
                .isTrue();
        assertThat(scenario.payment().operations()).isEmpty();
    }

    @Test
    void no_operation_fails_because_the_account_was_refused() {
        for (var kind : Kind.values()) {
            assertThat(
                            PaymentResults.UNDER_WAY
                                    .rule(kind, ProviderResult.Status.UNAUTHORIZED)
                                    .text())
                    .contains("alarm, inquire later");
        }
    }

    @Test
    void questions_become_rarer_and_never_stop() {
        var scenario = confirmed(o -> o).when(says(Kind.AUTHORIZE, 1, UNKNOWN));
        var before = scenario.now();
        for (var i = 0; i < 400; i++) {
            scenario.whenDue().when(answers(Kind.AUTHORIZE, 1, UNKNOWN)).thenStatus(PROCESSING);
        }
        assertThat(Duration.between(before, scenario.now())).isGreaterThan(Duration.ofHours(24));
        assertThat(scenario.payment().due()).isPresent();
    }

    @Test
    void an_outage_moves_on_to_the_next_connector_and_a_decline_does_not() {
        var both = new Route(List.of(SANDBOX, OTHER), null, null);
        var listed =
                new Scenario().when(creating(o -> o.connector(List.of("sandbox", "klarna")), both));
        listed.when(says(Kind.AUTHORIZE, 1, ProviderResult.notExecuted("breaker open")))
                .thenStatus(PROCESSING);
        assertThat(listed.payment().attempts())
                .extracting(Attempt::connector)
                .containsExactly("sandbox", "klarna");
        new Scenario()
                .when(creating(o -> o.connector(List.of("sandbox", "klarna")), both))
                .when(says(Kind.AUTHORIZE, 1, declined()))
                .thenStatus(FAILED);
    }

    @Test
    void a_failed_payment_can_be_retried_while_the_session_lasts() {
        var retry = new ConfirmPayment(false, Intent.NONE, Map.of(), route(SANDBOX));
        var failed = confirmed(o -> o).when(says(Kind.AUTHORIZE, 1, declined()));
        failed.when(retry).thenStatus(PROCESSING);
        assertThat(failed.payment().attempts()).hasSize(2);
        confirmed(o -> o)
                .when(says(Kind.AUTHORIZE, 1, declined()))
                .after(Duration.ofMinutes(15))
                .when(retry)
                .thenRefused("IR_16");
    }

    @Test
    void a_late_approval_that_was_captured_is_refunded_and_the_failed_payment_stays_failed() {
        var captured = ProviderResult.captured();
        var scenario =
                confirmed(o -> o.captureMethod(CaptureMethod.AUTOMATIC))
                        .when(says(Kind.AUTHORIZE, 1, UNKNOWN))
                        .whenDue()
                        .when(answers(Kind.AUTHORIZE, 1, declined()))
                        .when(says(Kind.AUTHORIZE, 1, captured))
                        .thenStatus(FAILED);
        assertThat(scenario.requests()).last().isEqualTo("late_" + ATTEMPT);
        assertThat(scenario.payment().currentAttempt().amounts().refundable()).isZero();
        scenario.when(says(Kind.AUTHORIZE, 1, captured)).thenNothing();
    }

    @Test
    void a_capture_that_was_given_up_and_came_through_counts_while_another_is_under_way() {
        authorized(CaptureMethod.MANUAL)
                .when(capture(6540L))
                .when(says(Kind.CAPTURE, 1, ProviderResult.notExecuted("too late")))
                .whenDue()
                .when(answers(Kind.CAPTURE, 1, NOT_FOUND))
                .whenDue()
                .when(answers(Kind.CAPTURE, 1, NOT_FOUND))
                .thenStatus(REQUIRES_CAPTURE)
                .when(capture(6540L))
                .thenStatus(PROCESSING)
                .when(says(Kind.CAPTURE, 1, APPROVED))
                .when(says(Kind.CAPTURE, 2, declined()))
                .thenStatus(SUCCEEDED);
    }

    @Test
    void what_could_not_be_given_back_late_is_not_refunded_with_a_later_attempt() {
        var scenario =
                confirmed(o -> o.captureMethod(CaptureMethod.AUTOMATIC))
                        .when(says(Kind.AUTHORIZE, 1, declined()))
                        .when(says(Kind.AUTHORIZE, 1, ProviderResult.captured(6540L)))
                        .when(
                                new PaymentCommand.RecordRefundStatus(
                                        "late_" + ATTEMPT,
                                        Refund.Status.FAILED,
                                        null,
                                        AttemptErrors.PROVIDER_UNAVAILABLE,
                                        null,
                                        null,
                                        Scenario.START))
                        .when(new ConfirmPayment(false, Intent.NONE, Map.of(), route(SANDBOX)))
                        .when(
                                says(
                                        PAYMENT_ID + "_2",
                                        Kind.AUTHORIZE,
                                        1,
                                        false,
                                        ProviderResult.captured(6540L)))
                        .thenStatus(SUCCEEDED);
        assertThat(scenario.payment().currentAttempt().amounts().refundable()).isEqualTo(6540);
    }

    @Test
    void a_review_that_nobody_will_make_is_voided_once_the_provider_confirms_it() {
        var review = ProviderResult.inReview(6540);
        var scenario =
                confirmed(o -> o)
                        .when(says(Kind.AUTHORIZE, 1, ProviderResult.notExecuted("breaker open")))
                        .thenStatus(FAILED)
                        .when(says(Kind.AUTHORIZE, 1, review));
        scenario.when(answers(scenario.now(), Kind.INQUIRY, 1, review)).thenStatus(FAILED);
        assertThat(scenario.requests()).endsWith(ATTEMPT + "_void_1");
        scenario.when(says(Kind.VOID, 1, APPROVED)).thenStatus(FAILED).thenMoney(0, 0, 0);
    }

    @Test
    void what_was_asked_before_a_repetition_does_not_end_it() {
        authorized(CaptureMethod.MANUAL)
                .when(capture(6540L))
                .when(says(Kind.CAPTURE, 1, UNKNOWN))
                .whenDue()
                .when(answers(Kind.CAPTURE, 1, NOT_FOUND))
                .when(answers(Kind.CAPTURE, 1, UNKNOWN))
                .when(answers(Kind.CAPTURE, 1, NOT_FOUND))
                .thenStatus(PROCESSING)
                .when(says(Kind.CAPTURE, 1, APPROVED))
                .thenStatus(SUCCEEDED);
    }

    @Test
    void an_authorization_that_comes_through_beside_its_void_is_given_back() {
        var scenario =
                confirmed(o -> o)
                        .when(says(Kind.AUTHORIZE, 1, REDIRECT))
                        .when(new CancelPayment("changed my mind"))
                        .when(answers(Kind.AUTHORIZE, 1, ProviderResult.approved(6540L)))
                        .thenStatus(PROCESSING)
                        .when(says(Kind.VOID, 1, APPROVED))
                        .thenStatus(CANCELLED);
        scenario.when(answers(scenario.now(), Kind.INQUIRY, 1, NOT_FOUND));
        assertThat(scenario.requests()).noneMatch(request -> request.contains("capture"));
        assertThat(scenario.payment().due()).contains(scenario.now().plusSeconds(95));
        scenario.whenDue();
        scenario.when(answers(scenario.now(), Kind.INQUIRY, 1, ProviderResult.approved(6540L)));
        assertThat(scenario.requests()).last().asString().contains("_void_");
        scenario.thenStatus(CANCELLED);
    }

    @Test
    void what_was_asked_before_a_void_does_not_tell_what_it_left_and_what_comes_by_itself_asks() {
        var scenario = confirmed(o -> o).when(says(Kind.AUTHORIZE, 1, REDIRECT));
        var before = scenario.now();
        scenario.after(Duration.ofMillis(1))
                .when(new CancelPayment("changed my mind"))
                .when(says(Kind.VOID, 1, APPROVED))
                .thenStatus(CANCELLED);
        scenario.when(answers(before, Kind.INQUIRY, 1, APPROVED)).thenNothing();
        var inquired = scenario.now();
        scenario.after(Duration.ofSeconds(1)).when(answers(Kind.INQUIRY, 1, APPROVED));
        assertThat(scenario.last().events())
                .singleElement(as(type(PaymentEvent.AuthorizationInquired.class)))
                .extracting(event -> event.operation().requestedAt())
                .isEqualTo(scenario.now());
        scenario.copy().when(answers(inquired, Kind.INQUIRY, 1, NOT_FOUND)).thenNothing();
        scenario.when(answers(scenario.now(), Kind.INQUIRY, 1, NOT_FOUND)).whenDue();
        scenario.when(answers(scenario.now(), Kind.INQUIRY, 1, NOT_FOUND));
        assertThat(scenario.payment().due()).isEmpty();
        assertThat(scenario.payment().currentAttempt().amounts().authorized()).isZero();
    }

    @Test
    void a_late_approval_is_voided_and_the_failed_payment_stays_failed() {
        var scenario =
                confirmed(o -> o)
                        .when(says(Kind.AUTHORIZE, 1, UNKNOWN))
                        .whenDue()
                        .when(answers(Kind.AUTHORIZE, 1, declined()))
                        .thenStatus(FAILED)
                        .when(answers(Kind.AUTHORIZE, 1, ProviderResult.approved(6540L)));
        assertThat(scenario.requests()).endsWith(ATTEMPT + "_void_1");
        scenario.when(answers(Kind.AUTHORIZE, 1, APPROVED))
                .thenNothing()
                .when(says(Kind.VOID, 1, APPROVED))
                .thenStatus(FAILED)
                .when(answers(Kind.AUTHORIZE, 1, APPROVED))
                .thenNothing();
        assertThat(scenario.payment().due()).isEmpty();
    }

    @Test
    void repeated_approvals_change_nothing() {
        var scenario = authorized(CaptureMethod.MANUAL);
        for (var i = 0; i < 5; i++) {
            scenario.when(answers(Kind.AUTHORIZE, 1, APPROVED)).thenNothing();
        }
        scenario.when(new CancelPayment("no stock"))
                .when(says(Kind.VOID, 1, APPROVED))
                .thenStatus(CANCELLED)
                .when(answers(Kind.AUTHORIZE, 1, APPROVED))
                .thenNothing()
                .thenMoney(0, 0, 6540);
    }

    @Test
    void a_customer_who_does_not_come_back_is_asked_about_and_the_session_is_ended() {
        var scenario =
                confirmed(o -> o)
                        .when(says(Kind.AUTHORIZE, 1, REDIRECT))
                        .thenStatus(REQUIRES_CUSTOMER_ACTION)
                        .after(Duration.ofMinutes(15))
                        .when(new PaymentCommand.DeadlinePassed());
        assertThat(scenario.requests()).endsWith("?" + ATTEMPT + "_authorize");
        scenario.when(answers(Kind.AUTHORIZE, 1, REDIRECT));
        assertThat(scenario.requests()).endsWith(ATTEMPT + "_void_1");
        scenario.when(says(Kind.VOID, 1, APPROVED)).thenStatus(FAILED);
        assertThat(scenario.payment().currentAttempt().stage().error())
                .isEqualTo(AttemptErrors.CUSTOMER_ACTION_EXPIRED);
        // A question may have been on its way, and some providers decide when they are asked.
        scenario.when(answers(scenario.now(), Kind.INQUIRY, 1, NOT_FOUND)).whenDue();
        scenario.when(answers(scenario.now(), Kind.INQUIRY, 1, NOT_FOUND)).thenStatus(FAILED);
        assertThat(scenario.payment().due()).isEmpty();
    }

    /** It answered with its page; what its lookup shows says nothing of the customer there. */
    @Test
    void a_page_that_the_provider_does_not_find_is_not_over() {
        var scenario = confirmed(o -> o).when(says(Kind.AUTHORIZE, 1, REDIRECT));
        scenario.after(Duration.ofSeconds(94))
                .when(answers(Kind.AUTHORIZE, 1, NOT_FOUND))
                .thenStatus(PaymentStatus.REQUIRES_CUSTOMER_ACTION);
        scenario.after(Duration.ofSeconds(1))
                .when(answers(Kind.AUTHORIZE, 1, NOT_FOUND))
                .thenStatus(PaymentStatus.REQUIRES_CUSTOMER_ACTION);
    }

    @Test
    void a_customer_who_approved_at_the_last_moment_is_not_cut_off() {
        confirmed(o -> o.captureMethod(CaptureMethod.MANUAL))
                .when(says(Kind.AUTHORIZE, 1, REDIRECT))
                .after(Duration.ofMinutes(15))
                .when(new PaymentCommand.DeadlinePassed())
                .when(answers(Kind.AUTHORIZE, 1, APPROVED))
                .thenStatus(REQUIRES_CAPTURE);
    }

    @Test
    void a_void_that_is_refused_gives_the_authorization_back() {
        authorized(CaptureMethod.MANUAL)
                .when(new CancelPayment(null))
                .thenStatus(PROCESSING)
                .when(says(Kind.VOID, 1, declined()))
                .thenStatus(REQUIRES_CAPTURE)
                .thenMoney(6540, 0, 0);
    }

    @Test
    void the_rest_is_released_however_long_the_provider_cannot_be_reached() {
        var scenario =
                authorized(CaptureMethod.MANUAL)
                        .when(capture(1000L))
                        .when(says(Kind.CAPTURE, 1, APPROVED))
                        .when(says(Kind.RELEASE, 1, ProviderResult.notExecuted("breaker open")))
                        .thenStatus(PROCESSING);
        for (var i = 0; i < 3; i++) {
            scenario.whenDue().when(answers(Kind.RELEASE, 1, NOT_FOUND)).thenStatus(PROCESSING);
        }
        scenario.when(says(Kind.RELEASE, 1, APPROVED)).thenStatus(PARTIALLY_CAPTURED);
        assertThat(scenario.payment().amountCancelled()).isEqualTo(5540);
    }

    @Test
    void a_void_that_was_given_up_and_made_after_all_ends_the_payment() {
        authorized(CaptureMethod.MANUAL)
                .when(new CancelPayment("changed my mind"))
                .when(says(Kind.VOID, 1, ProviderResult.notExecuted("breaker open")))
                .thenStatus(REQUIRES_CAPTURE)
                .when(says(Kind.VOID, 1, APPROVED))
                .thenStatus(REQUIRES_CAPTURE)
                .whenAnswered(
                        ProviderResult.declined(
                                Decline.Outcome.VOIDED, declined().requireDecline().error()))
                .thenStatus(CANCELLED);
    }

    /** A request that is delivered twice has two results, the later may be old (seed 5434001). */
    @ParameterizedTest
    @EnumSource(
            value = Decline.Outcome.class,
            names = {"AUTHORIZATION_FAILED", "EXPIRED"})
    void an_approval_that_was_notified_of_is_found_after_an_older_decline(Decline.Outcome outcome) {
        var showsBooks = account("sandbox", "mca_sandbox", List.of("shows_books"));
        var scenario =
                new Scenario()
                        .when(creating(o -> o, route(showsBooks)))
                        .when(new SyncPayment(true))
                        .when(says(Kind.AUTHORIZE, 1, UNKNOWN))
                        .when(
                                says(
                                        Kind.AUTHORIZE,
                                        1,
                                        ProviderResult.declined(
                                                outcome, declined().requireDecline().error())))
                        .thenStatus(FAILED)
                        .whenAnswered(APPROVED);
        var attempt = scenario.payment().currentAttempt();
        assertThat(scenario.payment().isVoiding(attempt)).isTrue();
    }

    /** The inquiry does not take the place of the authorization's own request (seed 5539093). */
    @Test
    void an_approval_is_found_after_a_void_that_was_given_up_and_made_while_the_customer_acts() {
        confirmed(o -> o.captureMethod(CaptureMethod.MANUAL))
                .when(says(Kind.AUTHORIZE, 1, REDIRECT))
                .when(new CancelPayment("changed my mind"))
                .when(says(Kind.VOID, 1, ProviderResult.notExecuted("breaker open")))
                .thenStatus(REQUIRES_CUSTOMER_ACTION)
                .when(says(Kind.VOID, 1, APPROVED))
                .thenStatus(REQUIRES_CUSTOMER_ACTION)
                .whenAnswered(REDIRECT)
                .thenStatus(REQUIRES_CUSTOMER_ACTION)
                .when(new SyncPayment(false))
                .whenAnswered(APPROVED)
                .thenStatus(REQUIRES_CAPTURE);
    }

    /**
     * The void has ended the authorization at the provider, whose answer to the inquiry says so.
     */
    @Test
    void a_void_that_was_given_up_and_made_while_the_customer_acts_ends_the_payment() {
        confirmed(o -> o)
                .when(says(Kind.AUTHORIZE, 1, REDIRECT))
                .when(new CancelPayment("changed my mind"))
                .when(says(Kind.VOID, 1, ProviderResult.notExecuted("breaker open")))
                .when(says(Kind.VOID, 1, APPROVED))
                .whenAnswered(
                        ProviderResult.declined(
                                Decline.Outcome.VOIDED, declined().requireDecline().error()))
                .thenStatus(FAILED);
    }

    /** While it is under review, nothing is held of it here (seed 5383987). */
    @Test
    void a_void_of_a_payment_under_review_that_was_given_up_and_made_after_all_ends_it() {
        confirmed(o -> o)
                .when(says(Kind.AUTHORIZE, 1, ProviderResult.inReview()))
                .when(new CancelPayment("changed my mind"))
                .when(says(Kind.VOID, 1, ProviderResult.notExecuted("breaker open")))
                .when(says(Kind.VOID, 1, APPROVED))
                .whenAnswered(
                        ProviderResult.declined(
                                Decline.Outcome.VOIDED, declined().requireDecline().error()))
                .thenStatus(CANCELLED);
    }

    /** The second is refused or not found, since the first has left nothing (seed 5183959). */
    @Test
    void a_void_that_was_given_up_and_made_while_another_is_under_way_ends_the_payment() {
        authorized(CaptureMethod.MANUAL)
                .when(new CancelPayment("changed my mind"))
                .when(says(Kind.VOID, 1, ProviderResult.notExecuted("breaker open")))
                .thenStatus(REQUIRES_CAPTURE)
                .when(new CancelPayment("changed my mind"))
                .when(says(Kind.VOID, 1, APPROVED))
                .thenStatus(PROCESSING)
                .when(says(Kind.VOID, 2, ProviderResult.notExecuted("breaker open")))
                .thenStatus(REQUIRES_CAPTURE)
                .whenAnswered(
                        ProviderResult.declined(
                                Decline.Outcome.VOIDED, declined().requireDecline().error()))
                .thenStatus(CANCELLED);
    }

    @Test
    void a_void_that_was_given_up_may_have_come_before_what_the_provider_holds_now() {
        authorized(CaptureMethod.MANUAL)
                .when(new CancelPayment("changed my mind"))
                .when(says(Kind.VOID, 1, ProviderResult.notExecuted("breaker open")))
                .when(says(Kind.VOID, 1, APPROVED))
                .whenAnswered(APPROVED)
                .thenStatus(REQUIRES_CAPTURE)
                .thenMoney(6540, 0, 0);
    }

    @Test
    void an_increment_that_was_given_up_and_granted_after_all_counts() {
        var scenario =
                incrementable()
                        .when(new PaymentCommand.IncrementAuthorization(7000, null))
                        .when(says(Kind.INCREMENT, 1, ProviderResult.notExecuted("breaker open")))
                        .thenMoney(6540, 0, 0)
                        .when(says(Kind.INCREMENT, 1, APPROVED))
                        .thenStatus(REQUIRES_CAPTURE)
                        .thenMoney(7000, 0, 0);
        scenario.when(says(Kind.INCREMENT, 1, APPROVED)).thenNothing();
    }

    /** Its result may be read minutes after the provider was asked, as when services are away. */
    @Test
    void
            what_was_not_known_while_a_request_could_be_carried_out_ends_nothing_however_late_it_is_read() {
        var open = new LinkedHashMap<Kind, Scenario>();
        open.put(Kind.CAPTURE, authorized(CaptureMethod.MANUAL).when(capture(6540L)));
        open.put(
                Kind.VOID,
                authorized(CaptureMethod.MANUAL).when(new PaymentCommand.CancelPayment(null)));
        open.put(
                Kind.INCREMENT,
                incrementable().when(new PaymentCommand.IncrementAuthorization(7000, null)));
        open.forEach(
                (kind, scenario) -> {
                    scenario.when(says(kind, 1, UNKNOWN));
                    scenario.when(answers(scenario.now(), kind, 1, NOT_FOUND));
                    assertThat(scenario.last().events())
                            .hasOnlyElementsOfType(PaymentEvent.OperationRetried.class);
                    var asked = scenario.now();
                    scenario.when(says(kind, 1, UNKNOWN)).after(Duration.ofSeconds(95));
                    scenario.when(answers(asked, kind, 1, NOT_FOUND));
                    assertThat(scenario.last().events())
                            .as("%s, asked before", kind)
                            .hasOnlyElementsOfType(PaymentEvent.ResultUnknown.class);
                    scenario.when(answers(scenario.now(), kind, 1, NOT_FOUND));
                    assertThat(scenario.payment().operations()).as("%s", kind).isEmpty();
                });
    }

    /** Authorized for 6540, and the provider may be asked for more. */
    private static Scenario incrementable() {
        return confirmed(
                        o ->
                                o.captureMethod(CaptureMethod.MANUAL)
                                        .requestIncrementalAuthorization(true))
                .when(
                        new PaymentCommand.RecordProviderResult(
                                ATTEMPT,
                                Kind.AUTHORIZE,
                                ATTEMPT + "_authorize",
                                false,
                                null,
                                APPROVED.with(ProviderData.NONE.withIncrementalAllowed(true))));
    }

    @Test
    void an_approval_of_the_merchant_that_did_not_reach_the_provider_does_not_fail_the_payment() {
        new Scenario()
                .when(
                        creating(
                                o -> o.captureMethod(CaptureMethod.MANUAL),
                                route(Scenario.REVIEWING)))
                .when(says(Kind.AUTHORIZE, 1, ProviderResult.inReview(6540)))
                .when(new PaymentCommand.ApprovePayment())
                .when(says(Kind.APPROVE, 1, ProviderResult.notExecuted("breaker open")))
                .thenStatus(PROCESSING)
                .whenDue()
                .when(answers(Kind.APPROVE, 1, NOT_FOUND))
                .when(says(Kind.APPROVE, 1, APPROVED))
                .thenStatus(REQUIRES_CAPTURE);
    }

    @Test
    void a_merchant_decides_on_a_payment_in_review() {
        var review = ProviderResult.inReview(6540);
        confirmed(o -> o.captureMethod(CaptureMethod.MANUAL))
                .when(says(Kind.AUTHORIZE, 1, review))
                .thenStatus(REQUIRES_MERCHANT_ACTION)
                .when(new PaymentCommand.ApprovePayment())
                .thenStatus(REQUIRES_CAPTURE)
                .thenMoney(6540, 0, 0);
        confirmed(o -> o)
                .when(says(Kind.AUTHORIZE, 1, review))
                .when(new PaymentCommand.RejectPayment("fraud"))
                .when(says(Kind.VOID, 1, APPROVED))
                .thenStatus(FAILED);
    }

    @Test
    void a_provider_that_reviews_is_told_what_the_merchant_decided() {
        var scenario =
                new Scenario()
                        .when(
                                creating(
                                        o -> o.captureMethod(CaptureMethod.MANUAL),
                                        route(Scenario.REVIEWING)))
                        .when(says(Kind.AUTHORIZE, 1, ProviderResult.inReview(6540)))
                        .when(new PaymentCommand.ApprovePayment())
                        .thenStatus(PROCESSING);
        assertThat(scenario.requests()).endsWith(ATTEMPT + "_approve_1");
        scenario.when(says(Kind.APPROVE, 1, APPROVED)).thenStatus(REQUIRES_CAPTURE);
    }

    @Test
    void a_reviewed_payment_is_captured_by_schedule_too() {
        for (var account : List.of(Scenario.REVIEWING, SANDBOX)) {
            var scenario =
                    new Scenario()
                            .when(
                                    creating(
                                            o -> o.captureMethod(CaptureMethod.SCHEDULED),
                                            route(account)))
                            .when(says(Kind.AUTHORIZE, 1, ProviderResult.inReview(6540)))
                            .when(new PaymentCommand.ApprovePayment())
                            .when(says(Kind.APPROVE, 1, APPROVED))
                            .thenStatus(REQUIRES_CAPTURE);
            assertThat(scenario.payment().due())
                    .contains(Scenario.START.plus(Duration.ofHours(24)));
        }
    }

    @Test
    void a_consent_has_a_name_that_later_ones_use_or_replace() {
        var consent = ProviderData.NONE.withMandateId("cm");
        var given = ofMandate(o -> o.setupFutureUsage("off_session"), consent);
        assertThat(given.mandateId()).isEqualTo("man_" + ATTEMPT);
        var used = ofMandate(o -> o.mandateId("man_1").offSession(true), consent);
        assertThat(used.mandateId()).isEqualTo("man_1");
        var replaced = ofMandate(o -> o.updateMandateId("man_1"), consent);
        assertThat(replaced.mandateId()).isEqualTo("man_1");
        assertThat(replaced.connectorMandateId()).isEqualTo("cm");
        var refused = ofMandate(o -> o.updateMandateId("man_1"), ProviderData.NONE);
        assertThat(refused.mandateId()).isNull();
    }

    private static Attempt ofMandate(UnaryOperator<IntentBuilder> options, ProviderData data) {
        var approval =
                new PaymentCommand.RecordProviderResult(
                        ATTEMPT,
                        Kind.AUTHORIZE,
                        OperationIds.of(ATTEMPT, Kind.AUTHORIZE, 1),
                        false,
                        null,
                        APPROVED.with(data));
        return confirmed(options).when(approval).payment().currentAttempt();
    }

    @Test
    void refunds_never_exceed_what_was_captured() {
        var scenario =
                authorized(CaptureMethod.MANUAL)
                        .when(refund("r0", null))
                        .thenRefused("IR_14")
                        .when(capture(null))
                        .when(says(Kind.CAPTURE, 1, APPROVED))
                        .when(refund("r1", 4000L))
                        .when(refund("r2", 4000L))
                        .thenRefused("IR_13")
                        .when(refund("r1", 100L))
                        .thenRefused("HE_01")
                        .when(refund("r3", 99L))
                        .thenRefused("IR_05")
                        .when(status("r1", Refund.Status.FAILED))
                        .when(refund("r4", 6500L))
                        .when(refund("r5", 40L));
        assertThat(scenario.last().refusal()).isNull();
        assertThat(scenario.payment().amountRefunded()).isEqualTo(6540);
    }

    @Test
    void a_refund_may_be_described_anew_also_after_its_end() {
        var scenario =
                authorized(CaptureMethod.MANUAL)
                        .when(capture(null))
                        .when(says(Kind.CAPTURE, 1, APPROVED))
                        .when(refund("r1", 500L))
                        .when(status("r1", Refund.Status.SUCCEEDED));
        var words =
                new PaymentCommand.RecordRefundStatus(
                        "r1",
                        Refund.Status.SUCCEEDED,
                        500L,
                        null,
                        "broken",
                        "{\"a\":1}",
                        Scenario.START);
        scenario.when(words);
        var refund = scenario.payment().refund("r1").orElseThrow();
        assertThat(refund.reason()).isEqualTo("broken");
        assertThat(refund.details()).containsEntry("metadata", "{\"a\":1}");
        assertThat(refund.status()).isEqualTo(Refund.Status.SUCCEEDED);
        scenario.when(words).thenNothing();
    }

    @Test
    void the_journal_folds_to_the_state() {
        var scenario =
                authorized(CaptureMethod.MANUAL_MULTIPLE)
                        .when(capture(1000L))
                        .when(says(Kind.CAPTURE, 1, UNKNOWN))
                        .whenDue()
                        .when(answers(Kind.CAPTURE, 1, APPROVED))
                        .when(refund("r1", 500L))
                        .when(new CancelPayment("rest"))
                        .when(says(Kind.RELEASE, 1, APPROVED))
                        .thenStatus(PARTIALLY_CAPTURED);
        assertThat(scenario.folded()).isEqualTo(scenario.payment());
    }

    @Test
    void every_operation_has_its_own_key_and_keeps_it() {
        assertThat(OperationIds.of(ATTEMPT, Kind.CAPTURE, 2))
                .isEqualTo(PAYMENT_ID + "_1_capture_2");
    }

    private static PaymentCommand refund(
            String id, @org.jspecify.annotations.Nullable Long amount) {
        return new PaymentCommand.ReserveRefund(id, amount, null, Map.of());
    }

    private static PaymentCommand status(String id, Refund.Status status) {
        return new PaymentCommand.RecordRefundStatus(
                id, status, null, null, null, null, Scenario.START);
    }
}
