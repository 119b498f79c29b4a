package dev.paylater.connector.call;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.paylater.connector.call.CallSettings.BreakerSettings;
import dev.paylater.connector.kit.Account;
import dev.paylater.connector.kit.Fields;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What the orchestrator relies on when it takes a request for lost. */
final class CallBoundsTest {

    @Test
    void an_account_may_shorten_the_timeout_of_its_calls() {
        assertThat(timeout("700")).isEqualTo(Duration.ofMillis(700));
    }

    @Test
    void an_account_cannot_make_a_call_longer_than_requests_are_waited_for() {
        assertThat(timeout("30000")).isEqualTo(Duration.ofSeconds(30));
        assertThat(timeout("30001")).isEqualTo(Duration.ofSeconds(30));
        assertThat(timeout("86400000")).isEqualTo(Duration.ofSeconds(30));
    }

    @Test
    void an_operator_cannot_either() {
        assertThat(settings(Duration.ofSeconds(30)).timeout()).isEqualTo(Duration.ofSeconds(30));
        assertThatThrownBy(() -> settings(Duration.ofMillis(30_001)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("paylater.calls.timeout is at most PT30S");
    }

    @Test
    void an_account_may_lower_the_number_of_its_calls_under_way_and_not_raise_it() {
        assertThat(letIn("2")).isEqualTo(2);
        assertThat(letIn("49")).isEqualTo(49);
        assertThat(letIn("50")).isEqualTo(50);
        assertThat(letIn("100000")).isEqualTo(50);
    }

    private static Duration timeout(String millis) {
        return guard("timeout_millis", millis).timeout();
    }

    /** How many calls of an account with this bound are under way before one is turned away. */
    private static int letIn(String bound) {
        var guard = guard("max_concurrent_calls", bound);
        var calls = 0;
        while (guard.enter(Instant.EPOCH) == null) {
            calls++;
        }
        return calls;
    }

    private static Guard guard(String setting, String value) {
        var account =
                new Account(
                        "mca_1",
                        "merchant_1",
                        "sandbox",
                        URI.create("https://provider.test"),
                        Map.of(),
                        null,
                        new Fields(Map.of(setting, value)));
        return Guards.forOperations(
                        settings(Duration.ofSeconds(20)),
                        new SimpleMeterRegistry(),
                        Clock.systemUTC(),
                        System::nanoTime)
                .of(account);
    }

    private static CallSettings settings(Duration timeout) {
        return new CallSettings(
                timeout,
                Duration.ofSeconds(1),
                50,
                0,
                Duration.ZERO,
                new BreakerSettings(10, 5, 60, Duration.ofMillis(300)),
                Set.of());
    }
}
