package dev.paylater.orchestrator.payment;

import static dev.paylater.orchestrator.payment.Scenario.answers;
import static dev.paylater.orchestrator.payment.Scenario.authorized;
import static dev.paylater.orchestrator.payment.Scenario.capture;
import static dev.paylater.orchestrator.payment.Scenario.confirmed;
import static dev.paylater.orchestrator.payment.Scenario.creating;
import static dev.paylater.orchestrator.payment.Scenario.declined;
import static dev.paylater.orchestrator.payment.Scenario.route;
import static dev.paylater.orchestrator.payment.Scenario.says;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.paylater.orchestrator.payment.Operation.Kind;
import dev.paylater.provider.Decline;
import dev.paylater.provider.NextAction;
import dev.paylater.provider.ProviderError;
import dev.paylater.provider.ProviderResult;
import dev.paylater.provider.UnifiedError;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What an attempt is called, and its payment with it, at each point of its way. */
class AttemptStatusTest {

    private static final ProviderResult APPROVED = ProviderResult.approved();
    private static final ProviderResult UNKNOWN = ProviderResult.unknown("timed out");
    private static final ProviderResult REVIEW = ProviderResult.inReview();
    private static final ProviderResult REDIRECT =
            ProviderResult.requiresAction(NextAction.redirect("https://p.example"));
    private static final PaymentCommand CANCEL = new PaymentCommand.CancelPayment("no stock");

    static List<Arguments> points() {
        return List.of(
                arguments("processing", "started", confirmed(o -> o)),
                arguments("processing", "pending", confirmed(o -> o).when(first(UNKNOWN))),
                arguments("requires_customer_action", "authentication_pending", redirected()),
                arguments(
                        "requires_customer_action",
                        "authentication_pending",
                        redirected().when(answers(Kind.AUTHORIZE, 1, UNKNOWN))),
                arguments("processing", "void_initiated", redirected().when(CANCEL)),
                arguments(
                        "processing",
                        "void_initiated",
                        redirected().when(CANCEL).when(answers(Kind.AUTHORIZE, 1, UNKNOWN))),
                arguments(
                        "requires_customer_action",
                        "authentication_pending",
                        redirected().when(CANCEL).when(says(Kind.VOID, 1, declined()))),
                arguments(
                        "cancelled",
                        "voided",
                        redirected().when(CANCEL).when(says(Kind.VOID, 1, APPROVED))),
                arguments(
                        "requires_customer_action",
                        "authentication_pending",
                        confirmed(AttemptStatusTest::threeDs)),
                arguments(
                        "requires_customer_action",
                        "authentication_pending",
                        confirmed(AttemptStatusTest::threeDs)
                                .when(new PaymentCommand.AuthenticateThreeDs(Map.of()))),
                arguments(
                        "cancelled", "voided", confirmed(AttemptStatusTest::threeDs).when(CANCEL)),
                arguments("processing", "authentication_successful", authenticated()),
                arguments("processing", "pending", authenticated().when(first(UNKNOWN))),
                arguments("processing", "authorizing", completing()),
                arguments(
                        "processing",
                        "pending",
                        completing().when(says(Kind.COMPLETE_AUTHORIZE, 1, UNKNOWN))),
                arguments("requires_merchant_action", "unresolved", inReview()),
                arguments(
                        "processing",
                        "unresolved",
                        new Scenario()
                                .when(creating(o -> o, route(Scenario.REVIEWING)))
                                .when(first(REVIEW))
                                .when(new PaymentCommand.ApprovePayment())),
                arguments(
                        "requires_merchant_action",
                        "unresolved",
                        inReview().when(CANCEL).when(says(Kind.VOID, 1, declined()))),
                arguments(
                        "requires_capture",
                        "authorized",
                        inReview().when(new PaymentCommand.ApprovePayment())),
                arguments(
                        "failed",
                        "authorization_failed",
                        inReview()
                                .when(new PaymentCommand.RejectPayment("fraud"))
                                .when(says(Kind.VOID, 1, APPROVED))),
                arguments("requires_capture", "authorized", authorized(CaptureMethod.MANUAL)),
                arguments(
                        "processing",
                        "authorized",
                        PaymentBoundariesTest.raisable()
                                .when(new PaymentCommand.IncrementAuthorization(7_000, null))),
                arguments("processing", "capture_initiated", capturing(CaptureMethod.MANUAL, 40)),
                arguments(
                        "requires_capture",
                        "capture_failed",
                        capturing(CaptureMethod.MANUAL, 40)
                                .when(says(Kind.CAPTURE, 1, declined()))),
                arguments(
                        "processing",
                        "capture_initiated",
                        capturing(CaptureMethod.MANUAL, 40)
                                .when(says(Kind.CAPTURE, 1, declined()))
                                .when(capture(40L))),
                arguments("processing", "void_initiated", captured(CaptureMethod.MANUAL, 40)),
                arguments(
                        "partially_captured",
                        "partial_charged",
                        captured(CaptureMethod.MANUAL, 40).when(says(Kind.RELEASE, 1, APPROVED))),
                arguments(
                        "partially_captured",
                        "partial_charged",
                        captured(CaptureMethod.MANUAL, 40).when(says(Kind.RELEASE, 1, declined()))),
                arguments(
                        "partially_captured_and_capturable",
                        "partial_charged_and_chargeable",
                        captured(CaptureMethod.MANUAL_MULTIPLE, 40)),
                arguments(
                        "partially_captured_and_capturable",
                        "partial_charged_and_chargeable",
                        captured(CaptureMethod.MANUAL_MULTIPLE, 40)
                                .when(CANCEL)
                                .when(says(Kind.RELEASE, 1, declined()))),
                arguments("succeeded", "charged", captured(CaptureMethod.MANUAL, 6_540)),
                arguments(
                        "processing",
                        "void_initiated",
                        authorized(CaptureMethod.MANUAL).when(CANCEL)),
                arguments(
                        "requires_capture",
                        "void_failed",
                        authorized(CaptureMethod.MANUAL)
                                .when(CANCEL)
                                .when(says(Kind.VOID, 1, declined()))),
                arguments(
                        "cancelled",
                        "voided",
                        authorized(CaptureMethod.MANUAL)
                                .when(CANCEL)
                                .when(says(Kind.VOID, 1, APPROVED))),
                // The provider has authorized nothing of what was asked for.
                arguments(
                        "cancelled",
                        "voided",
                        confirmed(o -> o.captureMethod(CaptureMethod.MANUAL))
                                .when(first(ProviderResult.approved(0)))),
                arguments(
                        "succeeded",
                        "charged",
                        confirmed(o -> o.amount(0L).paymentType("setup_mandate"))
                                .when(first(APPROVED))),
                arguments("failed", "expired", expired()),
                arguments("failed", "authentication_failed", declinedWith("AUTHENTICATION_FAILED")),
                arguments("failed", "authorization_failed", declinedWith("AUTHORIZATION_FAILED")),
                arguments("failed", "failure", declinedWith("FAILURE")),
                arguments("failed", "expired", declinedWith("EXPIRED")),
                arguments("failed", "voided", declinedWith("VOIDED")));
    }

