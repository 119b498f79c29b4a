package dev.paylater.e2e.bench;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylater.e2e.RunningStack;
import dev.paylater.e2e.StoredDocuments;
import dev.paylater.e2e.bench.ScenarioCatalogue.Preparation;
import java.io.PrintWriter;
import java.io.Writer;
import java.time.Duration;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Scenarios do their work without an error, small and for a moment; not those that start processes
 * of their own, have hundreds of clients or load at a fixed rate for longer.
 */
@ExtendWith(RunningStack.class)
class ScenariosTest {

    private static final Duration MOMENT = Duration.ofSeconds(1);
    private static final Preparation SMALL = new Preparation(20, 40);
    private static final int STORED = 20;

    static Stream<String> closed() {
        return Stream.of(
                "confirm",
                "confirm-1",
                "authorize-capture",
                "get",
                "list",
                "refund",
                "hot-payment");
    }

    /** No event has told of the copies, which a comparison of all books would find. */
    @AfterAll
    static void take_the_copies_away() {
        try (var store = new StoredDocuments()) {
            store.remove(StoredPayments.customer(0));
        }
    }

    @ParameterizedTest
    @MethodSource("closed")
    void works(String name) {
        var stored =
                name.equals("get")
                        ? StoredPayments.fill(STORED, new PrintWriter(Writer.nullWriter()))
                        : Stream.<String>of().toList();
        var scenario = Objects.requireNonNull(ScenarioCatalogue.all(stored, SMALL).get(name));

        try (var running = scenario.get()) {
            var round = Round.measure(running, MOMENT, running.processes());

            assertThat(round.done()).isPositive();
            assertThat(round.phases())
                    .allSatisfy(phase -> assertThat(phase.result().firstError()).isNull());
        }
    }
}
