package dev.paylater.e2e.gameday;

import com.sun.net.httpserver.HttpServer;
import dev.paylater.e2e.LocalPorts;
import dev.paylater.e2e.MerchantClient;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** A merchant's webhook endpoint refuses every connection. */
final class DeadEndpoint implements Trouble {

    private final Instant since = Instant.now();
    private final AtomicLong received = new AtomicLong();
    private int port;
    private String endpoint = "";
    private @Nullable HttpServer shop;

    @Override
    public String name() {
        return "dead-endpoint";
    }

    @Override
    public String meaning() {
        return "nobody listens at a merchant's webhook endpoint";
    }

    @Override
    public Alert alert() {
        return new Alert("PaylaterWebhooksFail", Map.of());
    }

    @Override
    public void begin() {
        port = LocalPorts.free();
        endpoint =
                MerchantClient.SANDBOX
                        .post(
                                "/webhook_endpoints",
                                "{\"url\": \"http://127.0.0.1:%d/\"}".formatted(port))
                        .expect(200)
                        .string("id");
    }

    @Override
    public List<Step> runbook() {
        return List.of(
                new Step("tell the merchant, who starts the shop again", this::open),
                new Step("send again what has failed", this::resend));
    }

    private void open() throws IOException {
        shop = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 0);
        shop.createContext(
                "/",
                exchange -> {
                    try (exchange) {
                        received.incrementAndGet();
                        exchange.sendResponseHeaders(204, -1);
                    }
                });
        shop.start();
    }

    private void resend() {
        MerchantClient.SANDBOX
                .post(
                        "/webhook_endpoints/" + endpoint + "/resend_failed",
                        "{\"since\": \"" + since + "\"}")
                .expect(200);
    }

    @Override
    public boolean isOver(Prometheus prometheus) {
        return received.get() > 0;
    }

    @Override
    public void cleanUp() {
        var _ = MerchantClient.SANDBOX.delete("/webhook_endpoints/" + endpoint);
        if (shop != null) {
            shop.stop(0);
        }
    }
}
