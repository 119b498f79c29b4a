package dev.paylater.orchestrator.payment;

import static dev.paylater.orchestrator.payment.PaymentStatus.REQUIRES_CAPTURE;
import static dev.paylater.orchestrator.payment.PaymentStatus.SUCCEEDED;
import static dev.paylater.orchestrator.payment.Scenario.ATTEMPT;
import static dev.paylater.orchestrator.payment.Scenario.capture;
import static dev.paylater.orchestrator.payment.Scenario.declined;
import static dev.paylater.orchestrator.payment.Scenario.says;
import static org.assertj.core.api.Assertions.assertThat;

import dev.paylater.orchestrator.payment.Operation.Kind;
import dev.paylater.provider.ProviderResult;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Results that come in another order than the requests were made in. */
class LateIncrementTest {

    private static final ProviderResult APPROVED = ProviderResult.approved();

    @Test
    void an_older_increment_that_comes_late_does_not_lower_the_authorization() {
        var scenario = raisedTwice().when(says(Kind.INCREMENT, 1, APPROVED));
        scenario.thenStatus(REQUIRES_CAPTURE).thenMoney(8_000, 0, 0);
        assertThat(scenario.payment().intent().netAmount()).isEqualTo(8_000);
        assertThat(scenario.payment().currentAttempt().amount()).isEqualTo(8_000);
        assertThat(scenario.payment().increments())
                .extracting(Increment::status)
                .isEqualTo(List.of(Increment.Status.SUCCESS, Increment.Status.SUCCESS));
    }

    @Test
    void a_capture_under_way_is_booked_although_an_older_increment_came_late() {
        var scenario =
                raisedTwice()
                        .when(capture(8_000L))
                        .when(says(Kind.INCREMENT, 1, APPROVED))
                        .when(says(Kind.CAPTURE, 1, APPROVED));
        scenario.thenStatus(SUCCEEDED).thenMoney(0, 8_000, 0);
        assertThat(scenario.folded()).isEqualTo(scenario.payment());
    }

    @Test
    void a_late_increment_that_is_the_highest_still_raises_it() {
        var scenario =
                PaymentBoundariesTest.raisable()
                        .when(new PaymentCommand.IncrementAuthorization(7_000, null))
                        .when(says(Kind.INCREMENT, 1, declined()))
                        .when(says(Kind.INCREMENT, 1, APPROVED));
        scenario.thenStatus(REQUIRES_CAPTURE).thenMoney(7_000, 0, 0);
        assertThat(scenario.payment().intent().netAmount()).isEqualTo(7_000);
    }

    private static Scenario raisedTwice() {
        var scenario =
                PaymentBoundariesTest.raisable()
                        .when(new PaymentCommand.IncrementAuthorization(7_000, null))
                        .when(says(Kind.INCREMENT, 1, declined()))
                        .when(new PaymentCommand.IncrementAuthorization(8_000, null))
                        .when(says(Kind.INCREMENT, 2, APPROVED));
        assertThat(scenario.payment().increments().getFirst().authorizationId())
                .isEqualTo(ATTEMPT + "_increment_1");
        return scenario;
    }
}
