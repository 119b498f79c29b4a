package dev.paylater.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Stream;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Every field of an answer, as it is at a payment that has it. */
@ExtendWith(RunningStack.class)
class InterfaceAnswerTest {

    static final String ROWS = "answers.txt";

    static Stream<Arguments> rows() {
        return InterfaceRows.of(ROWS).stream().map(r -> Arguments.of(r[0], r[2], r[3], r[4]));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("rows")
    void a_field_is_given(String row, String specimen, String pointer, String form) {
        var node = Specimens.get(specimen).at(pointer);
        assertThat(node.isMissingNode()).as(row + " is there").isFalse();
        assertThat(node.toString()).as(row).matches(form);
    }
}
