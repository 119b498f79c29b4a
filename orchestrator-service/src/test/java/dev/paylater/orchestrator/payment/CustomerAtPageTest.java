package dev.paylater.orchestrator.payment;

import static dev.paylater.orchestrator.payment.PaymentStatus.FAILED;
import static dev.paylater.orchestrator.payment.PaymentStatus.PROCESSING;
import static dev.paylater.orchestrator.payment.PaymentStatus.REQUIRES_CUSTOMER_ACTION;
import static dev.paylater.orchestrator.payment.PaymentStatus.SUCCEEDED;
import static dev.paylater.orchestrator.payment.Scenario.ATTEMPT;
import static dev.paylater.orchestrator.payment.Scenario.answers;
import static dev.paylater.orchestrator.payment.Scenario.confirmed;
import static dev.paylater.orchestrator.payment.Scenario.declined;
import static dev.paylater.orchestrator.payment.Scenario.says;
import static org.assertj.core.api.Assertions.assertThat;

import dev.paylater.orchestrator.payment.Operation.Kind;
import dev.paylater.provider.NextAction;
import dev.paylater.provider.ProviderResult;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** A provider that does not find what its customer is at says nothing about how that ends. */
class CustomerAtPageTest {

    private static final String VOID = ATTEMPT + "_void_1";
    private static final ProviderResult APPROVED = ProviderResult.approved();

    @Test
    void one_not_found_while_the_customer_is_at_the_page_does_not_end_the_payment() {
        var scenario = atPage().after(Duration.ofMinutes(5));
        notFound(scenario).thenStatus(REQUIRES_CUSTOMER_ACTION);
        assertThat(scenario.requests()).doesNotContain(VOID);
        scenario.when(answers(Kind.AUTHORIZE, 1, ProviderResult.captured())).thenStatus(SUCCEEDED);
    }

    @Test
    void after_the_pages_deadline_the_end_goes_through_a_void_and_reconciliation() {
        var scenario = afterDeadline();
        notFound(scenario).thenStatus(PROCESSING);
        assertThat(scenario.requests()).last().isEqualTo(VOID);
        scenario.when(says(Kind.VOID, 1, APPROVED)).thenStatus(FAILED);
        assertExpiredAndWatched(scenario);
        scenario.whenAnswered(APPROVED);
        assertThat(scenario.requests()).last().isEqualTo(ATTEMPT + "_void_2");
        scenario.thenStatus(FAILED);
    }

    @Test
    void an_approval_that_comes_while_it_is_voided_is_voided_too() {
        var scenario = notFound(afterDeadline());
        scenario.when(says(Kind.AUTHORIZE, 1, APPROVED)).thenStatus(PROCESSING);
        scenario.when(says(Kind.VOID, 1, APPROVED)).thenStatus(FAILED);
        assertExpiredAndWatched(scenario);
    }

    @Test
    void a_provider_that_refuses_the_void_of_what_it_does_not_know_ends_it_as_well() {
        var scenario = notFound(afterDeadline()).when(says(Kind.VOID, 1, declined()));
        notFound(scenario).thenStatus(FAILED);
        assertExpiredAndWatched(scenario);
    }

    @Test
    void a_void_that_the_provider_never_finds_is_not_repeated_for_ever() {
        var scenario = notFound(afterDeadline());
        for (var i = 0; i < 60 && scenario.payment().status() == PROCESSING; i++) {
            scenario.whenDue()
                    .when(answers(scenario.now(), Kind.VOID, 1, ProviderResult.notFound()));
            notFound(scenario);
        }
        scenario.thenStatus(FAILED);
        assertExpiredAndWatched(scenario);
    }

    private static void assertExpiredAndWatched(Scenario scenario) {
        assertThat(scenario.payment().currentAttempt().stage().error())
                .isEqualTo(AttemptErrors.CUSTOMER_ACTION_EXPIRED);
        assertThat(scenario.payment().operations())
                .singleElement()
                .matches(Operation::isReconciliation);
        assertThat(scenario.folded()).isEqualTo(scenario.payment());
    }

    private static Scenario notFound(Scenario scenario) {
        return scenario.when(answers(scenario.now(), Kind.AUTHORIZE, 1, ProviderResult.notFound()));
    }

    private static Scenario afterDeadline() {
        var scenario = atPage();
        while (scenario.now().isBefore(Scenario.START.plus(Duration.ofMinutes(15)))) {
            scenario.whenDue();
        }
        return scenario;
    }

    private static Scenario atPage() {
        return confirmed(o -> o)
                .when(
                        says(
                                Kind.AUTHORIZE,
                                1,
                                ProviderResult.requiresAction(
                                        NextAction.redirect("https://provider.example/1"))));
    }
}
