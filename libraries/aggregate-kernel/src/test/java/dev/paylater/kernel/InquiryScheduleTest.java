package dev.paylater.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class InquiryScheduleTest {

    private static final Instant REQUESTED = Instant.parse("2026-01-01T00:00:00Z");
    private static final InquirySchedule SCHEDULE = new InquirySchedule(Duration.ofSeconds(1), 4);

    @ParameterizedTest
    @CsvSource({
        "0, 1000",
        "3999, 1000",
        "4000, 1000",
        "4001, 1000",
        "4003, 1000",
        "4004, 1001",
        "40000, 10000",
        "1200000, 300000",
        "1200004, 300000",
        "86399999, 300000",
        "86400000, 3600000",
        "864000000, 3600000",
    })
    void a_quarter_of_the_time_since_the_request_passes_until_the_next_inquiry(
            long ageMillis, long waitMillis) {
        var now = REQUESTED.plusMillis(ageMillis);
        assertThat(SCHEDULE.next(REQUESTED, now)).isEqualTo(now.plusMillis(waitMillis));
    }

    @ParameterizedTest
    @CsvSource({"500, 1000", "1000, 1000", "2000, 2000", "3600000, 3600000", "3600001, 3600000"})
    void the_time_that_a_provider_names_is_waited_for_up_to_an_hour(
            long namedMillis, long waitMillis) {
        assertThat(SCHEDULE.next(REQUESTED, REQUESTED.plusMillis(namedMillis), REQUESTED))
                .isEqualTo(REQUESTED.plusMillis(waitMillis));
        assertThat(SCHEDULE.next(REQUESTED, null, REQUESTED)).isEqualTo(REQUESTED.plusSeconds(1));
    }

    @Test
    void a_request_is_retried_for_less_than_a_minute() {
        assertThat(InquirySchedule.mayRetry(REQUESTED, REQUESTED.plusMillis(59_999))).isTrue();
        assertThat(InquirySchedule.mayRetry(REQUESTED, REQUESTED.plusMillis(60_000))).isFalse();
    }

    @Test
    void a_request_without_an_answer_is_asked_about_after_its_lifetime() {
        assertThat(InquirySchedule.requestOverAt(REQUESTED)).isEqualTo(REQUESTED.plusSeconds(95));
        assertThat(InquirySchedule.lastCall(REQUESTED)).isEqualTo(REQUESTED.plusSeconds(60));
        assertThat(InquirySchedule.requestOverAfter(REQUESTED.plusSeconds(60)))
                .isEqualTo(REQUESTED.plusSeconds(95));
    }
}
