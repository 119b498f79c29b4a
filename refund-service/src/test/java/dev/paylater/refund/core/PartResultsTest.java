package dev.paylater.refund.core;

import static dev.paylater.refund.core.Samples.DECLINED;
import static dev.paylater.refund.core.Samples.OPERATION;
import static dev.paylater.refund.core.Samples.answer;
import static dev.paylater.refund.core.Samples.approved;
import static dev.paylater.refund.core.Samples.declined;
import static dev.paylater.refund.core.Samples.order;
import static dev.paylater.refund.core.Samples.outcome;
import static dev.paylater.refund.core.Samples.pending;
import static dev.paylater.refund.core.Samples.unauthorized;
import static dev.paylater.refund.core.Samples.unknown;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.paylater.provider.NextAction;
import dev.paylater.provider.ProviderData;
import dev.paylater.provider.ProviderResult;
import dev.paylater.refund.core.RefundCommand.ExecuteRefund;
import dev.paylater.refund.core.RefundCommand.RecordProviderResult;
import dev.paylater.refund.core.RefundCommand.SyncRefund;
import dev.paylater.refund.core.RefundEvent.AccountRefused;
import dev.paylater.refund.core.RefundEvent.OutcomeUnknown;
import dev.paylater.refund.core.RefundEvent.PartRefunded;
import dev.paylater.refund.core.RefundEvent.PartRefused;
import dev.paylater.refund.core.RefundEvent.ProviderNotCalled;
import dev.paylater.refund.core.RefundEvent.RefundContradicted;
import dev.paylater.refund.core.RefundEvent.RefundFailed;
import dev.paylater.refund.core.RefundEvent.RefundInReview;
import dev.paylater.refund.core.RefundEvent.RefundPending;
import dev.paylater.refund.core.RefundEvent.RefundRetried;
import dev.paylater.refund.core.RefundEvent.RefundSucceeded;
import dev.paylater.refund.core.RefundEvent.StatusInquired;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** What a provider's result means for a part in every state; nobody waits for an answer. */
class PartResultsTest {

    private static final ExecuteRefund EXECUTE = new ExecuteRefund(order(), null, false);
    private static final Instant NEXT = Scenario.START.plusSeconds(1);
    private static final Instant NOT_AFTER = Scenario.START.plusSeconds(60);
    private static final Instant GUARD = Scenario.START.plusSeconds(95);
    private static final ProviderResult NOT_EXECUTED = ProviderResult.notExecuted("not called");

    static Stream<Arguments> results() {
        return Stream.of(
                        rows(
                                "requested, not called, unknown, pending, review",
                                outcome(approved()),
                                new PartRefunded(OPERATION, 5000, ProviderData.NONE),
                                new RefundSucceeded(5000)),
                        rows("succeeded", outcome(approved())),
                        rows(
                                "failed",
                                outcome(approved()),
                                new PartRefunded(OPERATION, 5000, ProviderData.NONE),
                                new RefundSucceeded(5000)),
                        rows(
                                "requested, not called, unknown, pending, review",
                                outcome(ProviderResult.captured()),
                                new PartRefunded(OPERATION, 5000, ProviderData.NONE),
                                new RefundSucceeded(5000)),
                        rows("succeeded", outcome(ProviderResult.captured())),
                        rows(
                                "failed",
                                outcome(ProviderResult.captured()),
                                new PartRefunded(OPERATION, 5000, ProviderData.NONE),
                                new RefundSucceeded(5000)),
                        rows(
                                "requested, not called, unknown, pending, review",
                                outcome(declined()),
                                new PartRefused(OPERATION, DECLINED, ProviderData.NONE),
                                new RefundFailed(DECLINED)),
                        rows(
                                "succeeded",
                                outcome(declined()),
                                new RefundContradicted(OPERATION, false, NEXT)),
                        rows(
                                "succeeded",
                                answer(declined()),
                                new PartRefused(OPERATION, DECLINED, ProviderData.NONE),
                                new RefundFailed(DECLINED)),
                        rows("failed", outcome(declined())),
                        undecided(pending()),
                        undecided(ProviderResult.requiresAction(NextAction.redirect("https://p"))),
                        rows(
                                "requested, not called, unknown, pending",
                                outcome(ProviderResult.inReview()),
                                new RefundInReview(OPERATION, NEXT, ProviderData.NONE)),
                        rows("review, succeeded, failed", outcome(ProviderResult.inReview())),
                        rows(
                                "requested, not called",
                                outcome(unknown()),
                                new OutcomeUnknown(OPERATION, NEXT)),
                        rows("unknown, pending, review, succeeded, failed", outcome(unknown())),
                        rows(
                                "requested, not called, unknown, pending, review, succeeded,"
                                        + " failed",
                                answer(unknown())),
                        rows(
                                "requested, not called, unknown, pending, review",
                                outcome(unauthorized()),
                                new AccountRefused(OPERATION, "401", NEXT)),
                        rows("succeeded, failed", outcome(unauthorized())),
                        rows(
                                "unknown",
                                answer(ProviderResult.notFound()),
                                new RefundRetried(OPERATION, NOT_AFTER, GUARD)),
                        rows(
                                "requested, not called, pending, review, succeeded, failed",
                                answer(ProviderResult.notFound())),
                        rows(
                                "requested, not called, unknown",
                                answer(ProviderResult.notFound(), GUARD),
                                new RefundRetried(OPERATION, NOT_AFTER, GUARD)),
                        rows(
                                "pending, review, succeeded, failed",
                                answer(ProviderResult.notFound(), GUARD)),
                        rows(
                                "requested",
                                outcome(NOT_EXECUTED),
                                new ProviderNotCalled(OPERATION, NEXT)),
                        rows(
                                "not called, unknown, pending, review, succeeded, failed",
                                outcome(NOT_EXECUTED)),
                        rows(
                                "requested, not called, unknown, pending, review, succeeded,"
                                        + " failed",
                                answer(NOT_EXECUTED)))
                .flatMap(rows -> rows);
    }

