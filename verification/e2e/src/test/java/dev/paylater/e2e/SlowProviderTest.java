package dev.paylater.e2e;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * One provider needs ten seconds for every answer, and nobody at the others notices. Prints the
 * figures; what is asserted leaves room for a machine that is busy with other things.
 */
@ExtendWith(RunningStack.class)
class SlowProviderTest {

    private static final MerchantClient MERCHANT = MerchantClient.OTHER;
    private static final Shop SLOW = Shop.KLARNA;
    private static final Duration LATENCY = Duration.ofSeconds(10);
    private static final int SLOW_PAYMENTS = 40;
    private static final int PAYMENTS = Integer.getInteger("paylater.e2e.measured", 20);
    private static final int AT_ONCE = 2;
    private static final Duration NOISE = Duration.ofMillis(500);

    /** For the slowest of twenty payments; one that waited for slow calls would take longer. */
    private static final Duration HICCUP = LATENCY.dividedBy(4);

    @AfterEach
    void behave_normally() {
        ProviderLedger.behaveNormally();
        configureSlowAccount("{}");
    }

    @Test
    void a_provider_that_takes_ten_seconds_does_not_slow_the_others_down() {
        // Or the usual timeout would end the calls after three seconds.
        configureSlowAccount("{\"timeout_millis\": 20000}");
        var workers = ConnectorProcesses.ports();
        measure();
        var before = measure();
        ProviderLedger.slowDown(SLOW.connector(), LATENCY);
        var slow = Crowd.start(SLOW_PAYMENTS, SLOW_PAYMENTS, () -> pay(SLOW).string("status"));
        while (underWay(workers) < SLOW_PAYMENTS) {
            assertThat(slow).as("slow payments that were answered").noneMatch(Future::isDone);
            MerchantClient.pause();
        }
        var during = measure();
        var stillUnderWay = underWay(workers);

        before.forEach(
                (shop, latencies) ->
                        System.out.printf(
                                "%s while %s takes %d s: before %s, during %s%n",
                                shop.connector(),
                                SLOW.connector(),
                                LATENCY.toSeconds(),
                                latencies,
                                during.get(shop)));
        assertThat(stillUnderWay).as("slow calls when the last was measured").isPositive();
        for (var status : slow) {
            assertThat(Crowd.await(status)).isEqualTo("processing");
        }
        before.forEach(
                (shop, latencies) -> {
                    var now = requireNonNull(during.get(shop));
                    assertThat(now.percentile(50))
                            .as("50 % at " + shop.connector())
                            .isLessThan(allowed(latencies.percentile(50), NOISE));
                    assertThat(now.percentile(99))
                            .as("99 % at " + shop.connector())
                            .isLessThan(allowed(latencies.percentile(99), HICCUP));
                });
    }

    private static Duration allowed(Duration before, Duration more) {
        return before.multipliedBy(6).dividedBy(5).plus(more);
    }

    /** Create and confirm at each of the other providers, all of them at the same time. */
    private static Map<Shop, Latencies> measure() {
        var times = new EnumMap<Shop, List<Future<Duration>>>(Shop.class);
        for (var shop : Shop.values()) {
            if (shop != SLOW) {
                times.put(shop, Crowd.start(PAYMENTS, AT_ONCE, () -> timed(shop)));
            }
        }
        var measured = new EnumMap<Shop, Latencies>(Shop.class);
        times.forEach(
                (shop, all) ->
                        measured.put(shop, new Latencies(all.stream().map(Crowd::await).toList())));
        return measured;
    }

    private static Duration timed(Shop shop) {
        var began = System.nanoTime();
        var paymentId = pay(shop).string("payment_id");
        // The API may answer before it is known: on a busy machine, after five seconds.
        MERCHANT.await(
                paymentId,
                Duration.ofMinutes(1),
                shop.hasPage() ? "requires_customer_action" : "requires_capture");
        var took = Duration.ofNanos(System.nanoTime() - began);
        return took;
    }

    /** Calls to the slow provider that were not answered yet. */
    private static long underWay(List<String> workers) {
        return workers.stream()
                .mapToLong(
                        worker ->
                                ConnectorProcesses.count(
                                        worker,
                                        "paylater_connector_requests_in_flight",
                                        "connector=\"" + SLOW.connector() + "\""))
                .sum();
    }

    private static ApiAnswer pay(Shop shop) {
        return MERCHANT.post("/payments", shop.purchase("manual", "")).expect(200);
    }

    private static void configureSlowAccount(String settings) {
        new MerchantClient("")
                .post(
                        "/admin/merchants/merchant_other/connector_accounts/mca_other_"
                                + SLOW.connector(),
                        "{\"settings\": " + settings + "}",
                        Map.of("admin-api-key", "admin_sandbox_paylater_0123456789abcdef"))
                .expect(200);
    }
}
