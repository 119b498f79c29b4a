package dev.paylater.orchestrator.payment;

import static dev.paylater.orchestrator.payment.Scenario.ATTEMPT;
import static dev.paylater.orchestrator.payment.Scenario.PAYMENT_ID;
import static dev.paylater.orchestrator.payment.Scenario.SANDBOX;
import static dev.paylater.orchestrator.payment.Scenario.START;
import static dev.paylater.orchestrator.payment.Scenario.authorized;
import static dev.paylater.orchestrator.payment.Scenario.capture;
import static dev.paylater.orchestrator.payment.Scenario.confirmed;
import static dev.paylater.orchestrator.payment.Scenario.created;
import static dev.paylater.orchestrator.payment.Scenario.creating;
import static dev.paylater.orchestrator.payment.Scenario.declined;
import static dev.paylater.orchestrator.payment.Scenario.route;
import static dev.paylater.orchestrator.payment.Scenario.says;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.paylater.kernel.Refusal;
import dev.paylater.orchestrator.payment.Operation.Kind;
import dev.paylater.provider.NextAction;
import dev.paylater.provider.ProviderData;
import dev.paylater.provider.ProviderResult;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Each bound of an amount, a time and a count, from both of its sides. */
class PaymentBoundariesTest {

    private static final String OK = "accepted";
    private static final ProviderResult APPROVED = ProviderResult.approved();
    private static final Duration SESSION = Duration.ofMinutes(15);
    private static final Duration MILLI = Duration.ofMillis(1);
    private static final Duration REFUNDABLE = Duration.ofDays(365);

    /** Authorized for 6540, by a provider that can authorize more. */
    static Scenario raisable() {
        return raisable(o -> o.requestIncrementalAuthorization(true));
    }

    private static Scenario raisable(UnaryOperator<IntentBuilder> options) {
        return confirmed(o -> options.apply(o.captureMethod(CaptureMethod.MANUAL)))
                .when(
                        says(
                                Kind.AUTHORIZE,
                                1,
                                APPROVED.with(ProviderData.NONE.withIncrementalAllowed(true))));
    }

    /** What the command was answered with; a refusal must not have changed anything. */
    private static String answer(Scenario scenario, PaymentCommand command) {
        var before = scenario.payment();
        var refusal = scenario.when(command).last().refusal();
        if (refusal == null) {
            return OK;
        }
        assertThat(scenario.last().events()).isEmpty();
        assertThat(scenario.payment()).isEqualTo(before);
        return refusal.code();
    }

    @ParameterizedTest
    @CsvSource({
        "MANUAL, -1, IR_06",
        "MANUAL, 0, IR_06",
        "MANUAL, 1, accepted",
        "MANUAL, 6540, accepted",
        "MANUAL, 6541, IR_06",
        "MANUAL, 9223372036854775807, IR_06",
        "MANUAL_MULTIPLE, 0, IR_06",
        "MANUAL_MULTIPLE, 1, accepted",
        "MANUAL_MULTIPLE, 6540, accepted",
        "MANUAL_MULTIPLE, 6541, IR_06",
        "SCHEDULED, 0, IR_06",
        "SCHEDULED, 6540, accepted",
        "SCHEDULED, 6541, IR_06",
    })
    void a_capture_takes_from_one_to_all_that_is_capturable(
            CaptureMethod method, long amount, String answer) {
        assertThat(answer(authorized(method), capture(amount))).isEqualTo(answer);
    }

    @ParameterizedTest
    @CsvSource({"0, IR_06", "1, accepted", "2540, accepted", "2541, IR_06"})
    void a_capture_takes_at_most_what_others_left(long amount, String answer) {
        var underWay = authorized(CaptureMethod.MANUAL_MULTIPLE).when(capture(4_000L));
        assertThat(answer(underWay, capture(amount))).isEqualTo(answer);
        var charged =
                authorized(CaptureMethod.MANUAL_MULTIPLE)
                        .when(capture(4_000L))
                        .when(says(Kind.CAPTURE, 1, APPROVED));
        assertThat(answer(charged, capture(amount))).isEqualTo(answer);
    }

