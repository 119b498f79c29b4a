package dev.paylater.api.console.payment;

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
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * What live.js does when its stream breaks off: against a server that answers by a script, in a
 * page whose pauses take no time and are written down.
 */
class FollowingInBrowserTest {

    /** An answer to a request for the stream; status 0: the connection is cut. */
    private record Scripted(int status, String body) {

        static final Scripted CUT = new Scripted(0, "");
        static final Scripted ENDED = new Scripted(200, ":\n\n");
        static final Scripted CHANGED =
                new Scripted(200, ":\n\nevent: changed\ndata: 10:00:00\n\n:\n\n");
    }

    private static Chromium browser;

    private final Queue<Scripted> script = new ArrayDeque<>();
    private final List<String> asked = new CopyOnWriteArrayList<>();
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
        return """
        <!doctype html><title>Payment</title>
        <script>
          window.pauses = [];
          const wait = window.setTimeout;
          window.setTimeout = (work, millis) => { window.pauses.push(millis); return wait(work, 0); };
        </script>
        <main><p data-live="/live?version=%s"></p><h1>Version %s</h1></main>
        <script type="module" src="/live.js"></script>
        """
                .formatted(version, version);
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
        Scripted now;
        synchronized (script) {
            asked.add(exchange.getRequestURI().getQuery());
            now = Objects.requireNonNullElse(script.poll(), Scripted.CUT);
        }
        if (now.equals(Scripted.CHANGED)) {
            version = 3;
        }
        if (now.equals(Scripted.CUT)) {
            cut(exchange);
            return;
        }
        if (now.status() == 303) {
            exchange.getResponseHeaders().set("location", "/sign_in");
        }
        send(exchange, now.status(), "text/event-stream", now.body());
    }

    /**
     * In the middle of an answer: a browser repeats a request at once that had no answer at all.
     */
    private static void cut(HttpExchange exchange) throws IOException {
        exchange.getResponseHeaders().set("content-type", "text/event-stream");
        exchange.sendResponseHeaders(200, 100);
        exchange.getResponseBody().write(":\n\n".getBytes(UTF_8));
        exchange.getResponseBody().flush();
        exchange.close();
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

    private void open(Scripted... answers) throws Exception {
        script.addAll(List.of(answers));
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
        open(
                Scripted.ENDED,
                Scripted.CUT,
                new Scripted(503, "x"),
                Scripted.CUT,
                Scripted.CUT,
                Scripted.CHANGED);

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
        for (var end :
                List.of(new Scripted(303, ""), new Scripted(429, "x"), new Scripted(404, "x"))) {
            asked.clear();
            open(Scripted.ENDED, end, Scripted.CHANGED);
            awaitAsked(2);
            browser.evaluate("new Promise((resolve) => wait(resolve, 300))");
            assertThat(asked).as("HTTP " + end.status()).hasSize(2);
            assertThat(browser.evaluate("document.body.innerText").asString())
                    .isEqualTo("Version 1");
            script.clear();
        }
        assertThat(browser.complaints()).isEmpty();
    }

    @Test
    void it_is_left_after_ten_minutes() throws Exception {
        open(Scripted.ENDED);
        browser.evaluate("Date.now = ((now) => () => now() + 600000)(Date.now)");
        var asksNoMore = "new Promise((resolve) => wait(() => resolve(window.pauses.length), 300))";
        var before = browser.evaluate(asksNoMore).asInt();
        assertThat(browser.evaluate(asksNoMore).asInt()).isEqualTo(before);
    }
}
