package dev.paylater.api.payment;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ClientInquiriesTest {

    private Instant now = Instant.parse("2026-01-01T00:00:00Z");

    private final ClientInquiries inquiries =
            new ClientInquiries(
                    new Clock() {
                        @Override
                        public Instant instant() {
                            return now;
                        }

                        @Override
                        public ZoneId getZone() {
                            return ZoneOffset.UTC;
                        }

                        @Override
                        public Clock withZone(ZoneId zone) {
                            return this;
                        }
                    });

    private long allowed(int times) {
        return IntStream.range(0, times).filter(_ -> inquiries.mayAsk("merchant/payment")).count();
    }

    @Test
    void a_browser_has_the_provider_asked_five_times_a_minute() {
        assertThat(allowed(20)).isEqualTo(5);
        now = now.plus(Duration.ofSeconds(59));
        assertThat(allowed(20)).isZero();
        now = now.plus(Duration.ofSeconds(1));
        assertThat(allowed(3)).isEqualTo(3);
        assertThat(inquiries.mayAsk("merchant/another")).isTrue();
    }

    /** However long the session is: each inquiry is two entries of the payment's history. */
    @Test
    void a_browser_has_the_provider_asked_fifty_times_in_all() {
        var asked = 0L;
        for (var minute = 0; minute < 200; minute++) {
            asked += allowed(4);
            now = now.plus(Duration.ofMinutes(1));
        }
        assertThat(asked).isEqualTo(50);
    }
}