    @ParameterizedTest
    @CsvSource({
        "MANUAL, 1, PARTIALLY_CAPTURED, 0, 1, 6539",
        "MANUAL, 6539, PARTIALLY_CAPTURED, 0, 6539, 1",
        "MANUAL, 6540, SUCCEEDED, 0, 6540, 0",
        "MANUAL, , SUCCEEDED, 0, 6540, 0",
        "MANUAL_MULTIPLE, 1, PARTIALLY_CAPTURED_AND_CAPTURABLE, 6539, 1, 0",
        "MANUAL_MULTIPLE, 6539, PARTIALLY_CAPTURED_AND_CAPTURABLE, 1, 6539, 0",
        "MANUAL_MULTIPLE, 6540, SUCCEEDED, 0, 6540, 0",
        "MANUAL_MULTIPLE, , SUCCEEDED, 0, 6540, 0",
        "SCHEDULED, , SUCCEEDED, 0, 6540, 0",
    })
    void a_capture_leaves_what_the_capture_method_says(
            CaptureMethod method,
            @Nullable Long amount,
            PaymentStatus status,
            long capturable,
            long received,
            long cancelled) {
        var scenario =
                authorized(method).when(capture(amount)).when(says(Kind.CAPTURE, 1, APPROVED));
        if (scenario.requests().getLast().contains("_release_")) {
            scenario.when(says(Kind.RELEASE, 1, APPROVED));
        }
        scenario.thenStatus(status).thenMoney(capturable, received, cancelled);
    }

    @Test
    void the_rest_of_several_captures_is_released_when_the_merchant_says_so() {
        var scenario =
                authorized(CaptureMethod.MANUAL_MULTIPLE)
                        .when(
                                new PaymentCommand.CapturePayment(
                                        4_000L, true, "connector", Map.of()))
                        .when(says(Kind.CAPTURE, 1, APPROVED));
        assertThat(scenario.requests())
                .containsExactly(
                        ATTEMPT + "_authorize", ATTEMPT + "_capture_1", ATTEMPT + "_release_1");
        scenario.when(says(Kind.RELEASE, 1, APPROVED))
                .thenStatus(PaymentStatus.PARTIALLY_CAPTURED)
                .thenMoney(0, 4_000, 2_540);
    }

    @ParameterizedTest
    @CsvSource({"1", "6000", "6539", "6540"})
    void what_the_provider_says_it_captured_is_what_was_received(long amount) {
        confirmed(o -> o)
                .when(says(Kind.AUTHORIZE, 1, ProviderResult.captured(amount)))
                .thenMoney(0, amount, 0);
        var scenario =
                authorized(CaptureMethod.MANUAL_MULTIPLE)
                        .when(capture(6_540L))
                        .when(says(Kind.CAPTURE, 1, ProviderResult.approved(amount)));
        assertThat(scenario.payment().amountReceived()).isEqualTo(amount);
        assertThat(scenario.payment().amountCapturable()).isEqualTo(6_540 - amount);
        assertThat(scenario.payment().captures())
                .extracting(Capture::amount, Capture::status)
                .containsExactly(tuple(amount, Capture.Status.CHARGED));
    }

    @ParameterizedTest
    @CsvSource({"1", "6000", "6540"})
    void what_the_provider_authorized_of_it_can_be_captured_where_the_profile_accepts_a_part(
            long amount) {
        new Scenario()
                .when(
                        Scenario.creating(
                                o -> o.captureMethod(CaptureMethod.MANUAL),
                                new Route(List.of(Scenario.SANDBOX), null, null, true)))
                .when(says(Kind.AUTHORIZE, 1, ProviderResult.approved(amount)))
                .thenStatus(PaymentStatus.REQUIRES_CAPTURE)
                .thenMoney(amount, 0, 0);
    }

    @ParameterizedTest
    @CsvSource({"0, IR_06", "6539, IR_06", "6540, IR_06", "6541, accepted"})
    void an_increment_exceeds_what_is_authorized(long amount, String answer) {
        var increment = new PaymentCommand.IncrementAuthorization(amount, null);
        assertThat(answer(raisable(), increment)).isEqualTo(answer);
        if (answer.equals(OK)) {
            raisable()
                    .when(increment)
                    .when(says(Kind.INCREMENT, 1, APPROVED))
                    .thenMoney(amount, 0, 0);
        }
    }

