package dev.paylater.oneprocess;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.sift.SiftingAppender;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.Appender;
import ch.qos.logback.core.ConsoleAppender;
import ch.qos.logback.core.Context;
import ch.qos.logback.core.encoder.Encoder;
import java.util.Map;
import org.slf4j.LoggerFactory;
import org.springframework.boot.logging.logback.StructuredLogEncoder;
import org.springframework.core.env.Environment;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.StandardEnvironment;

/**
 * The log on standard output, as containers have it: in the form of the Elastic Common Schema, in
 * which {@code service.name} says which part a line is of, as it does where each service is a
 * process.
 */
final class ConsoleLog {
    private ConsoleLog() {}

    /** Sends all lines to standard output instead of to the files of logback.xml. */
    static void install() {
        var context = (LoggerContext) LoggerFactory.getILoggerFactory();
        var parts = new SiftingAppender();
        parts.setContext(context);
        parts.setName("parts");
        var discriminator = new PartOfThread();
        discriminator.start();
        parts.setDiscriminator(discriminator);
        parts.setAppenderFactory(ConsoleLog::console);
        parts.start();
        var root = context.getLogger(Logger.ROOT_LOGGER_NAME);
        root.detachAndStopAllAppenders();
        root.addAppender(parts);
    }

    private static Appender<ILoggingEvent> console(Context context, String part) {
        var console = new ConsoleAppender<ILoggingEvent>();
        console.setContext(context);
        console.setName(part);
        console.setEncoder(structured(context, part));
        console.start();
        return console;
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
