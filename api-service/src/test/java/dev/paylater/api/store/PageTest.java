package dev.paylater.api.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.paylater.api.error.ApiException;
import dev.paylater.api.error.Problem;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PageTest {

    @Test
    void a_page_has_ten_entries_unless_another_number_is_wanted() {
        assertThat(Page.limit(null)).isEqualTo(10);
        assertThat(Page.limit("1")).isOne();
        assertThat(Page.limit("100")).isEqualTo(100);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "0", "101", "-1", "ten", "1.5", "4294967297"})
    void no_page_is_empty_or_has_more_than_a_hundred(String limit) {
        var refused = catchThrowableOfType(ApiException.class, () -> Page.limit(limit));
        assertThat(refused.fields())
                .containsExactly(
                        Problem.inconsistent("limit", "limit must be a number from 1 to 100"));
    }
}
