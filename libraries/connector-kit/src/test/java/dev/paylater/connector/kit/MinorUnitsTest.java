package dev.paylater.connector.kit;

import static dev.paylater.connector.kit.Contexts.json;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class MinorUnitsTest {

    @Test
    void money_is_a_text_with_its_currency() {
        assertThat(MinorUnits.money(1234, "EUR").json())
                .hasToString("{\"amount\":\"12.34\",\"currency\":\"EUR\"}");
        assertThat(MinorUnits.money(5, "KWD").json())
                .hasToString("{\"amount\":\"0.005\",\"currency\":\"KWD\"}");
    }

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

    @ParameterizedTest
    @CsvSource({"12.34, EUR, 1234", "12, EUR, 1200", "300, JPY, 300"})
    void a_json_number_is_a_decimal(String number, String currency, long minor) {
        assertThat(MinorUnits.ofNumber(json("[" + number + "]").path(0), currency))
                .isEqualTo(minor);
    }

    @ParameterizedTest
    @CsvSource({"'12.34', 1234", "12.34, 1234", "'300', 30000"})
    void a_text_may_be_a_decimal_too(String text, long minor) {
        assertThat(MinorUnits.ofText(json("['" + text + "']").path(0), "EUR")).isEqualTo(minor);
    }

    @ParameterizedTest
    @ValueSource(strings = {"'12.34'", "null", "{}", "true"})
    void what_is_no_json_number_is_no_amount(String json) {
        assertThatThrownBy(() -> MinorUnits.ofNumber(json("[" + json + "]").path(0), "EUR"))
                .isInstanceOf(UnreadableAnswer.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"'twelve'", "''", "null", "{}"})
    void what_is_no_decimal_is_no_amount(String json) {
        assertThatThrownBy(() -> MinorUnits.ofText(json("[" + json + "]").path(0), "EUR"))
                .isInstanceOf(UnreadableAnswer.class);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{'amount': 12.34, 'currency': 'EUR'}",
                "{'amount': '12.34', 'currency': 'EUR'}"
            })
    void money_is_an_amount_in_the_payments_currency(String money) {
        var context = Contexts.of(Operation.CAPTURE);

        assertThat(MinorUnits.ofMoney(json(money), context)).isEqualTo(1234);
        assertThat(MinorUnits.ofMoney(json(money), null)).isEqualTo(1234);
        assertThatThrownBy(() -> MinorUnits.ofMoney(json(money), context.withCurrency("SEK")))
                .isInstanceOf(UnreadableAnswer.class)
                .hasMessage("an amount is not in SEK");
    }

    @Test
    void money_without_a_currency_is_no_amount() {
        assertThatThrownBy(() -> MinorUnits.ofMoney(json("{'amount': 12}"), null))
                .isInstanceOf(UnreadableAnswer.class);
    }
}
