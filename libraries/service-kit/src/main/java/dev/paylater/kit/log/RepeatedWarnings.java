package dev.paylater.kit.log;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.turbo.TurboFilter;
import ch.qos.logback.core.spi.FilterReply;
import dev.paylater.kit.OnceAMinute;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Marker;

/**
 * Lets a warning through once a minute for each cause, whoever logs it: what is away is tried again
 * many times a second, by us and by the clients of Kafka and MongoDB. The cause of a warning is its
 * sentence with what comes last in it, which is the failure; what comes before names one of many
 * things that fail for it. Errors are never left out: somebody has to act on each.
 */
final class RepeatedWarnings extends TurboFilter {

    private final OnceAMinute due;

    RepeatedWarnings(LongSupplier nanoTime) {
        this.due = new OnceAMinute(nanoTime);
    }

    private record Cause(String logger, String sentence, String failure) {}

    @Override
    public FilterReply decide(
            @Nullable Marker marker,
            Logger logger,
            Level level,
            @Nullable String format,
            Object @Nullable [] arguments,
            @Nullable Throwable failure) {
        if (level.levelInt != Level.WARN_INT
                || format == null
                || logger.getEffectiveLevel().levelInt > Level.WARN_INT) {
            return FilterReply.NEUTRAL;
        }
        var cause = new Cause(logger.getName(), format, last(arguments, failure));
        return due.isDue(cause) ? FilterReply.NEUTRAL : FilterReply.DENY;
    }

    private static String last(Object @Nullable [] arguments, @Nullable Throwable failure) {
        if (failure != null) {
            return failure.toString();
        }
        return arguments == null || arguments.length == 0
                ? ""
                : String.valueOf(arguments[arguments.length - 1]);
    }
}