    @Test
    void an_increment_needs_a_merchant_who_asked_for_it() {
        var increment = new PaymentCommand.IncrementAuthorization(7_000, null);
        assertThat(answer(raisable(o -> o), increment)).isEqualTo("IR_16");
        assertThat(answer(raisable(o -> o.requestIncrementalAuthorization(false)), increment))
                .isEqualTo("IR_16");
    }

    @Test
    void an_increment_needs_a_provider_that_allows_it() {
        assertThat(
                        answer(
                                authorized(CaptureMethod.MANUAL),
                                new PaymentCommand.IncrementAuthorization(7_000, null)))
                .isEqualTo("IR_16");
    }

    @ParameterizedTest
    @CsvSource({
        "-1, IR_05",
        "0, IR_05",
        "99, IR_05",
        "100, accepted",
        "6540, accepted",
        "6541, IR_13",
        "9223372036854775807, IR_13",
        ", accepted",
    })
    void a_refund_is_a_hundred_at_least_and_what_was_received_at_most(
            @Nullable Long amount, String answer) {
        var scenario = succeeded();
        assertThat(answer(scenario, refund("ref_1", amount))).isEqualTo(answer);
        assertThat(scenario.payment().amountRefunded())
                .isEqualTo(answer.equals(OK) ? amount == null ? 6_540 : amount : 0);
    }

    @ParameterizedTest
    @CsvSource({
        "50, 49, IR_05",
        "50, 50, accepted",
        "50, 51, IR_13",
        "50, 100, IR_13",
        "99, 98, IR_05",
        "99, 99, accepted",
        "100, 99, IR_05",
        "100, 100, accepted",
        "100, 101, IR_13",
        "101, 100, accepted",
        "1, 1, accepted",
        "1, 0, IR_05",
        "0, 1, IR_13",
        "0, , IR_13",
    })
    void a_refund_is_less_than_a_hundred_only_when_it_is_exactly_the_rest(
            long rest, @Nullable Long amount, String answer) {
        var scenario = succeeded().when(refund("ref_1", 6_540 - rest));
        assertThat(answer(scenario, refund("ref_2", amount))).isEqualTo(answer);
    }

    @Test
    void a_failed_refund_gives_its_amount_back_and_a_succeeded_one_does_not() {
        for (var status : Refund.Status.values()) {
            var scenario =
                    succeeded().when(refund("ref_1", 6_540L)).when(ended("ref_1", status, null));
            assertThat(answer(scenario, refund("ref_2", 100L)))
                    .as(status.toString())
                    .isEqualTo(status == Refund.Status.FAILED ? OK : "IR_13");
        }
    }

    @Test
    void a_refund_takes_only_what_was_captured_of_what_was_authorized() {
        var scenario =
                authorized(CaptureMethod.MANUAL_MULTIPLE)
                        .when(capture(5_000L))
                        .when(says(Kind.CAPTURE, 1, APPROVED));
        assertThat(answer(scenario, refund("ref_1", 5_001L))).isEqualTo("IR_13");
        assertThat(answer(scenario, refund("ref_1", 5_000L))).isEqualTo(OK);
    }

    @Test
    void what_was_really_given_back_can_not_be_refunded_again_and_the_rest_can() {
        var scenario =
                succeeded()
                        .when(refund("ref_1", 6_000L))
                        .when(ended("ref_1", Refund.Status.SUCCEEDED, 2_000L));
        assertThat(answer(scenario, refund("ref_2", 4_541L))).isEqualTo("IR_13");
        assertThat(answer(scenario, refund("ref_2", 4_540L))).isEqualTo(OK);
    }

    @Test
    void a_refund_id_is_used_once() {
        assertThat(answer(succeeded().when(refund("ref_1", 100L)), refund("ref_1", 100L)))
                .isEqualTo("HE_01");
    }

