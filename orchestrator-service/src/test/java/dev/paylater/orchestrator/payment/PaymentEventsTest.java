package dev.paylater.orchestrator.payment;

import static dev.paylater.orchestrator.payment.Scenario.ATTEMPT;
import static dev.paylater.orchestrator.payment.Scenario.answers;
import static dev.paylater.orchestrator.payment.Scenario.authorized;
import static dev.paylater.orchestrator.payment.Scenario.capture;
import static dev.paylater.orchestrator.payment.Scenario.confirmed;
import static dev.paylater.orchestrator.payment.Scenario.created;
import static dev.paylater.orchestrator.payment.Scenario.says;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.paylater.orchestrator.payment.Operation.Kind;
import dev.paylater.orchestrator.payment.Operation.Purpose;
import dev.paylater.orchestrator.payment.PaymentEvent.AuthorizationApproved;
import dev.paylater.orchestrator.payment.PaymentEvent.AuthorizationLapsed;
import dev.paylater.orchestrator.payment.PaymentEvent.CaptureCharged;
import dev.paylater.orchestrator.payment.PaymentEvent.CaptureRequested;
import dev.paylater.orchestrator.payment.PaymentEvent.LateApprovalFound;
import dev.paylater.orchestrator.payment.PaymentEvent.OperationRetried;
import dev.paylater.orchestrator.payment.PaymentEvent.PaymentCancelled;
import dev.paylater.orchestrator.payment.PaymentEvent.RefundReserved;
import dev.paylater.orchestrator.payment.PaymentEvent.ReleaseRequested;
import dev.paylater.orchestrator.payment.PaymentEvent.StatusInquired;
import dev.paylater.orchestrator.payment.PaymentEvent.VoidRequested;
import dev.paylater.orchestrator.payment.evolution.PaymentEvolution;
import dev.paylater.provider.ProviderData;
import dev.paylater.provider.ProviderResult;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Given these events, when this command comes, then exactly these follow. */
class PaymentEventsTest {

    private static final ProviderResult APPROVED = ProviderResult.approved();
    private static final ProviderResult UNKNOWN = ProviderResult.unknown("timed out");

    @Test
    void an_approval_of_an_automatic_payment_is_captured_in_full() {
        var scenario = confirmed(o -> o).when(says(Kind.AUTHORIZE, 1, APPROVED));
        assertThat(scenario.last().events())
                .containsExactly(
                        new AuthorizationApproved(
                                ATTEMPT,
                                ATTEMPT + "_authorize",
                                6540,
                                false,
                                null,
                                ProviderData.NONE),
                        new CaptureRequested(
                                started(6540, false), sent(scenario, Kind.CAPTURE, 1, 6540)));
        assertThat(scenario.last().refusal()).isNull();
        assertThat(scenario.requests())
                .containsExactly(ATTEMPT + "_authorize", ATTEMPT + "_capture_1");
    }

    @Test
    void a_charged_capture_of_less_is_followed_by_the_release_of_the_rest() {
        var scenario = authorized(CaptureMethod.MANUAL).when(capture(4000L));
        assertThat(scenario.last().events())
                .containsExactly(
                        new CaptureRequested(
                                started(4000, true), sent(scenario, Kind.CAPTURE, 1, 4000)));
        scenario.when(says(Kind.CAPTURE, 1, ProviderResult.approved(3000)));
        assertThat(scenario.last().events())
                .containsExactly(
                        new CaptureCharged(
                                ATTEMPT + "_1", ATTEMPT + "_capture_1", 3000, ProviderData.NONE),
                        new ReleaseRequested(sent(scenario, Kind.RELEASE, 1, 3540), null));
    }

    @Test
    void what_was_never_heard_of_is_retried_under_the_same_key() {
        var scenario = confirmed(o -> o).when(says(Kind.AUTHORIZE, 1, UNKNOWN)).whenDue();
        assertThat(scenario.last().events())
                .containsExactly(
                        new StatusInquired(
                                ATTEMPT + "_authorize", 1, scenario.now().plusSeconds(1), false));
        scenario.when(answers(Kind.AUTHORIZE, 1, ProviderResult.notFound()));
        assertThat(scenario.last().events())
                .containsExactly(
                        new OperationRetried(
                                ATTEMPT + "_authorize", scenario.now().plusSeconds(95)));
        assertThat(scenario.requests())
                .containsExactly(
                        ATTEMPT + "_authorize",
                        "?" + ATTEMPT + "_authorize",
                        ATTEMPT + "_authorize");
    }

    @Test
    void a_late_approval_is_found_and_voided_with_its_own_amount() {
        var scenario =
                confirmed(o -> o)
                        .when(says(Kind.AUTHORIZE, 1, Scenario.declined()))
                        .when(says(Kind.AUTHORIZE, 1, ProviderResult.approved(5000)));
        var voiding = sent(scenario, Kind.VOID, 1, 5000).withPurpose(Purpose.LATE_APPROVAL);
        assertThat(scenario.last().events())
                .containsExactly(
                        new LateApprovalFound(ATTEMPT, 5000, ProviderData.NONE),
                        new VoidRequested(voiding, "late approval"));
    }

    @Test
    void an_event_that_cannot_have_happened_is_a_fault() {
        var cancelled = created(o -> o).when(new PaymentCommand.CancelPayment(null));
        impossible(cancelled, new PaymentCancelled(null));
        impossible(cancelled, new AuthorizationLapsed(ATTEMPT, "voided"));
        var open = authorized(CaptureMethod.MANUAL);
        impossible(open, new PaymentCancelled(null));
        impossible(open, new OperationRetried(ATTEMPT + "_authorize", Scenario.START));
        exceeding(open, refund(1));
        open.when(capture(1000L)).when(says(Kind.CAPTURE, 1, APPROVED));
        exceeding(open, refund(1001));
        assertThat(PaymentEvolution.evolve(open.payment(), refund(1000), open.now()).refunds())
                .hasSize(1);
    }

    private static void impossible(Scenario scenario, PaymentEvent event) {
        assertThatThrownBy(() -> PaymentEvolution.evolve(scenario.payment(), event, Scenario.START))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("cannot happen to a payment that is");
    }

    private static void exceeding(Scenario scenario, PaymentEvent event) {
        assertThatThrownBy(() -> PaymentEvolution.evolve(scenario.payment(), event, Scenario.START))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageStartingWith("Amounts cannot be");
    }

    private static RefundReserved refund(long amount) {
        return new RefundReserved(
                new Refund(
                        "ref_1",
                        1,
                        Refund.Status.PENDING,
                        amount,
                        null,
                        Map.of(),
                        null,
                        ATTEMPT,
                        Scenario.START,
                        Scenario.START));
    }

    private static Capture started(long amount, boolean releasesRest) {
        return new Capture(
                ATTEMPT + "_1",
                ATTEMPT,
                1,
                Capture.Status.STARTED,
                amount,
                "connector",
                releasesRest,
                null,
                null,
                null,
                Map.of());
    }

    /** As it was sent at this time, to be inquired about when no answer can come any more. */
    private static Operation sent(Scenario scenario, Kind kind, int sequence, long amount) {
        Instant now = scenario.now();
        return new Operation(
                OperationIds.of(ATTEMPT, kind, sequence),
                kind,
                ATTEMPT,
                sequence,
                amount,
                Purpose.REQUESTED,
                now,
                now.plusSeconds(95),
                0,
                null,
                true,
                false,
                Map.of());
    }
}
