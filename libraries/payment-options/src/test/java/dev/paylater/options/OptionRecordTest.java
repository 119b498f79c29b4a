package dev.paylater.options;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class OptionRecordTest {

    /** Its amount is 0 for readers who do not ask whether there is one. */
    public record Order(@Nullable Long amount, @Nullable String orderTaxName, List<String> tags) {

        public Order {
            if (tags.size() > 1) {
                throw new IllegalArgumentException("one tag at most");
            }
        }

        @Override
        public Long amount() {
            return amount == null ? 0 : amount;
        }
    }

    private static final OptionRecord<Order> ORDERS = OptionRecord.of(Order.class);
    private static final Order ORDER = new Order(null, "VAT", List.of("a"));

    @Test
    void a_value_is_read_by_the_interfaces_name_and_as_it_was_given() {
        assertThat(ORDERS.value(ORDER, "order_tax_name")).isEqualTo("VAT");
        assertThat(ORDERS.value(ORDER, "tags")).isEqualTo(List.of("a"));
        assertThat(ORDERS.value(ORDER, "amount")).isNull();
        assertThat(ORDERS.value(ORDER, "orderTaxName")).isNull();
    }

    @Test
    void the_fields_of_a_record_are_those_with_a_value() {
        assertThat(ORDERS.fieldsOf(ORDER)).containsExactlyInAnyOrder("order_tax_name", "tags");
        assertThat(ORDERS.fieldsOf(new Order(0L, null, List.of())))
                .containsExactlyInAnyOrder("amount", "tags");
    }

    @Test
    void a_record_is_made_of_the_values_of_its_fields() {
        var values = Map.of("amount", 5L, "tags", List.of("b"));

        assertThat(ORDERS.make((field, _) -> values.get(field)))
                .isEqualTo(new Order(5L, null, List.of("b")));
    }

    @Test
    void a_source_is_told_the_type_that_a_field_has() {
        assertThat(
                        ORDERS.make(
                                (_, type) ->
                                        type == Long.class
                                                ? 7L
                                                : type == String.class ? "VAT" : List.of()))
                .isEqualTo(new Order(7L, "VAT", List.of()));
    }

    @Test
    void two_records_are_merged_by_their_fields() {
        var change = new Order(9L, null, List.of("c"));

        assertThat(
                        ORDERS.make(
                                (field, _) -> {
                                    var changed = ORDERS.value(change, field);
                                    return changed == null ? ORDERS.value(ORDER, field) : changed;
                                }))
                .isEqualTo(new Order(9L, "VAT", List.of("c")));
    }

    @Test
    void a_record_that_refuses_its_values_is_not_made() {
        assertThatThrownBy(
                        () ->
                                ORDERS.make(
                                        (_, type) -> type == List.class ? List.of("a", "b") : null))
                .isInstanceOf(IllegalStateException.class);
    }
}