    @ParameterizedTest
    @CsvSource({
        "late_, IR_05",
        "late_1, IR_05",
        "found_1, IR_05",
        "late, accepted",
        "LATE_1, accepted",
        "ref_late_1, accepted"
    })
    void merchants_cannot_choose_refund_ids_with_the_prefixes_that_the_service_uses(
            String refundId, String answer) {
        assertThat(answer(succeeded(), refund(refundId, 100L))).isEqualTo(answer);
    }

    @Test
    void a_payment_can_be_refunded_for_365_days() {
        assertThat(answer(succeeded().after(REFUNDABLE), refund("ref_1", 100L))).isEqualTo(OK);
        assertThat(answer(succeeded().after(REFUNDABLE.plus(MILLI)), refund("ref_1", 100L)))
                .isEqualTo("IR_05");
    }

    @Test
    void a_customer_can_confirm_until_the_session_ends_and_the_merchant_after_it() {
        var before = created(o -> o).after(SESSION.minus(MILLI));
        assertThat(answer(before, confirm(true))).isEqualTo(OK);
        assertThat(answer(created(o -> o).after(SESSION), confirm(true))).isEqualTo("IR_08");
        assertThat(answer(created(o -> o).after(SESSION), confirm(false))).isEqualTo(OK);
    }

    @ParameterizedTest
    @CsvSource({"0, 0, IR_08", "1, 999, accepted", "1, 1000, IR_08", "3600, 3599999, accepted"})
    void a_session_is_as_long_as_was_said(int seconds, long millis, String answer) {
        var scenario = created(o -> o.sessionExpiry(seconds)).after(Duration.ofMillis(millis));
        assertThat(answer(scenario, confirm(true))).isEqualTo(answer);
        assertThat(scenario.payment().expiresOn()).isEqualTo(START.plusSeconds(seconds));
    }

    @ParameterizedTest
    @CsvSource({
        "'', 86399999, accepted",
        "'', 86400000, IR_08",
        "{\"expires_in\":3600}, 3599999, accepted",
        "{\"expires_in\":3600}, 3600000, IR_08",
        "{\"expires_in\":60}, 899999, accepted",
        "{\"expires_in\":60}, 900000, IR_08"
    })
    void a_customer_can_confirm_until_session_and_payment_link_have_ended(
            String config, long millis, String answer) {
        var linked = created(o -> o).when(link(config)).after(Duration.ofMillis(millis));
        assertThat(answer(linked, confirm(true))).isEqualTo(answer);
    }

    @Test
    void a_declined_payment_with_a_link_can_be_tried_again_as_long_as_the_link_lasts() {
        var declined =
                created(o -> o)
                        .when(link("{\"expires_in\":3600}"))
                        .when(confirm(true))
                        .when(says(Kind.AUTHORIZE, 1, declined()))
                        .payment();
        assertThat(declined.hasEndedUnpaid(START.plusSeconds(3_600).minusMillis(1))).isFalse();
        assertThat(declined.hasEndedUnpaid(START.plusSeconds(3_600))).isTrue();
    }

    private static PaymentCommand link(String config) {
        var terms = new HashMap<String, String>(Map.of("payment_link", "true"));
        if (!config.isEmpty()) {
            terms.put("payment_link_config", config);
        }
        return new PaymentCommand.UpdatePayment(IntentBuilder.builder().build(), terms);
    }

    @Test
    void an_update_moves_the_end_of_the_session_counted_from_the_creation() {
        var longer =
                new PaymentCommand.UpdatePayment(
                        IntentBuilder.builder().sessionExpiry(1_800).build(), Map.of());
        var scenario = created(o -> o).after(SESSION).when(longer);
        assertThat(scenario.payment().expiresOn()).isEqualTo(START.plusSeconds(1_800));
        assertThat(answer(scenario, confirm(true))).isEqualTo(OK);
    }

    @Test
    void a_failed_payment_can_be_retried_until_the_session_ends() {
        assertThat(answer(failed().after(SESSION.minus(MILLI)), confirm(false))).isEqualTo(OK);
        assertThat(answer(failed().after(SESSION), confirm(false))).isEqualTo("IR_16");
    }

