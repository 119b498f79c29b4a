package dev.paylater.api.console;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.paylater.teststack.Chromium;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Objects;
import java.util.Queue;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * What live.js does when its stream breaks off: against a server that answers as it is told, in a
 * page whose pauses take no time and are written down.
 */
class FollowingInBrowserTest {

    private static final String PAGE =
            """
            <!doctype html><title>Payment</title>
            <script>
              window.pauses = [];
              const wait = window.setTimeout;
              window.setTimeout = (work, millis) => { window.pauses.push(millis); return wait(work, 0); };
            </script>
            <main><p data-live="/live?version=%s"></p><h1>Version %s</h1></main>
            <script type="module" src="/live.js"></script>
            """;

    /** An answer to a request for the stream; null: the connection is cut. */
    private record Told(int status, String body) {

        static final Told CUT = new Told(0, "");
        static final Told ENDED = new Told(200, ":\n\n");
        static final Told CHANGED = new Told(200, ":\n\nevent: changed\ndata: 10:00:00\n\n:\n\n");
    }

    private static Chromium browser;

    private final Queue<Told> told = new ArrayDeque<>();
    private final List<String> asked = new java.util.concurrent.CopyOnWriteArrayList<>();
    private volatile int version = 1;
    private HttpServer server;

    @BeforeAll
    static void open_a_browser() throws Exception {
        var found = Chromium.started();
        assumeTrue(found.isPresent(), "No Chromium on the path");
        browser = found.get();
    }

    @AfterAll
    static void close() {
        if (browser != null) {
            browser.close();
        }
    }

    @BeforeEach
    void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> send(exchange, 200, "text/html", page()));
        server.createContext("/live.js", exchange -> send(exchange, 200, "text/javascript", js()));
        server.createContext("/live", this::live);
        server.start();
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    private String page() {
        return PAGE.formatted(version, version);
    }

    private static String js() throws IOException {
        try (var in = LiveStream.class.getResourceAsStream("/console/live.js")) {
            return new String(Objects.requireNonNull(in).readAllBytes(), UTF_8);
        }
    }

    private void live(HttpExchange exchange) throws IOException {
        if (exchange.getRequestURI().getPath().equals("/live.js")) {
            send(exchange, 200, "text/javascript", js());
            return;
        }
        Told now;
        synchronized (told) {
            asked.add(exchange.getRequestURI().getQuery());
            now = Objects.requireNonNullElse(told.poll(), Told.CUT);
        }
        if (now.equals(Told.CUT)) {
            exchange.close();
            return;
        }
        if (now.status() == 303) {
            exchange.getResponseHeaders().set("location", "/sign_in");
        }
        send(exchange, now.status(), "text/event-stream", now.body());
    }

    private static void send(HttpExchange exchange, int status, String type, String text)
            throws IOException {
        try (exchange) {
            var body = text.getBytes(UTF_8);
            exchange.getResponseHeaders().set("content-type", type);
            exchange.sendResponseHeaders(status, body.length == 0 ? -1 : body.length);
            exchange.getResponseBody().write(body);
        }
    }

    private void open(Told... answers) throws Exception {
        told.addAll(List.of(answers));
        browser.open("http://127.0.0.1:" + server.getAddress().getPort() + "/");
    }

    private void awaitAsked(int times) throws Exception {
        browser.await("String(window.pauses.length)", _ -> asked.size() >= times);
    }

    private static String pauses(int count) throws Exception {
        return browser.evaluate("String(window.pauses.slice(0, " + count + "))").asString();
    }

    @Test
    void it_is_opened_again_after_growing_pauses_and_shows_what_has_changed_meanwhile()
            throws Exception {
        version = 2;
        open(Told.ENDED, Told.CUT, new Told(503, "x"), Told.CUT, Told.CUT, Told.CHANGED);
        version = 3;

        browser.await("document.querySelector('h1').textContent", "Version 3"::equals);
        assertThat(pauses(5)).isEqualTo("2000,5000,15000,60000,60000");
        assertThat(asked.getFirst()).isEqualTo("version=2");
        // What is shown is the version to go on from.
        browser.await("''", _ -> asked.contains("version=3"));
        assertThat(browser.evaluate("document.body.innerText").asString()).isEqualTo("Version 3");
        assertThat(browser.complaints()).isEmpty();
    }

    @Test
    void it_is_left_when_the_session_has_ended_or_there_are_too_many() throws Exception {
        for (var end : List.of(new Told(303, ""), new Told(429, "x"), new Told(404, "x"))) {
            asked.clear();
            open(Told.ENDED, end, Told.CHANGED);
            awaitAsked(2);
            browser.evaluate("new Promise((resolve) => wait(resolve, 300))");
            assertThat(asked).as("HTTP " + end.status()).hasSize(2);
            assertThat(browser.evaluate("document.body.innerText").asString())
                    .isEqualTo("Version 1");
            told.clear();
        }
        assertThat(browser.complaints()).isEmpty();
    }

    @Test
    void it_is_left_after_ten_minutes() throws Exception {
        open(Told.ENDED);
        browser.evaluate("Date.now = ((now) => () => now() + 600000)(Date.now)");
        var asksNoMore = "new Promise((resolve) => wait(() => resolve(window.pauses.length), 300))";
        var before = browser.evaluate(asksNoMore).asInt();
        assertThat(browser.evaluate(asksNoMore).asInt()).isEqualTo(before);
    }
}
