package dev.paylater.api;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * A stranger opens many connections and sends next to nothing. {@code -Dpaylater.slow-senders=2000}
 * makes it as many; the build has a tenth.
 */
@Timeout(120)
class SlowSendersTest {

    private static final int DRIPPING = Integer.getInteger("paylater.slow-senders", 200);
    private static final int STALLED = DRIPPING * 3 / 10;
    private static final int REQUESTS = 500;

    /** Fewer places than there are stalled bodies. */
    private static final RunningApi API =
            new RunningApi(
                    "--paylater.api.max-in-flight=" + STALLED / 2,
                    "--paylater.api.large-bodies=1MB");

    @AfterAll
    static void close() {
        API.close();
    }

    @Test
    void i_open_thousands_of_connections_and_the_merchant_notices_nothing() throws Exception {
        for (var i = 0; i < REQUESTS; i++) {
            assertThat(API.get("/payments/list?limit=1").status()).isEqualTo(200);
        }
        try (var crowd = new Crowd()) {
            crowd.open(DRIPPING, "GET /payments/list HTTP/1.1\r\nHost: x\r\nX-Slow: ");
            crowd.open(STALLED / 3, headers("/pay/merchant_sandbox/plink_x", ""));
            crowd.open(STALLED / 3, headers("/webhooks/merchant_sandbox/sandbox", ""));
            crowd.open(
                    STALLED - STALLED / 3 * 2,
                    headers("/payments/x/confirm", "api-key: " + RunningApi.PUBLISHABLE + "\r\n"));
            crowd.drip();
            var nanos = new ArrayList<Long>();
            for (var i = 0; i < REQUESTS; i++) {
                var begun = System.nanoTime();
                assertThat(API.get("/payments/list?limit=1").status()).isEqualTo(200);
                nanos.add(System.nanoTime() - begun);
                if (i % 100 == 0) {
                    crowd.drip();
                }
            }
            nanos.sort(null);
            var p99 = Duration.ofNanos(nanos.get(REQUESTS * 99 / 100));
            System.out.printf(
                    "%d dripping sockets, %d stalled bodies: p50 %.1f ms, p99 %.1f ms%n",
                    DRIPPING, STALLED, nanos.get(REQUESTS / 2) / 1e6, p99.toNanos() / 1e6);
            assertThat(p99).isLessThan(Duration.ofMillis(200));
        }
    }

    @Test
    void i_stall_large_bodies_and_they_do_not_fill_the_memory() throws Exception {
        awaitRoomForLargeBodies();
        var most = "{" + " ".repeat(400_000);
        try (var stalled = new Crowd()) {
            stalled.open(3, headers("/webhooks/merchant_sandbox/sandbox", "", 500_000) + most);
            // There is room for two; that of the body before is freed after its answer.
            assertThat(stalled.countRefused()).isBetween(1, 2);
            assertThat(API.get("/payments/list?limit=1").status()).isEqualTo(200);
        }
        awaitRoomForLargeBodies();
    }

    /** The server notices after a while that a sender has gone. */
    private static void awaitRoomForLargeBodies() {
        var large = "{\"a\": \"" + " ".repeat(400_000) + "\"}";
        var answer = API.post("/payments", large);
        for (var end = System.nanoTime() + 30_000_000_000L;
                answer.status() == 429 && System.nanoTime() < end; ) {
            answer = API.post("/payments", large);
        }
        assertThat(answer.status()).as("their room is free again").isEqualTo(400);
    }

    @Test
    void my_body_is_not_waited_for_longer_than_seconds() throws Exception {
        try (var stalled = new Crowd()) {
            stalled.open(1, headers("/webhooks/merchant_sandbox/sandbox", ""));
            var ending = stalled.awaitEnd(Duration.ofMinutes(1));
            assertThat(ending.text()).startsWith("HTTP/1.1 408").contains("IR_06");
            assertThat(ending.after()).isBetween(Duration.ofSeconds(4), Duration.ofSeconds(15));
        }
        try (var dripping = new Crowd()) {
            dripping.open(1, headers("/webhooks/merchant_sandbox/sandbox", ""));
            var ending = dripping.awaitEnd(Duration.ofMillis(200));
            assertThat(ending.text()).startsWith("HTTP/1.1 408").contains("IR_06");
            assertThat(ending.after()).isBetween(Duration.ofSeconds(9), Duration.ofSeconds(20));
        }
    }

    private record Ending(String text, Duration after) {}

    private static String headers(String path, String more) {
        return headers(path, more, 20_000) + "{";
    }

    private static String headers(String path, String more, int length) {
        return "POST "
                + path
                + " HTTP/1.1\r\nHost: x\r\n"
                + more
                + "Content-Type: application/json\r\nContent-Length: "
                + length
                + "\r\n\r\n";
    }

    /** Sockets that have all begun a request which they do not end. */
    private static final class Crowd implements AutoCloseable {

        private final int port = API.request("/").build().uri().getPort();
        private final List<Socket> sockets = new ArrayList<>();

        void open(int count, String begin) throws IOException {
            for (var i = 0; i < count; i++) {
                var socket = new Socket(InetAddress.getLoopbackAddress(), port);
                sockets.add(socket);
                socket.getOutputStream().write(begin.getBytes(US_ASCII));
            }
        }

        /** A byte from each that is still connected. */
        void drip() {
            for (var socket : sockets) {
                try {
                    socket.getOutputStream().write('x');
                } catch (IOException _) {
                    // Cut off, as it should be.
                }
            }
        }

        /** How many are told at once that there is no room for them. */
        int countRefused() throws IOException {
            var refused = 0;
            for (var socket : sockets) {
                socket.setSoTimeout(1_000);
                try {
                    var begin = new String(socket.getInputStream().readNBytes(12), US_ASCII);
                    refused += begin.equals("HTTP/1.1 429") ? 1 : 0;
                } catch (SocketTimeoutException _) {
                    // Still waited for.
                }
            }
            return refused;
        }

        /** What the first receives until its connection is closed, and how long that took. */
        Ending awaitEnd(Duration betweenBytes) throws Exception {
            var begun = System.nanoTime();
            var socket = sockets.getFirst();
            var all =
                    CompletableFuture.supplyAsync(
                            () -> {
                                try {
                                    return new String(
                                            socket.getInputStream().readAllBytes(), UTF_8);
                                } catch (IOException e) {
                                    throw new UncheckedIOException(e);
                                }
                            });
            while (true) {
                try {
                    var text = all.get(betweenBytes.toMillis(), TimeUnit.MILLISECONDS);
                    return new Ending(text, Duration.ofNanos(System.nanoTime() - begun));
                } catch (TimeoutException _) {
                    drip();
                }
            }
        }

        @Override
        public void close() throws IOException {
            for (var socket : sockets) {
                socket.close();
            }
        }
    }
}
