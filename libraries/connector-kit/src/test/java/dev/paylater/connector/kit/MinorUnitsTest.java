package dev.paylater.connector.kit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class MinorUnitsTest {

    @ParameterizedTest
    @CsvSource({
        "1, EUR, 0.01",
        "6540, EUR, 65.40",
        "6540, JPY, 6540",
        "6540, KWD, 6.540",
        "9223372036854775807, EUR, 92233720368547758.07"
    })
    void an_amount_is_the_same_before_and_after(long minor, String currency, String decimal) {
        assertThat(MinorUnits.decimal(minor, currency).toPlainString()).isEqualTo(decimal);
        assertThat(MinorUnits.minor(new BigDecimal(decimal), currency)).isEqualTo(minor);
    }

    @Test
    void trailing_zeros_of_a_provider_do_not_matter() {
        assertThat(MinorUnits.minor(new BigDecimal("65.4000"), "EUR")).isEqualTo(6540);
        assertThat(MinorUnits.minor(new BigDecimal("300"), "EUR")).isEqualTo(30000);
    }

    @Test
    void a_fraction_of_a_minor_unit_is_never_rounded_away() {
        assertThatThrownBy(() -> MinorUnits.minor(new BigDecimal("0.005"), "EUR"))
                .isInstanceOf(UnreadableAnswer.class);
        assertThatThrownBy(() -> MinorUnits.minor(new BigDecimal("1.5"), "JPY"))
                .isInstanceOf(UnreadableAnswer.class);
    }
}
