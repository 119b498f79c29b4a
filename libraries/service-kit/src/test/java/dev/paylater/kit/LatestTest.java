package dev.paylater.kit;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class LatestTest {

    private final Latest<String, Integer> latest = new Latest<>(2);

    @Test
    void the_entry_that_was_used_longest_ago_goes_first() {
        latest.put("a", 1);
        latest.put("b", 2);
        latest.find("a");
        latest.put("c", 3);

        assertThat(latest.find("b")).isNull();
        assertThat(latest.find("a")).isEqualTo(1);
        assertThat(latest.find("c")).isEqualTo(3);
    }

    @Test
    void an_entry_that_is_put_again_takes_no_other_place() {
        latest.put("a", 1);
        latest.put("b", 2);
        latest.put("a", 3);

        assertThat(latest.find("a")).isEqualTo(3);
        assertThat(latest.find("b")).isEqualTo(2);
    }

    @Test
    void an_entry_that_is_removed_is_gone() {
        latest.put("a", 1);
        latest.remove("a");

        assertThat(latest.find("a")).isNull();
    }
}
