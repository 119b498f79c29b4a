package dev.paylater.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ServiceLoader;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import picocli.CommandLine.Command;

/** They are found by a file of names, which no compiler reads. */
class SystemProgramsTest {

    @Test
    void each_program_that_the_script_knows_is_found_by_its_name() {
        var names =
                ServiceLoader.load(SystemProgram.class).stream()
                        .map(found -> found.type().getAnnotation(Command.class).name())
                        .collect(Collectors.toSet());

        assertThat(names).containsExactlyInAnyOrder("bench", "chaos", "drill", "fuzz", "gameday");
    }
}
