package dev.paylater.e2e.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylater.e2e.MerchantClient;
import dev.paylater.e2e.ProviderLedger;
import dev.paylater.e2e.RunningStack;
import dev.paylater.e2e.Script;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The receiver answers 500, and webhook-service is killed twice, while payments are made. */
@ExtendWith(RunningStack.class)
class MerchantWebhooksUnderKillsTest {

    private static final String SERVICE = "webhook-service";
    private static final Map<String, String> IMPATIENT =
            Map.of("PAYLATER_WEBHOOKS_RETRYDELAYS", "1s");
    private static final Duration SOON = Duration.ofSeconds(30);
    private static final Duration LATER = Duration.ofSeconds(90);
    private static final MerchantClient MERCHANT = MerchantClient.SANDBOX;
    private static final int PAYMENTS = 5;

    private final String receiver = "kills_" + UUID.randomUUID();

    @Test
    void every_event_arrives_at_least_once_with_the_status_of_its_type() {
        answer(500);
        MERCHANT.post(
                        "/webhook_endpoints",
                        "{\"url\": \"%s/hooks/%s\", \"events\": [\"payment.*\", \"refund.*\"]}"
                                .formatted(ProviderLedger.BASE, receiver))
                .expect(200);
        Script.succeed("kill", SERVICE);
        start();
        var paymentIds = new ArrayList<>(pay());
        Script.succeed("kill", SERVICE);
        paymentIds.addAll(pay());
        start();
        answer(200);
        for (var paymentId : paymentIds) {
            MERCHANT.await(paymentId, SOON, "succeeded");
            MERCHANT.post("/refunds", "{\"payment_id\": \"%s\"}".formatted(paymentId)).expect(200);
        }

        for (var paymentId : paymentIds) {
            awaitEvents(
                    paymentId,
                    "payment.created=requires_confirmation",
                    "payment.processing=processing",
                    "payment.succeeded=succeeded",
                    "refund.created=pending",
                    "refund.succeeded=succeeded");
        }
        Script.succeed("kill", SERVICE);
        Script.succeed("start", SERVICE);
    }

    private static void start() {
        var started = Script.run(IMPATIENT, "start", SERVICE);
        assertThat(started.exitCode()).as(started.output()).isZero();
    }

    private static List<String> pay() {
        var paymentIds = new ArrayList<String>();
        for (var n = 0; n < PAYMENTS; n++) {
            paymentIds.add(MERCHANT.pay("", "automatic").expect(200).string("payment_id"));
        }
        return paymentIds;
    }

    private void answer(int status) {
        MerchantClient.NOBODY
                .at(ProviderLedger.BASE)
                .post(
                        "/simulator/hooks",
                        "{\"name\": \"%s\", \"status\": %d}".formatted(receiver, status))
                .expect(200);
    }

    private void awaitEvents(String paymentId, String... wanted) {
        var end = System.nanoTime() + LATER.toNanos();
        while (!events(paymentId).containsAll(List.of(wanted)) && System.nanoTime() < end) {
            MerchantClient.pause();
        }
        assertThat(events(paymentId)).as(paymentId).containsExactlyInAnyOrder(wanted);
    }

    /** What was received with 2xx: type and the status that its data show. */
    private Set<String> events(String paymentId) {
        var events = new TreeSet<String>();
        var received =
                MerchantClient.NOBODY
                        .at(ProviderLedger.BASE)
                        .get("/simulator/hooks?name=" + receiver)
                        .expect(200)
                        .json();
        for (JsonNode hook : received.path("hooks")) {
            var event = JsonMapper.shared().readTree(hook.path("body").asString());
            var data = event.path("data");
            if (hook.path("status").asInt() == 200
                    && data.path("payment_id").asString("").equals(paymentId)) {
                events.add(event.path("type").asString() + "=" + data.path("status").asString());
            }
        }
        return events;
    }
}
