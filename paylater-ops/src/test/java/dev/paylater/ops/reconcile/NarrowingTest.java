package dev.paylater.ops.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Which differences are reported for one merchant, or since a time. */
class NarrowingTest {

    private static final Set<String> KNOWN = Set.of("m/pay_1", "m/pay_2", "other/pay_3");
    private static final Set<String> CHANGED = Set.of("m/pay_2", "other/pay_3");

    private static final List<Difference> ALL =
            Stream.of("m/pay_1", "m/pay_2/ref_1", "pay_2", "other/pay_3", "pay_3", "mm/pay_1")
                    .map(id -> new Difference(id, ReconciliationRule.RECEIVED, "differs"))
                    .toList();

    private static List<String> reported(Narrowing narrowing) {
        return ALL.stream()
                .filter(difference -> narrowing.includes(difference, KNOWN, CHANGED))
                .map(Difference::payment)
                .toList();
    }

    @Test
    void without_options_everything_is_reported() {
        assertThat(reported(Narrowing.NONE)).hasSize(ALL.size());
    }

    @Test
    void of_a_merchant_its_payments_refunds_and_ledger_are_reported_and_no_other_ones() {
        assertThat(reported(new Narrowing("m", null)))
                .containsExactly("m/pay_1", "m/pay_2/ref_1", "pay_2");
    }

    @Test
    void since_a_time_what_has_changed_is_reported() {
        assertThat(reported(new Narrowing(null, Instant.EPOCH)))
                .containsExactly("m/pay_2/ref_1", "pay_2", "other/pay_3", "pay_3");
        assertThat(reported(new Narrowing("other", Instant.EPOCH)))
                .containsExactly("other/pay_3", "pay_3");
    }

    @Test
    void what_only_the_provider_knows_is_always_reported() {
        var stranger =
                new Difference("pay_9", ReconciliationRule.PAYMENT_ONLY_AT_PROVIDER, "unknown");
        assertThat(new Narrowing("m", Instant.EPOCH).includes(stranger, KNOWN, CHANGED)).isTrue();
    }
}
