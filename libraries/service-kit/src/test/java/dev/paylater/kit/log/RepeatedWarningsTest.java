package dev.paylater.kit.log;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class RepeatedWarningsTest {

    private final AtomicLong nanoTime = new AtomicLong();
    private final LoggerContext loggers = new LoggerContext();
    private final Logger log = loggers.getLogger("dev.paylater.Sender");
    private final ListAppender<ILoggingEvent> lines = new ListAppender<>();

    @BeforeEach
    void install() {
        lines.addFilter(new RepeatedWarnings(nanoTime::get));
        lines.start();
        log.addAppender(lines);
    }

    @Test
    void a_thousand_deliveries_that_fail_for_one_cause_are_one_line_a_minute() {
        for (var i = 0; i < 1_000; i++) {
            log.warn("Delivery {} cannot be made: {}", "d_" + i, "Connection refused");
        }
        log.warn("Delivery {} cannot be made: {}", "d_1", "Read timed out");
        nanoTime.addAndGet(TimeUnit.SECONDS.toNanos(60));
        log.warn("Delivery {} cannot be made: {}", "d_7", "Connection refused");

        assertThat(lines.list)
                .extracting(ILoggingEvent::getFormattedMessage)
                .containsExactly(
                        "Delivery d_0 cannot be made: Connection refused",
                        "Delivery d_1 cannot be made: Read timed out",
                        "Delivery d_7 cannot be made: Connection refused");
    }

    @Test
    void a_warning_without_words_of_its_own_is_known_by_its_sentence_and_its_exception() {
        for (var i = 0; i < 10; i++) {
            log.warn("Cannot start reading replies again yet", new IllegalStateException("away"));
        }
        log.warn("Cannot start reading replies again yet", new IllegalStateException("fenced"));

        assertThat(lines.list).hasSize(2);
    }

    @Test
    void an_error_is_never_left_out() {
        for (var i = 0; i < 5; i++) {
            log.error("Dead letter from {}: {}", "payments.commands-0", "unreadable");
        }

        assertThat(lines.list).hasSize(5);
    }

    @Test
    void what_is_no_warning_is_never_left_out() {
        for (var i = 0; i < 5; i++) {
            log.info("Provider call: {}", "http_200");
        }

        assertThat(lines.list).hasSize(5);
    }
}
