package dev.paylater.api.console.payment;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.toSet;

import dev.paylater.api.error.ApiException;
import dev.paylater.api.error.ErrorCode;
import dev.paylater.api.session.Session;
import dev.paylater.api.session.Sessions;
import dev.paylater.api.store.PaymentVersions;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.context.SmartLifecycle;
import org.springframework.stereotype.Component;

/**
 * The open streams of each payment. One thread looks once a second for all of them, by one read. It
 * stops before the web server does, which then waits for no stream.
 */
@Component
final class LiveStreams implements SmartLifecycle {

    private static final Logger log = LoggerFactory.getLogger(LiveStreams.class);
    private static final int MAX_OF_SESSION = 5;
    private static final int MAX = 200;
    private static final int MILLIS_BETWEEN_LOOKS = 1_000;
    private static final int LOOKS_PER_LOOK_AT_SESSIONS = 5;
    private static final int RETRY_SECONDS = 60;

    private final Function<Set<String>, Map<String, Long>> versions;
    private final Predicate<String> isOpenSession;
    private final Clock clock;
    private final List<LiveStream> open = new ArrayList<>();
    private boolean isRunning;
    private boolean isStopped;
    private long looks;

    @Autowired
    LiveStreams(PaymentVersions versions, Sessions sessions, Clock clock) {
        this(versions::of, sessions::isOpen, clock);
    }

    LiveStreams(
            Function<Set<String>, Map<String, Long>> versions,
            Predicate<String> isOpenSession,
            Clock clock) {
        this.versions = versions;
        this.isOpenSession = isOpenSession;
        this.clock = clock;
    }

    /**
     * Follows a payment until the stream is written to its end.
     *
     * @throws ApiException 429 when the session or this instance has too many, 503 when it stops
     */
    synchronized LiveStream open(Session session, String key, long version) {
        var ofSession =
                open.stream().filter(each -> each.sessionId().equals(session.sessionId())).count();
        if (isStopped) {
            throw ApiException.unavailable("This instance stops");
        }
        if (ofSession >= MAX_OF_SESSION || open.size() >= MAX) {
            throw ApiException.retryLater(
                    ErrorCode.RL_01.status(),
                    ErrorCode.RL_01,
                    "Too many pages follow payments",
                    RETRY_SECONDS);
        }
        var stream = new LiveStream(session, key, version, clock.instant(), this::close);
        open.add(stream);
        notifyAll();
        return stream;
    }

    private synchronized void close(LiveStream stream) {
        open.remove(stream);
    }

    private void run() {
        try {
            while (awaitStreams()) {
                look();
                pause();
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    private synchronized boolean awaitStreams() throws InterruptedException {
        while (!isStopped && open.isEmpty()) {
            wait();
        }
        return !isStopped;
    }

    private synchronized void pause() throws InterruptedException {
        var end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(MILLIS_BETWEEN_LOOKS);
        for (var left = end - System.nanoTime();
                !isStopped && left > 0;
                left = end - System.nanoTime()) {
            TimeUnit.NANOSECONDS.timedWait(this, left);
        }
    }

    /** Tells each stream what is new. */
    void look() {
        var streams = current();
        try {
            var found = versions.apply(streams.stream().map(LiveStream::key).collect(toSet()));
            var now = clock.instant();
            for (var stream : streams) {
                var version = found.get(stream.key());
                if (version != null) {
                    stream.show(version, now);
                }
            }
            if (++looks % LOOKS_PER_LOOK_AT_SESSIONS == 0) {
                endWithSessions(streams);
            }
        } catch (RuntimeException e) {
            log.warn("Nobody can see now which payments have changed: {}", e.toString());
        }
        var now = clock.instant();
        streams.forEach(stream -> stream.passTo(now));
    }

    /** One that was never written has ended all the same. */
    private synchronized List<LiveStream> current() {
        open.removeIf(LiveStream::isEnded);
        return List.copyOf(open);
    }

    private void endWithSessions(List<LiveStream> streams) {
        streams.stream()
                .collect(groupingBy(LiveStream::sessionId))
                .forEach(
                        (sessionId, ofSession) -> {
                            if (!isOpenSession.test(sessionId)) {
                                ofSession.forEach(LiveStream::end);
                            }
                        });
    }

    @Override
    public synchronized void start() {
        isRunning = true;
        isStopped = false;
        var _ = Thread.ofVirtual().name("live-streams").start(this::run);
    }

    @Override
    public synchronized void stop() {
        isRunning = false;
        isStopped = true;
        open.forEach(LiveStream::end);
        notifyAll();
    }

    @Override
    public synchronized boolean isRunning() {
        return isRunning;
    }
}
