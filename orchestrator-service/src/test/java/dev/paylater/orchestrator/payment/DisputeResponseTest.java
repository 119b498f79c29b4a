package dev.paylater.orchestrator.payment;

import static dev.paylater.orchestrator.payment.Scenario.ATTEMPT;
import static dev.paylater.orchestrator.payment.Scenario.START;
import static dev.paylater.orchestrator.payment.Scenario.answers;
import static dev.paylater.orchestrator.payment.Scenario.creating;
import static dev.paylater.orchestrator.payment.Scenario.declined;
import static dev.paylater.orchestrator.payment.Scenario.route;
import static dev.paylater.orchestrator.payment.Scenario.says;
import static org.assertj.core.api.Assertions.assertThat;

import dev.paylater.kernel.Refusal;
import dev.paylater.orchestrator.payment.Operation.Kind;
import dev.paylater.orchestrator.payment.Operation.Purpose;
import dev.paylater.orchestrator.payment.PaymentCommand.AcceptDispute;
import dev.paylater.orchestrator.payment.PaymentCommand.ChallengeDispute;
import dev.paylater.orchestrator.payment.PaymentCommand.RecordDispute;
import dev.paylater.orchestrator.payment.PaymentEvent.DisputeResponseRequested;
import dev.paylater.provider.ProviderResult;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** A merchant accepts a dispute, or challenges it before it is too late. */
class DisputeResponseTest {

    private static final Map<String, String> EVIDENCE = Map.of("evidence", "{\"receipt\":\"R-1\"}");
    private static final Duration TIME_LEFT = Duration.ofDays(7);
    private static final AcceptDispute ACCEPT = new AcceptDispute("dp_1");
    private static final ChallengeDispute CHALLENGE = new ChallengeDispute("dp_1", EVIDENCE);
    private static final ProviderResult TAKEN = ProviderResult.approved();
    private static final ProviderResult UNKNOWN = ProviderResult.unknown("timed out");

    @Test
    void an_accepted_dispute_is_over_and_changes_no_money() {
        var scenario = disputed().when(ACCEPT);
        assertThat(scenario.last().events())
                .containsExactly(
                        new DisputeResponseRequested(
                                "dp_1", response(Kind.ACCEPT_DISPUTE, Map.of())));
        assertThat(scenario.requests()).endsWith(ATTEMPT + "_accept_dispute_1");
        assertThat(status(scenario)).isEqualTo("dispute_opened");
        assertThat(scenario.payment().awaitsAnswer()).isTrue();
        scenario.when(says(Kind.ACCEPT_DISPUTE, 1, TAKEN));
        assertThat(status(scenario)).isEqualTo("dispute_accepted");
        assertThat(scenario.payment().isAtRest()).isTrue();
        scenario.thenStatus(PaymentStatus.SUCCEEDED).thenMoney(0, 6_540, 0);
    }

    @Test
    void a_challenge_takes_the_evidence_to_the_provider() {
        var scenario = disputed().when(CHALLENGE);
        assertThat(scenario.last().events())
                .containsExactly(
                        new DisputeResponseRequested(
                                "dp_1", response(Kind.CHALLENGE_DISPUTE, EVIDENCE)));
        assertThat(scenario.requests()).endsWith(ATTEMPT + "_challenge_dispute_1");
        scenario.when(says(Kind.CHALLENGE_DISPUTE, 1, TAKEN));
        assertThat(status(scenario)).isEqualTo("dispute_challenged");
        assertThat(scenario.payment().isAtRest()).as("the provider has yet to decide").isFalse();
    }

    @Test
    void what_the_provider_refuses_leaves_the_dispute_open_and_can_be_tried_again() {
        var scenario = disputed().when(CHALLENGE).when(says(Kind.CHALLENGE_DISPUTE, 1, declined()));
        assertThat(status(scenario)).isEqualTo("dispute_opened");
        assertThat(response(scenario))
                .isEqualTo(
                        new Dispute.Response(
                                ATTEMPT + "_challenge_dispute_1",
                                null,
                                declined().requireDecline().error()));
        scenario.when(ACCEPT).when(says(Kind.ACCEPT_DISPUTE, 2, TAKEN));
        assertThat(status(scenario)).isEqualTo("dispute_accepted");
        assertThat(response(scenario).error()).isNull();
    }

    @Test
    void a_lost_answer_is_inquired_about_and_nothing_is_sent_twice() {
        var scenario = disputed().when(ACCEPT).when(says(Kind.ACCEPT_DISPUTE, 1, UNKNOWN));
        scenario.whenDue().when(answers(Kind.ACCEPT_DISPUTE, 1, TAKEN));
        assertThat(status(scenario)).isEqualTo("dispute_accepted");
        assertThat(scenario.requests())
                .filteredOn(request -> request.contains("dispute"))
                .containsExactly(
                        ATTEMPT + "_accept_dispute_1", "?" + ATTEMPT + "_accept_dispute_1");
    }

