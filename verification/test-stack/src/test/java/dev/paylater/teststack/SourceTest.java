package dev.paylater.teststack;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class SourceTest {

    @Test
    void the_property_decides_whatever_docker_says() {
        assertThat(Source.choose("containers")).isEqualTo(Source.CONTAINERS);
        assertThat(Source.choose("local")).isEqualTo(Source.LOCAL);
    }

    @Test
    void a_misspelt_property_is_refused() {
        assertThatThrownBy(() -> Source.choose("container"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("containers or local, not container");
    }
}
