package dev.paylater.kit.log;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.Appender;
import ch.qos.logback.core.ConsoleAppender;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.InitializingBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Keeps the log of a service readable while something is away, and cheap while nothing is. */
@Configuration(proxyBeanMethods = false)
public class LogConfiguration {

    /** Once a process, however many services run in it. */
    @Bean
    InitializingBean repeatedWarnings() {
        return () -> {
            if (LoggerFactory.getLogger(Logger.ROOT_LOGGER_NAME) instanceof Logger root) {
                install(root, new FileOutputStream(FileDescriptor.out));
            }
        };
    }

    static synchronized void install(Logger root, OutputStream stdout) {
        for (var appender : appenders(root)) {
            if (appender.getCopyOfAttachedFiltersList().stream()
                    .anyMatch(RepeatedWarnings.class::isInstance)) {
                continue;
            }
            appender.addFilter(new RepeatedWarnings(System::nanoTime));
            if (appender instanceof ConsoleAppender<ILoggingEvent> console) {
                root.addAppender(ConsoleFlush.after(console, stdout));
            }
        }
    }

    private static List<Appender<ILoggingEvent>> appenders(Logger root) {
        var found = new ArrayList<Appender<ILoggingEvent>>();
        root.iteratorForAppenders().forEachRemaining(found::add);
        return found;
    }
}