    @Test
    void only_an_open_dispute_is_responded_to() {
        for (var ended : List.of("dispute_won", "dispute_lost", "dispute_challenged")) {
            var scenario = disputed().when(reported("dispute", ended, START.plusSeconds(1)));
            scenario.when(ACCEPT);
            assertRefused(
                    scenario,
                    "IR_16",
                    "accept_dispute is not possible for a dispute that is " + ended,
                    null);
        }
        assertRefused(
                disputed().when(new AcceptDispute("dp_2")),
                "HE_02",
                "There is no such dispute",
                "dispute_id");
    }

    @Test
    void one_response_is_made_at_a_time() {
        for (var under : List.of(ACCEPT, CHALLENGE)) {
            for (var next : List.of(ACCEPT, CHALLENGE)) {
                assertRefused(
                        disputed().when(under).when(next),
                        "IR_16",
                        "The provider is being sent a response already",
                        null);
            }
        }
    }

    @Test
    void evidence_comes_before_the_deadline_and_an_acceptance_at_any_time() {
        var justInTime = disputed().after(TIME_LEFT.minusMillis(1)).when(CHALLENGE);
        assertThat(justInTime.last().refusal()).isNull();
        var late = disputed().after(TIME_LEFT);
        assertRefused(
                late.copy().when(CHALLENGE),
                "IR_16",
                "The dispute had to be challenged before 2026-01-08T00:00:00Z",
                null);
        assertThat(late.when(ACCEPT).last().refusal()).isNull();
    }

    @Test
    void a_connector_that_cannot_respond_is_named() {
        var scenario = disputed(Scenario.SANDBOX);
        assertRefused(
                scenario.copy().when(ACCEPT),
                "IR_37",
                "accept_dispute is not supported by sandbox",
                "accept_dispute");
        assertRefused(
                scenario.when(CHALLENGE),
                "IR_37",
                "challenge_dispute is not supported by sandbox",
                "challenge_dispute");
    }

    @Test
    void a_report_from_before_the_response_does_not_undo_it() {
        var scenario = disputed().after(Duration.ofMinutes(1)).when(CHALLENGE);
        scenario.when(says(Kind.CHALLENGE_DISPUTE, 1, TAKEN));
        var confirmedAt = scenario.now();
        scenario.when(reported("dispute", "dispute_opened", confirmedAt.minusSeconds(5)))
                .thenNothing();
        assertThat(status(scenario)).isEqualTo("dispute_challenged");
        scenario.when(reported("dispute", "dispute_opened", confirmedAt.plusSeconds(5)));
        assertThat(status(scenario)).as("the provider wants more").isEqualTo("dispute_opened");
        scenario.when(CHALLENGE);
        assertThat(scenario.last().refusal()).isNull();
    }

    @Test
    void what_the_provider_decides_while_its_answer_is_out_stands() {
        var scenario = disputed().when(ACCEPT);
        scenario.when(reported("dispute", "dispute_lost", START.plusSeconds(1)));
        scenario.when(says(Kind.ACCEPT_DISPUTE, 1, TAKEN));
        assertThat(status(scenario)).isEqualTo("dispute_lost");
        assertThat(scenario.payment().operations()).isEmpty();
    }

    @Test
    void a_dispute_keeps_the_time_it_was_first_heard_of() {
        var scenario = disputed().after(Duration.ofDays(1));
        scenario.when(reported("dispute", "dispute_won", scenario.now()));
        assertThat(scenario.payment().disputes().getFirst().createdAt()).isEqualTo(START);
    }

    /** Of a captured payment, with time left to challenge it. */
    static Scenario disputed() {
        return disputed(
                Scenario.account(
                        "sandbox", "mca_sandbox", List.of("accept_dispute", "challenge_dispute")));
    }

    private static Scenario disputed(ConnectorAccount account) {
        return new Scenario()
                .when(creating(o -> o.captureMethod(CaptureMethod.AUTOMATIC), route(account)))
                .when(says(Kind.AUTHORIZE, 1, ProviderResult.captured()))
                .when(reported("dispute", "dispute_opened", START));
    }

    private static RecordDispute reported(
            String stage, String status, @Nullable Instant updatedAt) {
        return new RecordDispute(
                new Dispute(
                        "dp_1",
                        stage,
                        status,
                        500,
                        "EUR",
                        "sandbox",
                        "sbd_1",
                        null,
                        null,
                        null,
                        START.plus(TIME_LEFT),
                        START,
                        updatedAt,
                        updatedAt == null ? START : updatedAt,
                        null));
    }

    private static Operation response(Kind kind, Map<String, String> details) {
        return new Operation(
                OperationIds.of(ATTEMPT, kind, 1),
                kind,
                ATTEMPT,
                1,
                500,
                Purpose.REQUESTED,
                START,
                START.plusSeconds(95),
                0,
                null,
                true,
                false,
                details);
    }

    private static String status(Scenario scenario) {
        return scenario.payment().disputes().getFirst().disputeStatus();
    }

    private static Dispute.Response response(Scenario scenario) {
        var response = scenario.payment().disputes().getFirst().response();
        if (response == null) {
            throw new AssertionError("Nobody has responded");
        }
        return response;
    }

    private static void assertRefused(
            Scenario scenario, String code, String message, @Nullable String param) {
        assertThat(scenario.last().refusal()).isEqualTo(new Refusal(code, message, param));
        assertThat(scenario.last().events()).isEmpty();
    }
}