    private static Stream<Arguments> undecided(ProviderResult result) {
        return Stream.concat(
                rows(
                        "requested, not called, unknown",
                        outcome(result),
                        new RefundPending(OPERATION, NEXT, ProviderData.NONE)),
                rows("pending, review, succeeded, failed", outcome(result)));
    }

    private static Stream<Arguments> rows(
            String states, RecordProviderResult result, RefundEvent... events) {
        return Arrays.stream(states.split(", "))
                .map(state -> arguments(state, result, List.of(events)));
    }

    @ParameterizedTest(name = "{0}: {1}")
    @MethodSource("results")
    void a_result_means_for_a_part_what_its_state_lets_it_mean(
            String state, RecordProviderResult result, List<RefundEvent> events) {
        assertThat(in(state).when(result).events()).isEqualTo(events);
    }

    @ParameterizedTest
    @CsvSource({
        "requested, requested",
        "not called, requested",
        "unknown, unknown",
        "pending, pending",
        "review, review",
        "succeeded, succeeded",
        "failed, failed"
    })
    void a_part_shows_where_it_stands(String state, String status) {
        assertThat(in(state).refund().parts()).extracting(Part::status).containsExactly(status);
    }

    /** Whether a request that no worker carried out will be is not known once it was inquired. */
    @ParameterizedTest
    @CsvSource({
        "requested, requested",
        "not called, unknown",
        "unknown, unknown",
        "pending, pending",
        "review, review"
    })
    void an_inquiry_leaves_a_part_where_it_is_and_is_counted(String state, String after) {
        var scenario = in(state);

        scenario.when(new SyncRefund(null))
                .then(new StatusInquired(OPERATION, 1, NEXT, true, null))
                .when(new SyncRefund(null))
                .then(new StatusInquired(OPERATION, 2, NEXT, true, null));
        assertThat(scenario.refund().parts()).extracting(Part::status).containsExactly(after);
        assertThat(scenario.refund().openPart())
                .hasValueSatisfying(part -> assertThat(part.inquiry().inquiries()).isEqualTo(2));
    }

    @ParameterizedTest
    @CsvSource({"PT59.996S, true", "PT60S, false"})
    void a_request_is_not_carried_out_a_minute_after_it_was_sent(Duration age, boolean good) {
        var scenario = in("requested").after(age).when(outcome(NOT_EXECUTED));
        var aQuarterLater = scenario.now().plus(age.dividedBy(4));

        scenario.then(
                good
                        ? new ProviderNotCalled(OPERATION, aQuarterLater)
                        : new OutcomeUnknown(OPERATION, aQuarterLater));
    }

    private static Scenario in(String state) {
        var scenario = new Scenario().when(EXECUTE);
        return switch (state) {
            case "requested" -> scenario;
            case "not called" -> scenario.when(outcome(NOT_EXECUTED));
            case "unknown" -> scenario.when(outcome(unknown()));
            case "pending" -> scenario.when(outcome(pending()));
            case "review" -> scenario.when(outcome(ProviderResult.inReview()));
            case "succeeded" -> scenario.when(outcome(approved()));
            case "failed" -> scenario.when(outcome(declined()));
            default -> throw new IllegalArgumentException(state);
        };
    }
}
