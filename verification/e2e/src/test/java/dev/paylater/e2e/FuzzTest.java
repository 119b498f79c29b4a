package dev.paylater.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylater.e2e.fuzz.Fuzz;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** A beginning of what {@code ./paylater fuzz --requests 100000} does. */
@ExtendWith(RunningStack.class)
class FuzzTest {

    private static final int REQUESTS = 1000;

    @Test
    void whatever_a_browser_sends_it_breaks_nothing_and_changes_only_what_it_may() {
        var seed = System.currentTimeMillis() % 1_000_000;
        var fuzz = new Fuzz(MerchantClient.BASE, REQUESTS, seed);
        var found = fuzz.run();
        // The first line of a failure is all that a summary shows.
        assertThat(found).as("--seed %d: %s", seed, found).isEmpty();
        assertThat(fuzz.counts().values().stream().mapToLong(Long::longValue).sum())
                .isEqualTo(REQUESTS);
        // Mutants that are all refused would show nothing.
        assertThat(fuzz.counts()).containsKeys(200, 400);
    }
}
