package dev.paylater.options;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CarriedOptionsTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{\"a\":\"1\"} | {\"b\":2} | {\"a\":\"1\",\"b\":2}",
                "{\"a\":\"1\",\"b\":2} | {\"a\":\"3\"} | {\"a\":\"3\",\"b\":2}",
                "{\"a\":\"1\",\"b\":2} | {\"a\":\"\"} | {\"b\":2}",
                "{\"a\":\"1\"} | {\"a\":\"\"} | {}",
                "{\"a\":\"1\"} | {\"b\":\"\"} | {\"a\":\"1\"}",
                "{\"a\":{\"x\":1}} | {\"a\":{\"y\":2}} | {\"a\":{\"y\":2}}",
                "{\"a\":\"1\"} | {} | {\"a\":\"1\"}",
            })
    void an_update_changes_the_keys_of_metadata_that_it_names(
            String before, String update, String after) {
        assertThat(
                        CarriedOptions.merge(
                                Map.of("metadata", before, "email", "\"a@b\""),
                                Map.of("metadata", update)))
                .isEqualTo(Map.of("metadata", after, "email", "\"a@b\""));
    }

    @Test
    void another_field_is_replaced_as_a_whole() {
        assertThat(
                        CarriedOptions.merge(
                                Map.of("shipping", "{\"email\":\"a\"}"),
                                Map.of("shipping", "{\"address\":{}}", "unknown", "1")))
                .isEqualTo(Map.of("shipping", "{\"address\":{}}", "unknown", "1"));
    }

    @Test
    void what_is_set_to_null_is_removed() {
        var before = Map.of("metadata", "{\"a\":1}", "description", "\"a\"", "email", "\"b\"");
        var change = Map.of("metadata", "null", "description", "null", "shipping", "null");

        assertThat(CarriedOptions.merge(before, change)).isEqualTo(Map.of("email", "\"b\""));
        assertThat(CarriedOptions.findTooLarge(before, change)).isEmpty();
    }

    @Test
    void metadata_that_is_no_object_is_replaced() {
        assertThat(CarriedOptions.merge(Map.of("metadata", "1"), Map.of("metadata", "{\"a\":1}")))
                .isEqualTo(Map.of("metadata", "{\"a\":1}"));
        assertThat(CarriedOptions.merge(Map.of("metadata", "{\"a\":1}"), Map.of("metadata", "2")))
                .isEqualTo(Map.of("metadata", "2"));
    }

    @Test
    void fifty_keys_are_not_too_many_and_one_more_is() {
        var before = Map.of("metadata", keys(0, 49), "split_payments", keys(0, 60));
        assertThat(CarriedOptions.findTooLarge(before, Map.of("metadata", keys(49, 50)))).isEmpty();
        assertThat(CarriedOptions.findTooLarge(before, Map.of("metadata", keys(49, 51))))
                .contains("metadata");
        assertThat(CarriedOptions.findTooLarge(before, Map.of("split_payments", keys(0, 60))))
                .isEmpty();
    }

    private static String keys(int from, int to) {
        return IntStream.range(from, to)
                .mapToObj(i -> "\"k" + i + "\":1")
                .collect(Collectors.joining(",", "{", "}"));
    }
}
