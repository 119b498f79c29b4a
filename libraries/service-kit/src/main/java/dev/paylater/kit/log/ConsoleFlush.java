package dev.paylater.kit.log;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import ch.qos.logback.core.ConsoleAppender;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;

/**
 * Writes the lines of a moment to the console together: a payment has four lines, and each would be
 * a system call. Warnings and errors go at once, with all lines before them. A process that is
 * killed loses the lines of its last tenth of a second at most.
 */
final class ConsoleFlush extends AppenderBase<ILoggingEvent> {

    private static final Duration LATEST = Duration.ofMillis(100);

    /** System.out would write each line by itself, whatever the appender says. */
    private final OutputStream lines;

    private ConsoleFlush(OutputStream console) {
        this.lines =
                new BufferedOutputStream(console) {
                    @Override
                    public void close() throws IOException {
                        // The process may print after its last line.
                        flush();
                    }
                };
    }

    /** Follows an appender to the console, whose lines it collects from now on. */
    static ConsoleFlush after(ConsoleAppender<ILoggingEvent> appender, OutputStream console) {
        var flush = new ConsoleFlush(console);
        flush.setContext(appender.getContext());
        flush.setName("flush");
        flush.start();
        appender.setImmediateFlush(false);
        appender.setOutputStream(flush.lines);
        Thread.ofPlatform().daemon().name("log-flush").start(flush::repeat);
        Runtime.getRuntime().addShutdownHook(new Thread(flush::flush));
        return flush;
    }

    @Override
    protected void append(ILoggingEvent event) {
        if (event.getLevel().isGreaterOrEqual(Level.WARN)) {
            flush();
        }
    }

    private void repeat() {
        while (isStarted()) {
            try {
                Thread.sleep(LATEST);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return;
            }
            flush();
        }
    }

    private void flush() {
        try {
            lines.flush();
        } catch (IOException e) {
            addError("The console cannot be written to", e);
        }
    }
}
