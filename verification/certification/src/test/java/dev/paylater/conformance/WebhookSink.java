package dev.paylater.conformance;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.paylater.connector.kit.Notification;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.jspecify.annotations.Nullable;

/** Takes what the provider sends, as the webhook address does, a mailbox per payment. */
final class WebhookSink implements AutoCloseable {

    private final HttpServer server;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final Map<String, List<Received>> mailboxes = new ConcurrentHashMap<>();

    /** A notification in pieces, so that a test can spoil one of them. */
    record Received(Map<String, String> headers, Map<String, String> query, String body) {
        Notification notification() {
            return new Notification(headers, query, body.getBytes(StandardCharsets.UTF_8));
        }
    }

    WebhookSink() {
        try {
            server =
                    HttpServer.create(
                            new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        server.setExecutor(threads);
        server.createContext("/", this::handle);
        server.start();
    }

    String url(String mailbox) {
        return "http://127.0.0.1:" + server.getAddress().getPort() + "/webhooks/" + mailbox;
    }

    List<Received> of(String mailbox) {
        return mailboxes.computeIfAbsent(mailbox, _ -> new CopyOnWriteArrayList<>());
    }

    private void handle(HttpExchange exchange) throws IOException {
        try (exchange) {
            var path = exchange.getRequestURI().getPath();
            var headers = new HashMap<String, String>();
            exchange.getRequestHeaders()
                    .forEach(
                            (name, values) ->
                                    headers.put(name.toLowerCase(Locale.ROOT), values.getFirst()));
            of(path.substring(path.lastIndexOf('/') + 1))
                    .add(
                            new Received(
                                    headers,
                                    query(exchange.getRequestURI().getRawQuery()),
                                    new String(
                                            exchange.getRequestBody().readAllBytes(),
                                            StandardCharsets.UTF_8)));
            exchange.sendResponseHeaders(200, -1);
        }
    }

    private static Map<String, String> query(@Nullable String raw) {
        var query = new HashMap<String, String>();
        for (var pair : raw == null ? new String[0] : raw.split("&", -1)) {
            var cut = pair.indexOf('=');
            if (cut > 0) {
                query.put(decoded(pair.substring(0, cut)), decoded(pair.substring(cut + 1)));
            }
        }
        return query;
    }

    private static String decoded(String text) {
        return URLDecoder.decode(text, StandardCharsets.UTF_8);
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
