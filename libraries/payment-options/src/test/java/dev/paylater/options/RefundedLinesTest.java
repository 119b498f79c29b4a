package dev.paylater.options;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RefundedLinesTest {

    /** Two lamps, a book, a voucher; a parcel of 5.95 and a fee of 1.00 are beside them. */
    private static final RefundedLines ORDER =
            RefundedLines.of(
                    """
                    [{"product_name": "Lamp", "product_id": "L-1", "quantity": 2, "amount": 11900},
                     {"product_name": "Book", "amount": 1500},
                     {"product_name": "Voucher", "quantity": 1, "amount": -2500}]\
                    """,
                    11_595);

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "a lamp | {'product_id': 'L-1', 'product_name': 'A lamp', 'amount': 5950}",
                "both | {'product_id': 'L-1', 'quantity': 2, 'amount': 11900}",
                "by its name | {'product_name': 'Lamp', 'quantity': 2, 'amount': 11900}",
                "another id | {'product_id': 'L-9', 'product_name': 'Lamp', 'amount': 1}",
                "no id in the order | {'product_name': 'Book', 'amount': 1500}",
                "a part of the voucher | {'product_name': 'Voucher', 'amount': -1250}",
                "the parcel and the fee | {'product_name': 'Shipping', 'amount': 695}",
                "what the merchant keeps | {'product_name': 'Return fee', 'amount': -495}"
            })
    void lines_of_the_order_can_be_given_back(String what, String line) {
        assertThat(ORDER.problemOf(lines(line))).as(what).isNull();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{'product_id': 'L-1', 'amount': 11901} | The refund exceeds what is left of the"
                        + " line L-1: 11900",
                "{'product_id': 'L-1', 'quantity': 3, 'amount': 3} | The order has 2 of the line"
                        + " L-1, the refund 3",
                "{'product_id': 'L-1', 'amount': -1} | The refund exceeds what is left of the line"
                        + " L-1: 11900",
                "{'product_name': 'Voucher', 'amount': -2501} | The refund exceeds what is left of"
                        + " the line Voucher: -2500",
                "{'product_name': 'Voucher', 'amount': 1} | The refund exceeds what is left of the"
                        + " line Voucher: -2500",
                "{'product_name': 'Radio', 'amount': 696} | Lines that the payment does not have"
                        + " exceed what is left beside its lines: 695"
            })
    void more_than_a_line_has_cannot(String line, String problem) {
        assertThat(ORDER.problemOf(lines(line))).isEqualTo(problem);
    }

    @Test
    void the_lines_of_one_refund_and_those_of_earlier_ones_add_up() {
        var lamp = "{'product_id': 'L-1', 'quantity': 1, 'amount': 5950}";
        assertThat(ORDER.problemOf(lines(lamp + "," + lamp))).isNull();
        assertThat(ORDER.problemOf(lines(lamp + "," + lamp + "," + lamp))).contains("L-1: 11900");
        var rest = ORDER.lessOf(List.of(lines(lamp), lines("{'amount': 600}")));
        assertThat(rest.problemOf(lines(lamp))).isNull();
        assertThat(rest.problemOf(lines(lamp + "," + lamp))).contains("L-1: 5950");
        assertThat(rest.problemOf(lines("{'product_name': 'Shipping', 'amount': 96}")))
                .contains("beside its lines: 95");
        assertThat(rest.lessOf(List.of(lines(lamp))).problemOf(lines(lamp))).contains("L-1: 0");
    }

    @Test
    void of_an_order_without_lines_anything_can_be_given_back() {
        assertThat(RefundedLines.of(null, 6_540).problemOf(lines("{'amount': 6540}"))).isNull();
        assertThat(RefundedLines.of("[]", 6_540).problemOf(lines("{'amount': 6541}"))).isNotNull();
    }

    @Test
    void amounts_without_end_stay_at_the_end() {
        var most = "{'amount': " + Long.MAX_VALUE + "}";
        assertThat(RefundedLines.sum(lines(most + "," + most))).isEqualTo(Long.MAX_VALUE);
        assertThat(RefundedLines.sum(lines("{'amount': 5}, {'amount': -2}, {}"))).isEqualTo(3);
        assertThat(ORDER.problemOf(lines(most + "," + most))).contains("beside its lines: 695");
    }

    private static String lines(String lines) {
        return "[" + lines.replace('\'', '"') + "]";
    }
}
