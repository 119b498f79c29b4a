package dev.paylater.orchestrator.payment;

import static dev.paylater.orchestrator.payment.Scenario.account;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class AttemptFeaturesTest {

    private static final ConnectorAccount ABLE =
            account(
                    "sandbox",
                    "mca_sandbox",
                    List.of("redirect", "shows_books", "birth_date", "webhooks", "capture_data"));

    @Test
    void an_attempt_is_stored_with_what_it_may_be_asked_for_and_with_nothing_else() {
        var scenario = new Scenario().when(Scenario.creating(o -> o, Scenario.route(ABLE)));
        var attempt = scenario.payment().currentAttempt();
        assertThat(attempt.features()).containsExactly("shows_books", "birth_date", "capture_data");
        assertThat(attempt.can("shows_books")).isTrue();
        assertThat(attempt.can("manual_review")).isFalse();
    }

    @Test
    void asking_an_attempt_for_what_is_not_stored_with_any_is_a_fault() {
        var attempt =
                new Scenario()
                        .when(Scenario.creating(o -> o, Scenario.route(ABLE)))
                        .payment()
                        .currentAttempt();
        assertThatThrownBy(() -> attempt.can("webhooks"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("webhooks is not stored with attempts");
    }
}
