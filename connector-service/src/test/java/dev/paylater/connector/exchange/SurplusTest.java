package dev.paylater.connector.exchange;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylater.connector.exchange.Surplus.Kept;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class SurplusTest {

    @Test
    void of_an_operation_the_first_and_the_nineteen_newest_stay() {
        var all = operation("a", 22);
        all.addAll(operation("b", 20));

        assertThat(Surplus.among(all)).containsExactly("a1", "a2");
    }

    @Test
    void of_a_payment_the_first_and_the_99_newest_stay() {
        var all = new ArrayList<Kept>();
        List.of("a", "b", "c", "d", "e", "f").forEach(name -> all.addAll(operation(name, 17)));

        assertThat(Surplus.among(all)).containsExactly("a1", "a2");
    }

    private static List<Kept> operation(String name, int exchanges) {
        var kept = new ArrayList<Kept>();
        for (int i = 0; i < exchanges; i++) {
            kept.add(new Kept(name + i, name));
        }
        return kept;
    }
}