    @Test
    void an_authorization_can_be_completed_until_the_session_ends() {
        var complete = new PaymentCommand.CompleteAuthorization(Map.of(), null);
        assertThat(answer(redirected().after(SESSION.minus(MILLI)), complete)).isEqualTo(OK);
        assertThat(answer(redirected().after(SESSION), complete)).isEqualTo("IR_08");
    }

    @Test
    void what_was_begun_over_a_link_after_the_session_can_be_completed_until_its_own_deadline() {
        var complete = new PaymentCommand.CompleteAuthorization(Map.of(), null);
        assertThat(answer(redirectedLater().after(SESSION.minus(MILLI)), complete)).isEqualTo(OK);
        assertThat(answer(redirectedLater().after(SESSION), complete)).isEqualTo("IR_08");
    }

    private static Scenario redirectedLater() {
        var action = new NextAction("redirect_to_url", "https://provider.example/1");
        return created(o -> o)
                .when(link(""))
                .after(SESSION)
                .when(confirm(true))
                .when(says(Kind.AUTHORIZE, 1, ProviderResult.requiresAction(action)));
    }

    @Test
    void a_scheduled_payment_is_captured_at_its_time_and_not_before() {
        var at = START.plus(Duration.ofHours(1));
        var due = new PaymentCommand.DeadlinePassed();
        var scenario =
                confirmed(o -> o.captureMethod(CaptureMethod.SCHEDULED).captureOn(at))
                        .when(says(Kind.AUTHORIZE, 1, APPROVED));
        assertThat(scenario.payment().due()).contains(at);
        scenario.after(Duration.ofHours(1).minus(MILLI)).when(due).thenNothing();
        scenario.after(MILLI).when(due).thenStatus(PaymentStatus.PROCESSING);
        assertThat(scenario.requests()).last().isEqualTo(ATTEMPT + "_capture_1");
    }

    @Test
    void a_scheduled_payment_without_a_time_is_captured_24_hours_after_its_authorization() {
        var scenario =
                confirmed(o -> o.captureMethod(CaptureMethod.SCHEDULED))
                        .after(Duration.ofSeconds(2))
                        .when(says(Kind.AUTHORIZE, 1, APPROVED));
        assertThat(scenario.payment().due())
                .contains(START.plus(Duration.ofHours(24)).plusSeconds(2));
    }

    @ParameterizedTest
    @CsvSource({
        "0, , IR_06",
        "0, normal, IR_06",
        "0, setup_mandate, accepted",
        "1, , accepted",
        // A mandate is set up without taking money.
        "1, setup_mandate, IR_06",
    })
    void an_amount_of_0_is_confirmed_only_to_set_up_a_mandate(
            long amount, @Nullable String paymentType, String answer) {
        var scenario = created(o -> o.amount(amount).paymentType(paymentType));
        assertThat(answer(scenario, confirm(false))).isEqualTo(answer);
    }

    @Test
    void the_net_amount_is_the_amount_and_every_term_on_top_of_it() {
        var scenario =
                created(
                        o ->
                                o.amount(1L)
                                        .shippingCost(20L)
                                        .orderTaxAmount(300L)
                                        .surchargeAmount(4_000L)
                                        .surchargeTaxAmount(50_000L));
        assertThat(scenario.payment().intent().netAmount()).isEqualTo(54_321);
    }

    @ParameterizedTest
    @CsvSource({"9223372036854775806, accepted", "9223372036854775807, IR_05"})
    void amounts_add_up_to_an_int64_at_most(long amount, String answer) {
        var refusal =
                new Scenario()
                        .when(creating(o -> o.amount(amount).shippingCost(1L), null))
                        .last()
                        .refusal();
        assertThat(refusal == null ? OK : refusal.code()).isEqualTo(answer);
    }

    @ParameterizedTest
    @CsvSource({"6539, accepted", "6540, accepted", "6541, IR_06"})
    void what_is_to_be_captured_is_the_amount_at_most(long amountToCapture, String answer) {
        var refusal =
                new Scenario()
                        .when(creating(o -> o.amountToCapture(amountToCapture), null))
                        .last()
                        .refusal();
        assertThat(refusal == null ? OK : refusal.code()).isEqualTo(answer);
    }

