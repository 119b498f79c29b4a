package dev.paylater.connector.kit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

final class TaxesTest {

    private static final Context TAXED =
            Contexts.of(Operation.CAPTURE)
                    .withTerms(
                            new Fields(
                                    Map.of(
                                            "order_details",
                                            """
                                            [{"total_tax_amount": 300}, {"total_tax_amount": 19},
                                             {"total_tax_amount": -5}, {}]\
                                            """)));

    @Test
    void the_tax_of_an_amount_is_that_of_the_lines_unless_it_is_no_part_of_it() {
        assertThat(Taxes.of(TAXED, 2000)).isEqualTo(319);
        assertThat(Taxes.of(TAXED, 320)).isEqualTo(319);
        assertThat(Taxes.of(TAXED, 319)).isZero();
    }

    @Test
    void the_taxes_of_all_parts_make_the_tax() {
        assertThat(Taxes.ofPart(TAXED, 0, 700)).isEqualTo(111);
        assertThat(Taxes.ofPart(TAXED, 700, 700)).isEqualTo(112);
        assertThat(Taxes.ofPart(TAXED, 1400, 600)).isEqualTo(96);
        assertThat(Taxes.ofPart(TAXED, 0, 2000)).isEqualTo(319);
        assertThat(Taxes.ofPart(TAXED.withAuthorizedAmount(0), 0, 700)).isZero();
    }
}
