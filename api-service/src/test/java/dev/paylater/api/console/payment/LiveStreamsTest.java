package dev.paylater.api.console.payment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.paylater.api.error.ApiException;
import dev.paylater.api.session.Session;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What a stream says when, and who may have one, without a server. */
class LiveStreamsTest {

    private static final String HEARTBEAT = ":\n\n";

    private Instant now = Instant.parse("2026-03-01T10:00:00Z");
    private final Map<String, Long> versions = new HashMap<>(Map.of("m/one", 1L, "m/two", 1L));
    private final List<Set<String>> reads = new ArrayList<>();
    private final Set<String> endedSessions = new HashSet<>();
    private final LiveStreams streams =
            new LiveStreams(
                    this::read,
                    sessionId -> !endedSessions.contains(sessionId),
                    ((InstantSource) () -> now).withZone(ZoneOffset.UTC));

    private Map<String, Long> read(Set<String> keys) {
        reads.add(keys);
        return versions;
    }

    private static Session session(String id) {
        var at = Instant.EPOCH;
        return new Session(id, "key", "name", "token", "address", at, at, at, null, null);
    }

    private LiveStream open(String sessionId, String key) {
        var stream = streams.open(session(sessionId), key, 1);
        assertThat(stream.take()).isEqualTo(HEARTBEAT);
        return stream;
    }

    private void lookAfter(Duration time) {
        now = now.plus(time);
        streams.look();
    }

    private static void assertRefused(Runnable opening) {
        assertRefused(429, opening);
    }

    private static void assertRefused(int status, Runnable opening) {
        assertThatThrownBy(opening::run)
                .isInstanceOfSatisfying(
                        ApiException.class, e -> assertThat(e.status()).isEqualTo(status));
    }

    @Test
    void changes_that_were_not_sent_yet_are_one_event_with_the_latest_time() {
        var stream = open("s", "m/one");
        versions.put("m/one", 2L);
        lookAfter(Duration.ofSeconds(1));
        versions.put("m/one", 3L);
        lookAfter(Duration.ofSeconds(1));
        assertThat(stream.take()).isEqualTo("event: changed\ndata: 10:00:02\n\n");
        lookAfter(Duration.ofSeconds(1));
        assertThat(stream.take()).isNull();
    }

    @Test
    void one_read_serves_all_who_look() {
        open("s", "m/one");
        open("s", "m/two");
        open("t", "m/two");
        streams.look();
        assertThat(reads).containsExactly(Set.of("m/one", "m/two"));
    }

    @Test
    void after_15_seconds_without_an_event_there_is_a_comment() {
        var stream = open("s", "m/one");
        lookAfter(Duration.ofSeconds(14));
        assertThat(stream.take()).isNull();
        lookAfter(Duration.ofSeconds(1));
        assertThat(stream.take()).isEqualTo(HEARTBEAT);
        versions.put("m/one", 2L);
        lookAfter(Duration.ofSeconds(14));
        assertThat(stream.take()).startsWith("event: changed");
        lookAfter(Duration.ofSeconds(14));
        assertThat(stream.take()).isNull();
    }

    @Test
    void it_ends_after_10_minutes_although_the_store_does_not_answer() throws Exception {
        var stream = open("s", "m/one");
        versions.clear();
        lookAfter(Duration.ofMinutes(10).minusSeconds(1));
        assertThat(stream.isEnded()).isFalse();
        assertThat(stream.take()).isEqualTo(HEARTBEAT);
        lookAfter(Duration.ofSeconds(1));
        var out = new ByteArrayOutputStream();
        stream.write(out);
        assertThat(out.size()).isZero();
    }

    @Test
    void a_read_that_fails_ends_no_stream() {
        var failing =
                new LiveStreams(
                        _ -> {
                            throw new IllegalStateException("away");
                        },
                        _ -> true,
                        ((InstantSource) () -> now).withZone(ZoneOffset.UTC));
        var stream = failing.open(session("s"), "m/one", 1);
        stream.take();
        now = now.plusSeconds(15);
        failing.look();
        assertThat(stream.take()).isEqualTo(HEARTBEAT);
    }

    @Test
    void it_ends_when_its_session_does_and_the_others_go_on() {
        var ending = open("s", "m/one");
        var staying = open("t", "m/one");
        endedSessions.add("s");
        for (var i = 0; i < 5; i++) {
            streams.look();
        }
        assertThat(ending.isEnded()).isTrue();
        assertThat(staying.isEnded()).isFalse();
    }

    @Test
    void a_session_has_at_most_five_and_one_that_nobody_hears_makes_room() {
        var first = open("s", "m/one");
        for (var i = 1; i < 5; i++) {
            open("s", "m/one");
        }
        assertRefused(() -> open("s", "m/one"));
        assertThatThrownBy(
                        () -> {
                            versions.put("m/one", 2L);
                            streams.look();
                            first.write(brokenPipe());
                        })
                .isInstanceOf(IOException.class);
        open("s", "m/one");
    }

    private static OutputStream brokenPipe() {
        return new OutputStream() {
            @Override
            public void write(int oneByte) throws IOException {
                throw new IOException("Broken pipe");
            }
        };
    }

    @Test
    void a_process_has_at_most_200() {
        for (var i = 0; i < 200; i++) {
            open("s" + i / 5, "m/one");
        }
        assertRefused(() -> open("another", "m/one"));
    }

    @Test
    void one_that_was_never_written_is_forgotten_when_it_ends() {
        for (var i = 0; i < 5; i++) {
            streams.open(session("s"), "m/one", 1);
        }
        lookAfter(Duration.ofMinutes(10));
        streams.look();
        open("s", "m/one");
    }

    @Test
    void all_end_with_the_process_and_no_more_begin() {
        var stream = open("s", "m/one");
        streams.start();
        streams.stop();
        assertThat(stream.isEnded()).isTrue();
        // Unlike too many, which would still be too many in a minute.
        assertRefused(503, () -> open("s", "m/one"));
    }
}
