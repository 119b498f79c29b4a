package dev.paylater.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Stream;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Every operation, and every field of an answer, as it is where there is something to show. */
@ExtendWith(RunningStack.class)
class InterfaceAnswerTest {

    static final String ROWS = "answers.txt";

    static Stream<Arguments> rows() {
        return InterfaceRows.of(ROWS).stream().map(r -> Arguments.of(r[0], r[1], r[2], r[3]));
    }

    @ParameterizedTest(name = "{0}: {1} {2}")
    @MethodSource("rows")
    @Execution(ExecutionMode.CONCURRENT)
    void a_field_is_given(String row, String specimen, String pointer, String form) {
        var node = Specimens.get(specimen).at(pointer);
        assertThat(node.isMissingNode()).as(row + " is there").isFalse();
        assertThat(node.toString()).as(row).matches(form);
    }
}
