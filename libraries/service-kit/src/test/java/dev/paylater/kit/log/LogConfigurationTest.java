package dev.paylater.kit.log;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.encoder.PatternLayoutEncoder;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.util.LogbackMDCAdapter;
import ch.qos.logback.core.ConsoleAppender;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class LogConfigurationTest {

    private final LoggerContext loggers = new LoggerContext();
    private final Logger root = loggers.getLogger(Logger.ROOT_LOGGER_NAME);
    private final ByteArrayOutputStream written = new ByteArrayOutputStream();

    @BeforeEach
    void write_to_a_console() {
        loggers.setMDCAdapter(new LogbackMDCAdapter());
        var pattern = new PatternLayoutEncoder();
        pattern.setContext(loggers);
        pattern.setPattern("%m%n");
        pattern.start();
        var console = new ConsoleAppender<ILoggingEvent>();
        console.setContext(loggers);
        console.setEncoder(pattern);
        console.start();
        root.addAppender(console);
        LogConfiguration.install(root, written);
    }

    @AfterEach
    void stop() {
        loggers.stop();
    }

    @Test
    void a_warning_takes_the_lines_before_it_along() {
        root.info("first");
        root.warn("second");

        assertThat(written.toString(UTF_8).lines()).containsExactly("first", "second");
    }

    @Test
    void a_line_that_no_warning_follows_is_written_all_the_same() throws InterruptedException {
        root.info("alone");

        while (written.size() == 0) {
            Thread.sleep(5);
        }
        assertThat(written.toString(UTF_8).lines()).containsExactly("alone");
    }

    @Test
    void a_second_service_of_a_process_installs_nothing_twice() {
        var appenders = count();
        LogConfiguration.install(root, new ByteArrayOutputStream());

        assertThat(count()).isEqualTo(appenders);
        root.warn("once");
        root.warn("once");
        assertThat(written.toString(UTF_8).lines()).containsExactly("once");
    }

    private long count() {
        var found = new ArrayList<Object>();
        root.iteratorForAppenders().forEachRemaining(found::add);
        return found.size();
    }
}
