package dev.paylater.oneprocess;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.encoder.PatternLayoutEncoder;
import ch.qos.logback.classic.sift.SiftingAppender;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.Appender;
import ch.qos.logback.core.ConsoleAppender;
import ch.qos.logback.core.Context;
import ch.qos.logback.core.encoder.Encoder;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;
import org.springframework.boot.logging.logback.StructuredLogEncoder;
import org.springframework.core.env.Environment;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.StandardEnvironment;

/**
 * The log on standard output, as containers have it: outside the local profile in the form of the
 * Elastic Common Schema, in which `service.name` says which part a line is of, as it does where each
 * service is a process.
 */
final class ConsoleLog {
    private static final String LINE =
            "%d{yyyy-MM-dd'T'HH:mm:ss.SSSXXX} %5p [%mdc] [%15.15t] %-40.40logger{39} : %m%n";

    private ConsoleLog() {}

    /**
     * Sends all lines to standard output instead of to the files of logback.xml.
     *
     * @param profiles SPRING_PROFILES_ACTIVE
     */
    static void install(@Nullable String profiles) {
        var context = (LoggerContext) LoggerFactory.getILoggerFactory();
        var isLocal = "local".equals(profiles);
        var parts = new SiftingAppender();
        parts.setContext(context);
        parts.setName("parts");
        var discriminator = new PartOfThread();
        discriminator.start();
        parts.setDiscriminator(discriminator);
        parts.setAppenderFactory((of, part) -> console(of, part, isLocal));
        parts.start();
        var root = context.getLogger(Logger.ROOT_LOGGER_NAME);
        root.detachAndStopAllAppenders();
        root.addAppender(parts);
    }

    private static Appender<ILoggingEvent> console(Context context, String part, boolean isLocal) {
        var console = new ConsoleAppender<ILoggingEvent>();
        console.setContext(context);
        console.setName(part);
        console.setEncoder(isLocal ? line(context) : structured(context, part));
        console.start();
        return console;
    }

    private static Encoder<ILoggingEvent> line(Context context) {
        var encoder = new PatternLayoutEncoder();
        encoder.setContext(context);
        encoder.setPattern(LINE);
        encoder.start();
        return encoder;
    }

    private static Encoder<ILoggingEvent> structured(Context context, String part) {
        var environment = new StandardEnvironment();
        environment
                .getPropertySources()
                .addFirst(
                        new MapPropertySource(
                                "part", Map.of("logging.structured.ecs.service.name", part)));
        // Where the encoder looks for it; Spring Boot's logging system, which is off, would put it.
        context.putObject(Environment.class.getName(), environment);
        var encoder = new StructuredLogEncoder();
        encoder.setContext(context);
        encoder.setFormat("ecs");
        encoder.start();
        return encoder;
    }
}