    @Test
    void a_confirm_needs_a_payment_method() {
        var scenario = created(o -> o.paymentMethod(null));
        var refusal = scenario.when(confirm(false)).last().refusal();
        assertThat(refusal)
                .isNotNull()
                .extracting(Refusal::code, Refusal::param)
                .containsExactly("IR_04", "payment_method");
    }

    @Test
    void attempts_and_captures_are_numbered_from_1() {
        var scenario = failed().when(confirm(false));
        assertThat(scenario.payment().attempts())
                .extracting(Attempt::attemptId)
                .containsExactly(PAYMENT_ID + "_1", PAYMENT_ID + "_2");
        var captured =
                authorized(CaptureMethod.MANUAL_MULTIPLE)
                        .when(capture(1L))
                        .when(says(Kind.CAPTURE, 1, declined()))
                        .when(capture(2L));
        assertThat(captured.payment().captures())
                .extracting(Capture::captureId, Capture::captureSequence)
                .containsExactly(tuple(ATTEMPT + "_1", 1), tuple(ATTEMPT + "_2", 2));
    }

    @ParameterizedTest
    @CsvSource({"EUR", "JPY", "AED"})
    void a_payment_is_in_the_currency_that_was_said_and_goes_where_it_is_served(String currency) {
        var serving =
                new ConnectorAccount(
                        "sandbox",
                        "mca_1",
                        List.of(currency),
                        List.of(),
                        List.of(),
                        List.of(),
                        List.of());
        var other =
                new ConnectorAccount(
                        "klarna",
                        "mca_2",
                        List.of("USD"),
                        List.of(),
                        List.of(),
                        List.of(),
                        List.of());
        var scenario =
                new Scenario().when(creating(o -> o.currency(currency), route(other, serving)));
        assertThat(scenario.payment().intent().currency()).isEqualTo(currency);
        assertThat(scenario.payment().attempts())
                .extracting(Attempt::merchantConnectorId)
                .containsExactly("mca_1");
        var changed =
                created(o -> o)
                        .when(
                                new PaymentCommand.UpdatePayment(
                                        IntentBuilder.builder().currency(currency).build(),
                                        Map.of()));
        assertThat(changed.payment().intent().currency()).isEqualTo(currency);
    }

    @Test
    void a_direct_capture_counts_at_once_and_only_here() {
        var direct = new PaymentCommand.CapturePayment(4_000L, false, "direct", Map.of());
        var scenario =
                authorized(CaptureMethod.MANUAL_MULTIPLE)
                        .when(direct)
                        .thenStatus(PaymentStatus.PARTIALLY_CAPTURED_AND_CAPTURABLE)
                        .thenMoney(2_540, 4_000, 0);
        assertThat(scenario.requests()).containsExactly(ATTEMPT + "_authorize");
        var single = authorized(CaptureMethod.MANUAL).when(direct);
        assertThat(single.requests())
                .containsExactly(ATTEMPT + "_authorize", ATTEMPT + "_release_1");
        single.when(says(Kind.RELEASE, 1, APPROVED))
                .thenStatus(PaymentStatus.PARTIALLY_CAPTURED)
                .thenMoney(0, 4_000, 2_540);
    }

    @Test
    void nothing_more_can_be_captured_once_the_rest_is_to_be_released() {
        var last = new PaymentCommand.CapturePayment(4_000L, true, "connector", Map.of());
        var scenario = authorized(CaptureMethod.MANUAL_MULTIPLE).when(last);
        assertThat(answer(scenario, capture(1L))).isEqualTo("IR_16");
    }

