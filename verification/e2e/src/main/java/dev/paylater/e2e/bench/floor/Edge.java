package dev.paylater.e2e.bench.floor;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;

/** Takes HTTP requests, publishes each, and answers with what comes back. */
final class Edge implements Runnable {

    private final FloorKafka kafka;
    private final Producer<String, byte[]> producer;
    private final HttpServer server;
    private final Map<String, CompletableFuture<byte[]>> waiting = new ConcurrentHashMap<>();

    Edge(FloorKafka kafka, int port) throws IOException {
        this.kafka = kafka;
        this.producer = kafka.producer();
        this.server =
                HttpServer.create(
                        new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 1_000);
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.createContext("/", this::answer);
    }

    @Override
    public void run() {
        server.start();
        kafka.follow(
                FloorProcess.REPLIES,
                records ->
                        records.forEach(
                                reply -> {
                                    var request = waiting.remove(reply.key());
                                    if (request != null) {
                                        request.complete(reply.value());
                                    }
                                }));
    }

    private void answer(HttpExchange exchange) throws IOException {
        var body = exchange.getRequestBody().readAllBytes();
        var id = UUID.randomUUID().toString();
        var reply = new CompletableFuture<byte[]>();
        waiting.put(id, reply);
        var _ = producer.send(new ProducerRecord<>(FloorProcess.COMMANDS, id, body));
        var answer = reply.join();
        exchange.sendResponseHeaders(200, answer.length);
        try (var out = exchange.getResponseBody()) {
            out.write(answer);
        }
    }
}
