package dev.paylater.kit.log;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.filter.Filter;
import ch.qos.logback.core.spi.FilterReply;
import dev.paylater.kit.OnceAMinute;
import java.util.function.LongSupplier;

/**
 * Lets a warning through once a minute for each cause, whoever logs it: what is away is tried again
 * many times a second, by us and by the clients of Kafka and MongoDB. The cause of a warning is its
 * sentence with what comes last in it, which is the failure; what comes before names one of many
 * things that fail for it. Errors are never left out: somebody has to act on each. It stands at the
 * appenders: a filter for all loggers would be asked about every line that is not logged, too.
 */
final class RepeatedWarnings extends Filter<ILoggingEvent> {

    private final OnceAMinute due;

    RepeatedWarnings(LongSupplier nanoTime) {
        this.due = new OnceAMinute(nanoTime);
    }

    private record Cause(String logger, String sentence, String failure) {}

    @Override
    public FilterReply decide(ILoggingEvent event) {
        if (event.getLevel().levelInt != Level.WARN_INT) {
            return FilterReply.NEUTRAL;
        }
        var cause = new Cause(event.getLoggerName(), event.getMessage(), failure(event));
        return due.isDue(cause) ? FilterReply.NEUTRAL : FilterReply.DENY;
    }

    private static String failure(ILoggingEvent event) {
        var thrown = event.getThrowableProxy();
        if (thrown != null) {
            return thrown.getClassName() + ": " + thrown.getMessage();
        }
        var arguments = event.getArgumentArray();
        return arguments == null || arguments.length == 0
                ? ""
                : String.valueOf(arguments[arguments.length - 1]);
    }
}
