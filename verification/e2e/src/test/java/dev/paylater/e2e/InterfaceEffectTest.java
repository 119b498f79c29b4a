package dev.paylater.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Stream;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every field of a request and every query parameter does something that is seen from outside: at
 * the provider, in the status, in what the service computes, or in how the next call is answered.
 * Left out, it is not seen any more.
 */
@ExtendWith(RunningStack.class)
class InterfaceEffectTest {

    static final String ROWS = "effects.txt";

    static Stream<Arguments> rows() {
        return InterfaceRows.of(ROWS).stream().map(r -> Arguments.of(r[0], r[1], r[2], r[3]));
    }

    @ParameterizedTest(name = "{0}: {1} {2}")
    @MethodSource("rows")
    @Execution(ExecutionMode.CONCURRENT)
    void a_field_has_an_effect_and_without_it_there_is_none(
            String row, String specimen, String pointer, String form) {
        assertThat(Specimens.get(specimen).at(pointer).toString()).as(row).matches(form);
        assertThat(withoutIt(row, specimen, pointer)).as("without " + row).doesNotMatch(form);
    }

    /** Empty when the request is refused then, or what it is to bring about does not happen. */
    private static String withoutIt(String row, String specimen, String pointer) {
        try {
            return Specimens.without(row, specimen).at(pointer).toString();
        } catch (AssertionError _) {
            return "";
        }
    }
}
