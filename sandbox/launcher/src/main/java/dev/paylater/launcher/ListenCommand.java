package dev.paylater.launcher;

import com.fasterxml.jackson.databind.JsonNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.paylater.launcher.process.Service;
import dev.paylater.ops.OpsJson;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * Is a webhook endpoint of the sandbox's merchant for as long as it runs: prints events as they
 * come, and passes them on as they were signed. What the other side answers, paylater is answered.
 */
@Command(
        name = "listen",
        description = "Print merchant webhooks as they come, and forward them, signed.",
        mixinStandardHelpOptions = true)
final class ListenCommand implements Callable<Integer> {
    private static final Duration PATIENCE = Duration.ofSeconds(14);
    private static final int ACCEPTED = 200;
    private static final int BAD_GATEWAY = 502;
    private static final List<String> SIGNED =
            List.of("webhook-id", "webhook-timestamp", "webhook-signature", "content-type");

    private final RunningSystem stack;
    private final HttpClient http = HttpClient.newHttpClient();

    @Option(
            names = "--forward-to",
            paramLabel = "URL",
            description = "where they go, for example http://localhost:3000/hooks")
    private @Nullable URI forwardTo;

    @Option(
            names = "--events",
            split = ",",
            defaultValue = "*",
            paramLabel = "EVENT",
            description = "only these: payment.*,refund.succeeded (default: all)")
    private List<String> events = List.of("*");

    ListenCommand(RunningSystem stack) {
        this.stack = stack;
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        stack.require(Service.API);
        stack.require(Service.WEBHOOK);
        var server =
                HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.createContext("/", this::receive);
        server.start();
        try (var api = new MerchantApi(stack.ports())) {
            var endpoint = api.post("/webhook_endpoints", endpoint(server));
            // Ctrl-C is how it ends.
            Runtime.getRuntime().addShutdownHook(new Thread(() -> delete(api, endpoint)));
            stack.console().say("Listening. The secret is " + endpoint.path("secret").asText());
            new CountDownLatch(1).await();
        } finally {
            server.stop(0);
        }
        return 0;
    }

    private String endpoint(HttpServer server) {
        var json = OpsJson.MAPPER.createObjectNode();
        json.put("url", "http://127.0.0.1:%s/".formatted(server.getAddress().getPort()));
        json.put("description", "paylater listen");
        var wanted = json.putArray("events");
        events.forEach(wanted::add);
        return json.toString();
    }

    private static void delete(MerchantApi api, JsonNode endpoint) {
        try {
            api.delete("/webhook_endpoints/" + endpoint.path("id").asText());
        } catch (IOException | RuntimeException _) {
            // The system has been stopped before; the endpoint will be seen to be dead.
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    private void receive(HttpExchange exchange) throws IOException {
        try (exchange) {
            var body = exchange.getRequestBody().readAllBytes();
            var event = OpsJson.MAPPER.readTree(body);
            var status = forward(exchange, body);
            var data = event.path("data");
            stack.console()
                    .say(
                            "%s  %-34s %-32s %s"
                                    .formatted(
                                            event.path("timestamp").asText(),
                                            event.path("type").asText(),
                                            data.path("payment_id").asText(""),
                                            forwardTo == null
                                                    ? data.path("status").asText("")
                                                    : "-> " + status));
            exchange.sendResponseHeaders(status, -1);
        }
    }

    private int forward(HttpExchange exchange, byte[] body) {
        if (forwardTo == null) {
            return ACCEPTED;
        }
        var request =
                HttpRequest.newBuilder(forwardTo)
                        .timeout(PATIENCE)
                        .POST(BodyPublishers.ofByteArray(body));
        for (String name : SIGNED) {
            String value = exchange.getRequestHeaders().getFirst(name);
            if (value != null) {
                request.header(name.toLowerCase(Locale.ROOT), value);
            }
        }
        try {
            return http.send(request.build(), BodyHandlers.discarding()).statusCode();
        } catch (IOException e) {
            stack.console().say("%s does not answer: %s".formatted(forwardTo, e.getMessage()));
            return BAD_GATEWAY;
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            return BAD_GATEWAY;
        }
    }
}
