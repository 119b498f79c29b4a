package dev.paylater.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Many refunds of one payment at the same moment. */
@ExtendWith(RunningStack.class)
class RefundRaceTest {

    private static final int REFUNDS = 32;
    private static final MerchantClient MERCHANT = MerchantClient.SANDBOX;

    @Test
    void of_32_refunds_of_sixty_percent_exactly_one_is_made() {
        var paymentId = MERCHANT.pay("", "automatic").expect(200).string("payment_id");
        var body = "{\"payment_id\": \"%s\", \"amount\": 3924}".formatted(paymentId);
        List<Future<ApiAnswer>> requests =
                Crowd.start(REFUNDS, REFUNDS, () -> MERCHANT.post("/refunds", body));
        var answers = requests.stream().map(Crowd::await).toList();
        assertThat(answers).filteredOn(answer -> answer.status() == 200).hasSize(1);
        assertThat(answers)
                .filteredOn(answer -> answer.status() != 200)
                .hasSize(REFUNDS - 1)
                .allMatch(answer -> answer.errorCode().equals("IR_13"));
        assertThat(ProviderLedger.ledgerOf(paymentId))
                .containsExactly("authorize 6540", "capture 6540", "refund 3924");
    }
}
