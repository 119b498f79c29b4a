package dev.paylater.connector.call;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylater.connector.call.CallSettings.BreakerSettings;
import dev.paylater.connector.kit.Account;
import dev.paylater.connector.kit.Fields;
import dev.paylater.connector.kit.HttpAnswer;
import dev.paylater.connector.kit.HttpCall;
import dev.paylater.connector.kit.Secret;
import dev.paylater.kit.outgoing.PublicAddresses;
import dev.paylater.schemas.Topic;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.io.IOException;
import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Map;
import java.util.Set;
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
    private static final List<String> OPERATIONS =
            List.of(
                    "login",
                    "authorize",
                    "capture",
                    "void",
                    "refund",
                    "increment",
                    "status_of_authorize",
                    "status_of_capture",
                    "status_of_refund");
    private static final URI BASE = URI.create("http://provider.internal/v1");
    private static final HttpCall CALL = HttpCall.of(HttpCall.Method.GET, "/orders");

    @Test
    void guards_are_of_so_many_accounts_at_most_and_have_no_metrics_of_their_own() {
        var meters = new SimpleMeterRegistry();
        var guards = Guards.forOperations(SETTINGS, meters, Clock.systemUTC(), System::nanoTime);
        var before = meters.getMeters().size();
        for (var i = 0; i < Guards.MOST + 100; i++) {
            guards.of(account("mca_" + i));
        }

        assertThat(guards.accounts()).isEqualTo(Guards.MOST);
        assertThat(meters.getMeters()).hasSize(before);
    }

    @Test
    void an_account_in_use_keeps_its_guard() {
        var meters = new SimpleMeterRegistry();
        var guards = Guards.forOperations(SETTINGS, meters, Clock.systemUTC(), System::nanoTime);

        assertThat(guards.of(account("mca_1"))).isSameAs(guards.of(account("mca_1")));
    }

    @Test
    void refused_accounts_have_so_many_metrics_at_most() {
        var meters = new SimpleMeterRegistry();
        var refusals = new AccountRefusals(meters);
        for (var i = 0; i < AccountRefusals.MOST + 100; i++) {
            refusals.of("sandbox", "mca_" + i).increment();
        }

        assertThat(meters.find("paylater.connector.accounts.refused").counters())
                .hasSize(AccountRefusals.MOST + Topic.CONNECTORS.size());
    }

    @Test
    void an_account_whose_calls_are_lost_is_counted_as_left_alone() {
        var meters = new SimpleMeterRegistry();
        var guards = Guards.forOperations(SETTINGS, meters, Clock.systemUTC(), System::nanoTime);
        var guard = guards.of(account("mca_1"));
        assertThat(leftAlone(meters)).isZero();

        for (var i = 0; i < 50; i++) {
            guard.enter(Instant.EPOCH);
            guard.lost(Duration.ZERO, new IOException("no answer"));
            guard.leave();
        }

        assertThat(leftAlone(meters)).isOne();
    }

    @Test
    void what_57_accounts_at_all_connectors_come_to_takes_less_than_half_of_a_scrape()
            throws IOException {
        var meters = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
        var guards = Guards.forOperations(SETTINGS, meters, Clock.systemUTC(), System::nanoTime);
        var statuses = new ArrayDeque<Integer>();
        var caller =
                new ProviderCaller(
                        (_, _, _) -> new HttpAnswer(statuses.remove(), Map.of(), ""),
                        new PublicAddresses(Set.of("provider.internal")),
                        guards,
                        meters,
                        Clock.systemUTC());
        for (var i = 0; i < 57; i++) {
            var account = account("mca_" + i, Topic.CONNECTORS.get(i % Topic.CONNECTORS.size()));
            for (var operation : OPERATIONS) {
                for (var status : List.of(200, 201, 400, 404, 503)) {
                    statuses.add(status);
                    caller.exchange(account, BASE, CALL, operation, Instant.MAX);
                }
            }
        }

        assertThat(meters.scrape().length()).isBetween(50_000, 100_000);
    }

    private static double leftAlone(SimpleMeterRegistry meters) {
        return meters.get("paylater.connector.breakers.open")
                .tag("connector", "sandbox")
                .gauge()
                .value();
    }

    private static Account account(String id) {
        return account(id, "sandbox");
    }

    private static Account account(String id, String connector) {
        return new Account(
                id,
                "merchant_1",
                connector,
                URI.create("https://sandbox.example/v1"),
                Map.of(),
                new Secret("whsec_one"),
                new Fields(Map.of()));
    }
}
