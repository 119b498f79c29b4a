package dev.paylater.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Kafka or the store is away, and comes back. */
@ExtendWith(RunningStack.class)
class OutageTest {

    private static final MerchantClient MERCHANT = MerchantClient.SANDBOX;

    @ParameterizedTest
    @ValueSource(strings = {"kafka", "store"})
    void requests_are_not_accepted_meanwhile_and_all_goes_on_afterwards(String service) {
        Script.succeed("kill", service);
        try {
            var asked = Instant.now();
            var refused = MERCHANT.pay("", "manual");
            assertThat(Duration.between(asked, Instant.now())).isLessThan(Duration.ofSeconds(10));
            refused.expect(503);
            if (!refused.errorCode().equals("HE_00")) {
                // Nobody had noticed yet that it is away: the command may lie on its topic.
                assertThat(refused.errorCode()).isEqualTo("HE_03");
                assertThat(refused.json().at("/error/payment_id").asString()).startsWith("pay_");
            }
            assertThat(refused.headers().firstValue("retry-after")).isPresent();
            if (service.equals("kafka")) {
                assertThat(MERCHANT.pay("", "manual").expect(503).errorCode())
                        .as("once the connection is known to be gone")
                        .isEqualTo("HE_00");
            }
        } finally {
            Script.succeed("start", service);
        }
        var end = Instant.now().plusSeconds(30);
        var answer = MERCHANT.pay("", "manual");
        while (answer.status() == 503 && Instant.now().isBefore(end)) {
            MerchantClient.pause();
            answer = MERCHANT.pay("", "manual");
        }
        MERCHANT.await(
                answer.expect(200).string("payment_id"),
                Duration.ofSeconds(10),
                "requires_capture");
    }
}
