package dev.paylater.simulator;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import tools.jackson.databind.JsonNode;

/** Takes webhooks, or refuses the first few of them. */
final class WebhookReceiver implements AutoCloseable {

    /** One delivery, refused or not. */
    record Delivery(long time, String signature, String body) {
        JsonNode json() {
            return Client.MAPPER.readTree(body);
        }

        String text(String pointer) {
            return json().at(pointer).asString();
        }
    }

    private final HttpServer server;
    private final List<Delivery> deliveries = new CopyOnWriteArrayList<>();
    private final AtomicInteger refusals;

    WebhookReceiver(int refuseFirst) {
        refusals = new AtomicInteger(refuseFirst);
        try {
            var address = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
            server = HttpServer.create(address, 0);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.createContext("/", this::take);
        server.start();
    }

    private void take(HttpExchange exchange) throws IOException {
        var body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
        var signature = exchange.getRequestHeaders().getFirst("Sandbox-Signature");
        deliveries.add(new Delivery(System.currentTimeMillis(), signature, body));
        exchange.sendResponseHeaders(refusals.getAndDecrement() > 0 ? 503 : 204, -1);
        exchange.close();
    }

    String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort() + "/hook";
    }

    List<Delivery> about(String merchantReference) {
        return deliveries.stream()
                .filter(delivery -> delivery.text("/merchant_reference").equals(merchantReference))
                .toList();
    }

    List<String> types(String merchantReference) {
        return about(merchantReference).stream().map(delivery -> delivery.text("/type")).toList();
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
