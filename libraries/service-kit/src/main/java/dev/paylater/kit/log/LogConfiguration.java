package dev.paylater.kit.log;

import ch.qos.logback.classic.LoggerContext;
import org.slf4j.ILoggerFactory;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.InitializingBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Keeps the log of a service readable while something is away. */
@Configuration(proxyBeanMethods = false)
public class LogConfiguration {

    /** Once a process, however many services run in it. */
    @Bean
    InitializingBean repeatedWarnings() {
        return () -> install(LoggerFactory.getILoggerFactory());
    }

    private static void install(ILoggerFactory factory) {
        if (factory instanceof LoggerContext loggers
                && loggers.getTurboFilterList().stream()
                        .noneMatch(RepeatedWarnings.class::isInstance)) {
            loggers.addTurboFilter(new RepeatedWarnings(System::nanoTime));
        }
    }
}
