package dev.paylater.e2e.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylater.e2e.ApiAnswer;
import dev.paylater.e2e.Crowd;
import dev.paylater.e2e.MerchantClient;
import dev.paylater.e2e.ProviderLedger;
import dev.paylater.e2e.RunningStack;
import dev.paylater.e2e.Script;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Many refunds of one payment at the same moment, while those who decide about them die. */
@ExtendWith(RunningStack.class)
class RefundRaceUnderKillsTest {

    private static final int REFUNDS = 32;
    private static final Duration SOON = Duration.ofSeconds(30);
    private static final MerchantClient MERCHANT = MerchantClient.SANDBOX;

    @ParameterizedTest
    @ValueSource(strings = {"refund-service", "orchestrator-service", "connector-service"})
    void of_32_refunds_of_sixty_percent_exactly_one_is_made(String victim) {
        var paymentId = MERCHANT.pay("", "automatic").expect(200).string("payment_id");
        MERCHANT.await(paymentId, SOON, "succeeded");
        var findings = new ChaosFindings();
        var number = new AtomicInteger();
        var requests =
                Crowd.start(
                        REFUNDS,
                        REFUNDS,
                        () -> refund(paymentId, number.incrementAndGet(), findings));
        Script.succeed("kill", victim);
        Script.succeed("start", victim);
        var answers = requests.stream().map(Crowd::await).toList();

        assertThat(findings.all()).isEmpty();
        assertThat(answers).filteredOn(answer -> answer.status() == 200).hasSize(1);
        assertThat(answers)
                .filteredOn(answer -> answer.status() != 200)
                .hasSize(REFUNDS - 1)
                .allMatch(answer -> answer.errorCode().equals("IR_13"));
        MERCHANT.await(
                paymentId,
                SOON,
                payment ->
                        payment.json()
                                .path("refunds")
                                .path(0)
                                .path("status")
                                .asString("")
                                .equals("succeeded"));
        assertThat(ProviderLedger.ledgerOf(paymentId))
                .isEqualTo(List.of("authorize 6540", "capture 6540", "refund 3924"));
    }

    /** Each under a key and a refund id of its own, repeated until it is answered. */
    private static ApiAnswer refund(String paymentId, int number, ChaosFindings findings) {
        var body =
                "{\"payment_id\": \"%s\", \"amount\": 3924, \"refund_id\": \"race_%d_%s\"}"
                        .formatted(paymentId, number, paymentId);
        return new PatientMerchant(MERCHANT, paymentId, findings).post("/refunds", body);
    }
}