    @ParameterizedTest
    @CsvSource({
        "approves, PROCESSING, authorize",
        "challenges, REQUIRES_CUSTOMER_ACTION, ",
        "declines, FAILED, ",
        "does not answer, REQUIRES_CUSTOMER_ACTION, ",
    })
    void external_three_ds_goes_on_as_its_access_server_says(
            String says, PaymentStatus status, @Nullable String request) {
        var results =
                Map.of(
                        "approves",
                        APPROVED,
                        "challenges",
                        ProviderResult.requiresAction(
                                new NextAction("three_ds_invoke", "https://acs.example")),
                        "declines",
                        declined(),
                        "does not answer",
                        ProviderResult.unknown("timed out"));
        var scenario =
                confirmed(
                                o ->
                                        o.authenticationType("three_ds")
                                                .requestExternalThreeDsAuthentication(true))
                        .when(new PaymentCommand.AuthenticateThreeDs(Map.of()));
        assertThat(scenario.requests()).containsExactly(ATTEMPT + "_authenticate_1");
        assertThat(answer(scenario, new PaymentCommand.AuthenticateThreeDs(Map.of())))
                .isEqualTo("IR_16");
        scenario.when(says(Kind.AUTHENTICATE, 1, Objects.requireNonNull(results.get(says))))
                .thenStatus(status);
        assertThat(scenario.requests())
                .last()
                .isEqualTo(ATTEMPT + (request == null ? "_authenticate_1" : "_" + request));
        if (status == PaymentStatus.FAILED) {
            assertThat(scenario.payment().status(scenario.payment().currentAttempt()))
                    .isEqualTo(AttemptStatus.AUTHENTICATION_FAILED);
        }
    }

    @Test
    void only_a_payment_that_ended_with_all_its_refunds_is_at_rest() {
        assertThat(authorized(CaptureMethod.MANUAL).payment().isAtRest()).isFalse();
        assertThat(succeeded().payment().isAtRest()).isTrue();
        var refunding = succeeded().when(refund("ref_1", 100L));
        assertThat(refunding.payment().isAtRest()).isFalse();
        assertThat(
                        refunding
                                .when(ended("ref_1", Refund.Status.SUCCEEDED, null))
                                .payment()
                                .isAtRest())
                .isTrue();
    }

    @Test
    void a_payment_with_an_open_dispute_is_not_at_rest() {
        for (var open : List.of("dispute_opened", "dispute_challenged")) {
            assertThat(succeeded().when(dispute(open)).payment().isAtRest()).as(open).isFalse();
        }
        for (var end :
                List.of(
                        "dispute_won",
                        "dispute_lost",
                        "dispute_accepted",
                        "dispute_expired",
                        "dispute_cancelled")) {
            assertThat(succeeded().when(dispute(end)).payment().isAtRest()).as(end).isTrue();
        }
    }

    private static PaymentCommand dispute(String status) {
        return new PaymentCommand.RecordDispute(
                new Dispute(
                        "dp_1", "dispute", status, 100, "EUR", "sandbox", "dp_1", null, null, null,
                        null, null, null, START, null));
    }

    @Test
    void a_payment_settles_while_a_first_answer_is_out() {
        assertThat(created(o -> o).payment().awaitsAnswer()).isFalse();
        var scenario = confirmed(o -> o.captureMethod(CaptureMethod.MANUAL));
        assertThat(scenario.payment().awaitsAnswer()).isTrue();
        assertThat(
                        scenario.when(says(Kind.AUTHORIZE, 1, ProviderResult.unknown("timed out")))
                                .payment()
                                .awaitsAnswer())
                .isFalse();
    }

    private static Scenario succeeded() {
        return authorized(CaptureMethod.MANUAL)
                .when(capture(null))
                .when(says(Kind.CAPTURE, 1, APPROVED));
    }

    private static Scenario failed() {
        return confirmed(o -> o).when(says(Kind.AUTHORIZE, 1, declined()));
    }

    private static Scenario redirected() {
        var action = new NextAction("redirect_to_url", "https://provider.example/1");
        return confirmed(o -> o)
                .when(says(Kind.AUTHORIZE, 1, ProviderResult.requiresAction(action)));
    }

    private static PaymentCommand confirm(boolean clientSide) {
        return new PaymentCommand.ConfirmPayment(clientSide, Intent.NONE, Map.of(), route(SANDBOX));
    }

    private static PaymentCommand refund(String id, @Nullable Long amount) {
        return new PaymentCommand.ReserveRefund(id, amount, null, Map.of());
    }

    private static PaymentCommand ended(String id, Refund.Status status, @Nullable Long amount) {
        return new PaymentCommand.RecordRefundStatus(id, status, amount, null, null, null, START);
    }
}
