package dev.paylater.api.console.payment;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.paylater.api.http.Answer;
import dev.paylater.api.session.Session;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Tells one page whenever its payment has changed, as server-sent events. */
final class LiveStream implements Answer.Events {

    private static final Duration LONGEST = Duration.ofMinutes(10);
    private static final Duration BETWEEN_HEARTBEATS = Duration.ofSeconds(15);
    private static final String HEARTBEAT = ":\n\n";
    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("HH:mm:ss", Locale.ENGLISH).withZone(ZoneOffset.UTC);

    private final Session session;
    private final String key;
    private final Instant begun;
    private final Consumer<LiveStream> onClose;
    private long version;
    private @Nullable String next = HEARTBEAT;
    private Instant told;
    private boolean isEnded;

    /**
     * Begins one.
     *
     * @param key of the payment
     * @param version that the page shows
     * @param onClose what happens when it has been written to its end, or nobody listens any more
     */
    LiveStream(
            Session session,
            String key,
            long version,
            Instant begun,
            Consumer<LiveStream> onClose) {
        this.session = session;
        this.key = key;
        this.version = version;
        this.begun = begun;
        this.told = begun;
        this.onClose = onClose;
    }

    String sessionId() {
        return session.sessionId();
    }

    String key() {
        return key;
    }

    synchronized void passTo(Instant now) {
        if (!now.isBefore(begun.plus(LONGEST))) {
            end();
        } else if (next == null && !now.isBefore(told.plus(BETWEEN_HEARTBEATS))) {
            tell(HEARTBEAT, now);
        }
    }

    /** Several changes that were not sent yet are one. */
    synchronized void show(long current, Instant now) {
        if (current != version) {
            version = current;
            tell("event: changed\ndata: " + TIME.format(now) + "\n\n", now);
        }
    }

    private void tell(String text, Instant now) {
        next = text;
        told = now;
        notifyAll();
    }

    synchronized void end() {
        isEnded = true;
        notifyAll();
    }

    synchronized boolean isEnded() {
        return isEnded;
    }

    @Override
    public void write(OutputStream out) throws IOException {
        try {
            for (var text = await(); text != null; text = await()) {
                out.write(text.getBytes(UTF_8));
                out.flush();
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        } finally {
            onClose.accept(this);
        }
    }

    private synchronized @Nullable String await() throws InterruptedException {
        while (!isEnded && next == null) {
            wait();
        }
        return take();
    }

    /** The bytes to send next; null: there are none yet, or the stream has ended. */
    synchronized @Nullable String take() {
        var text = isEnded ? null : next;
        next = null;
        return text;
    }
}