    @ParameterizedTest(name = "{0}, {1}")
    @MethodSource("points")
    void an_attempt_and_its_payment_have_the_statuses_of_the_interface(
            String payment, String attempt, Scenario scenario) {
        var found = scenario.payment();
        assertThat(found.status().wireName()).isEqualTo(payment);
        assertThat(found.status(found.currentAttempt()).wireName()).isEqualTo(attempt);
        assertThat(scenario.folded()).isEqualTo(found);
    }

    @Test
    void what_was_refused_stands_beside_the_attempt_until_something_else_is_requested() {
        var scenario = authorized(CaptureMethod.MANUAL).when(capture(40L));
        assertThat(error(scenario)).isNull();
        scenario.when(says(Kind.CAPTURE, 1, declined()));
        assertThat(error(scenario)).isEqualTo(declined().requireDecline().error());
        scenario.when(CANCEL);
        assertThat(error(scenario)).isNull();
        scenario.when(says(Kind.VOID, 1, declined()));
        assertThat(error(scenario)).isEqualTo(declined().requireDecline().error());
        scenario.when(capture(40L));
        assertThat(error(scenario)).isNull();
    }

    @Test
    void a_void_that_was_refused_stands_beside_what_it_left_as_it_was() {
        for (var scenario : List.of(redirected(), inReview())) {
            scenario.when(CANCEL).when(says(Kind.VOID, 1, declined()));
            assertThat(error(scenario)).isEqualTo(declined().requireDecline().error());
            assertThat(scenario.payment().currentAttempt().cancellationReason()).isNull();
            scenario.when(CANCEL);
            assertThat(error(scenario)).isNull();
            assertThat(scenario.payment().currentAttempt().cancellationReason())
                    .isEqualTo("no stock");
        }
    }

    private static @org.jspecify.annotations.Nullable ProviderError error(Scenario scenario) {
        return scenario.payment().currentAttempt().stage().error();
    }

    private static IntentBuilder threeDs(IntentBuilder options) {
        return options.authenticationType("three_ds").requestExternalThreeDsAuthentication(true);
    }

    private static PaymentCommand first(ProviderResult result) {
        return says(Kind.AUTHORIZE, 1, result);
    }

    private static Scenario redirected() {
        return confirmed(o -> o).when(first(REDIRECT));
    }

    private static Scenario inReview() {
        return confirmed(o -> o.captureMethod(CaptureMethod.MANUAL)).when(first(REVIEW));
    }

    private static Scenario authenticated() {
        return confirmed(AttemptStatusTest::threeDs)
                .when(new PaymentCommand.AuthenticateThreeDs(Map.of()))
                .when(says(Kind.AUTHENTICATE, 1, APPROVED));
    }

    private static Scenario completing() {
        return confirmed(AttemptStatusTest::threeDs)
                .when(new PaymentCommand.CompleteAuthorization(Map.of(), null));
    }

    private static Scenario capturing(CaptureMethod method, long amount) {
        return authorized(method).when(capture(amount));
    }

    private static Scenario captured(CaptureMethod method, long amount) {
        return capturing(method, amount).when(says(Kind.CAPTURE, 1, APPROVED));
    }

    private static Scenario expired() {
        return redirected()
                .after(Duration.ofMinutes(15))
                .when(new PaymentCommand.DeadlinePassed())
                .when(answers(Kind.AUTHORIZE, 1, REDIRECT))
                .when(says(Kind.VOID, 1, APPROVED));
    }

    private static Scenario declinedWith(String outcome) {
        return confirmed(o -> o)
                .when(
                        first(
                                ProviderResult.declined(
                                        Decline.Outcome.valueOf(outcome),
                                        ProviderError.of(UnifiedError.DECLINED, "No"))));
    }
}
