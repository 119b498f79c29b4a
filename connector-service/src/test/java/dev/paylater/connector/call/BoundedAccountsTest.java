package dev.paylater.connector.call;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylater.connector.call.CallSettings.BreakerSettings;
import dev.paylater.connector.kit.Account;
import dev.paylater.connector.kit.Fields;
import dev.paylater.connector.kit.Secret;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** What is kept per account does not grow with the accounts that there are. */
class BoundedAccountsTest {

    private static final CallSettings SETTINGS =
            new CallSettings(
                    Duration.ofSeconds(20),
                    Duration.ofSeconds(2),
                    50,
                    0,
                    Duration.ofSeconds(5),
                    new BreakerSettings(100, 50, 60, Duration.ofSeconds(1)),
                    Set.of());

    @Test
    void guards_and_their_metrics_are_of_so_many_accounts_at_most() {
        var meters = new SimpleMeterRegistry();
        var guards = Guards.forOperations(SETTINGS, meters, Clock.systemUTC(), System::nanoTime);
        for (var i = 0; i < Guards.MOST + 100; i++) {
            guards.of(account("mca_" + i));
        }

        for (var name :
                Set.of(
                        "resilience4j.bulkhead.available.concurrent.calls",
                        "resilience4j.circuitbreaker.state")) {
            assertThat(accountsOf(name, meters)).as(name).hasSize(Guards.MOST);
        }
    }

    @Test
    void an_account_in_use_keeps_its_guard_and_its_metrics() {
        var meters = new SimpleMeterRegistry();
        var guards = Guards.forOperations(SETTINGS, meters, Clock.systemUTC(), System::nanoTime);
        var guard = guards.of(account("mca_1"));

        assertThat(guards.of(account("mca_1"))).isSameAs(guard);
        assertThat(accountsOf("resilience4j.circuitbreaker.state", meters))
                .containsExactly("mca_1");
    }

    private static Set<String> accountsOf(String meter, SimpleMeterRegistry meters) {
        return meters.find(meter).meters().stream()
                .map(Meter::getId)
                .map(id -> Objects.requireNonNull(id.getTag("name")))
                .collect(Collectors.toSet());
    }

    private static Account account(String id) {
        return new Account(
                id,
                "merchant_1",
                "sandbox",
                URI.create("https://sandbox.example/v1"),
                Map.of(),
                new Secret("whsec_one"),
                new Fields(Map.of()));
    }
}
