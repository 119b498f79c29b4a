package dev.paylater.teststack;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.json.JsonMapper;

/** As much of a schema registry as gives schemas ids and ids schemas. */
public final class FakeRegistry implements AutoCloseable {

    private static final JsonMapper JSON = JsonMapper.shared();

    private final HttpServer server;
    private final List<String> schemas = new ArrayList<>();

    public FakeRegistry() {
        try {
            server =
                    HttpServer.create(
                            new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        server.createContext("/subjects/", this::register);
        server.createContext("/schemas/ids/", this::find);
        server.createContext("/config/", exchange -> answer(exchange, 200, Map.of()));
        server.start();
    }

    public String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    private synchronized void register(HttpExchange exchange) throws IOException {
        var body = exchange.getRequestBody().readAllBytes();
        var schema = JSON.readTree(body).required("schema").asString();
        if (!schemas.contains(schema)) {
            schemas.add(schema);
        }
        answer(exchange, 200, Map.of("id", schemas.indexOf(schema) + 1));
    }

    private synchronized void find(HttpExchange exchange) throws IOException {
        var path = exchange.getRequestURI().getPath();
        var id = Integer.parseInt(path.substring(path.lastIndexOf('/') + 1));
        if (id < 1 || id > schemas.size()) {
            answer(exchange, 404, Map.of("message", "no such schema"));
        } else {
            answer(exchange, 200, Map.of("schema", schemas.get(id - 1)));
        }
    }

    private static void answer(HttpExchange exchange, int status, Map<String, ?> body)
            throws IOException {
        try (exchange) {
            var bytes = JSON.writeValueAsString(body).getBytes(UTF_8);
            exchange.sendResponseHeaders(status, bytes.length);
            exchange.getResponseBody().write(bytes);
        }
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
