package dev.paylater.kit.log;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import org.junit.jupiter.api.Test;

class LogConfigurationTest {

    private final Logger root = new LoggerContext().getLogger(Logger.ROOT_LOGGER_NAME);
    private final ListAppender<ILoggingEvent> lines = new ListAppender<>();

    @Test
    void a_second_service_of_a_process_installs_nothing_twice() {
        lines.start();
        root.addAppender(lines);
        LogConfiguration.install(root);
        LogConfiguration.install(root);

        assertThat(lines.getCopyOfAttachedFiltersList()).hasSize(1);
        root.warn("once");
        root.warn("once");
        assertThat(lines.list).hasSize(1);
    }
}
