package dev.paylater.kit.log;

import ch.qos.logback.classic.Logger;
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
        return () -> {
            if (LoggerFactory.getLogger(Logger.ROOT_LOGGER_NAME) instanceof Logger root) {
                install(root);
            }
        };
    }

    static synchronized void install(Logger root) {
        root.iteratorForAppenders()
                .forEachRemaining(
                        appender -> {
                            if (appender.getCopyOfAttachedFiltersList().stream()
                                    .noneMatch(RepeatedWarnings.class::isInstance)) {
                                appender.addFilter(new RepeatedWarnings(System::nanoTime));
                            }
                        });
    }
}
