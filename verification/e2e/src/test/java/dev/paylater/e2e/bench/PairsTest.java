package dev.paylater.e2e.bench;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PairsTest {

    @Test
    void the_median_of_nine_pairs_lies_between_the_second_and_the_eighth_with_96_of_100() {
        var before = new double[] {10, 10, 10, 10, 10, 10, 10, 10, 10};
        var after = new double[] {19, 12, 13, 10, 15, 11, 14, 1, 16};

        var pairs = Pairs.of(before, after);

        assertThat(pairs.median()).isEqualTo(1.3);
        assertThat(pairs.low()).isEqualTo(1.0);
        assertThat(pairs.high()).isEqualTo(1.6);
    }

    @Test
    void five_pairs_do_not_end_a_measurement_however_much_they_agree() {
        var same = new double[] {2, 2, 2, 2, 2};

        assertThat(Pairs.of(same, same).intervalWidth()).isInfinite();
    }

    @Test
    void six_pairs_that_agree_have_an_interval_without_width() {
        var same = new double[] {2, 2, 2, 2, 2, 2};

        assertThat(Pairs.of(same, same).intervalWidth()).isZero();
    }
}
