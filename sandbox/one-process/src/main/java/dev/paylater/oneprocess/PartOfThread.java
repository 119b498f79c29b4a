package dev.paylater.oneprocess;

import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.sift.AbstractDiscriminator;

/**
 * Tells Logback to which part a line belongs. Classes do not tell: most are shared. A thread
 * belongs to the part of the one that has started it.
 */
public final class PartOfThread extends AbstractDiscriminator<ILoggingEvent> {
    static final String NONE = "one-process";

    private static final InheritableThreadLocal<String> PART = new InheritableThreadLocal<>();

    /** From now on this thread, and those that it starts, belong to the part. */
    static void is(ProcessPart part) {
        PART.set(part.label());
    }

    @Override
    public String getDiscriminatingValue(ILoggingEvent event) {
        var part = PART.get();
        return part == null ? NONE : part;
    }

    @Override
    public String getKey() {
        return "part";
    }
}
