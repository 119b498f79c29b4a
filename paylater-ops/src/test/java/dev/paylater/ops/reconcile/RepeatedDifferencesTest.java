package dev.paylater.ops.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class RepeatedDifferencesTest {

    private final RepeatedDifferences repeated = new RepeatedDifferences();

    @Test
    void books_that_agree_are_read_once() {
        assertThat(repeated.add(List.of())).isFalse();
        assertThat(repeated.believed()).isEmpty();
    }

    @Test
    void a_difference_is_believed_when_the_next_reading_shows_the_same_amounts() {
        assertThat(repeated.add(List.of(lastEvent("pay_1", 17, 15)))).isTrue();
        assertThat(repeated.add(List.of(lastEvent("pay_1", 17, 15)))).isFalse();
        assertThat(repeated.believed()).containsExactly(lastEvent("pay_1", 17, 15));
    }

    @Test
    void a_payment_that_changed_while_it_was_read_is_not_reported() {
        assertThat(repeated.add(List.of(lastEvent("pay_1", 17, 15)))).isTrue();
        assertThat(repeated.add(List.of())).isFalse();
        assertThat(repeated.believed()).isEmpty();
    }

    @Test
    void other_payments_that_change_in_each_reading_are_not_reported() {
        assertThat(repeated.add(List.of(lastEvent("pay_1", 17, 15)))).isTrue();
        assertThat(repeated.add(List.of(lastEvent("pay_2", 17, 15)))).isTrue();
        assertThat(repeated.add(List.of(lastEvent("pay_1", 19, 17)))).isTrue();
        assertThat(repeated.add(List.of(lastEvent("pay_3", 17, 15)))).isFalse();
        assertThat(repeated.believed()).isEmpty();
    }

    @Test
    void a_lasting_difference_among_payments_that_change_is_reported_alone() {
        repeated.add(List.of(lastEvent("pay_1", 17, 15), lastEvent("pay_2", 3, 2)));
        repeated.add(List.of(lastEvent("pay_1", 17, 15), lastEvent("pay_3", 3, 2)));
        assertThat(repeated.believed()).containsExactly(lastEvent("pay_1", 17, 15));
    }

    @Test
    void a_payment_that_differs_in_every_reading_is_reported_though_it_goes_on() {
        assertThat(repeated.add(List.of(lastEvent("pay_1", 17, 15)))).isTrue();
        assertThat(repeated.add(List.of(lastEvent("pay_1", 19, 17)))).isTrue();
        assertThat(repeated.add(List.of(lastEvent("pay_1", 21, 19)))).isTrue();
        assertThat(repeated.add(List.of(lastEvent("pay_1", 23, 21)))).isFalse();
        assertThat(repeated.believed()).containsExactly(lastEvent("pay_1", 23, 21));
    }

    private static Difference lastEvent(String payment, long published, long recorded) {
        return new Difference(
                payment,
                ReconciliationRule.LAST_SEQUENCE,
                "last event is %s, by what it is made of %s".formatted(published, recorded));
    }
}
