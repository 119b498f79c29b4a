package dev.paylater.options;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LinkLifetimeTest {

    private static final Instant CREATED = Instant.parse("2026-11-28T08:00:00Z");

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "a day without a configuration | 2026-11-28T08:15:00Z | | 2026-11-29T08:00:00Z",
                "a day without a lifetime | 2026-11-28T08:15:00Z | {\"theme\": \"#123456\"} |"
                        + " 2026-11-29T08:00:00Z",
                "as long as a longer session | 2026-12-05T08:00:00Z | | 2026-12-05T08:00:00Z",
                "as long as it says | 2026-11-28T08:15:00Z | {\"expires_in\": 604800} |"
                        + " 2026-12-05T08:00:00Z",
                "shorter than the session | 2026-11-28T08:15:00Z | {\"expires_in\": 60} |"
                        + " 2026-11-28T08:01:00Z",
                "written as a decimal | 2026-11-28T08:15:00Z | {\"expires_in\": 60.0} |"
                        + " 2026-11-28T08:01:00Z",
            })
    void a_link_ends(String case_, Instant sessionEnd, @Nullable String config, Instant end) {
        assertThat(LinkLifetime.end(CREATED, sessionEnd, config)).as(case_).isEqualTo(end);
    }

    @Test
    void a_link_that_is_ended_keeps_the_rest_of_its_configuration() {
        var now = Instant.parse("2026-11-28T09:00:00.900Z");
        var ended = LinkLifetime.endedBy(now, CREATED, "{\"seller_name\":\"Lamps\"}");
        assertThat(ended).isEqualTo("{\"seller_name\":\"Lamps\",\"expires_in\":3600}");
        assertThat(LinkLifetime.end(CREATED, CREATED.plusSeconds(900), ended))
                .isBeforeOrEqualTo(now);
        assertThat(LinkLifetime.endedBy(CREATED, CREATED, null)).isEqualTo("{\"expires_in\":0}");
    }
}
