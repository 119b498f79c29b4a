package dev.paylater.e2e;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * A merchant whose providers are called by way of a proxy: the simulator keeps what was asked for,
 * and the proxy the very bodies, together with the credentials that they came with.
 */
final class RecordedProvider {

    private static final Set<String> OWN_HEADERS =
            Set.of("host", "connection", "content-length", "transfer-encoding", "upgrade");

    private record Call(String path, String authorization, String body) {}

    private static final class Only {
        static final RecordedProvider INSTANCE = new RecordedProvider();
    }

    private final HttpClient http = HttpClient.newHttpClient();
    private final List<Call> calls = new CopyOnWriteArrayList<>();
    private final String address;
    private final String merchantId = "merchant_" + UUID.randomUUID().toString().substring(0, 8);
    private final MerchantClient merchant;
    private final MerchantClient customer;

    static RecordedProvider get() {
        return Only.INSTANCE;
    }

    private RecordedProvider() {
        try {
            var loopback = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
            var server = HttpServer.create(loopback, 0);
            server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
            server.createContext("/", this::pass);
            server.start();
            address = "http://127.0.0.1:" + server.getAddress().getPort();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        MerchantClient.administer("", "{\"merchant_id\": \"" + merchantId + "\"}").expect(200);
        account("sandbox", "first", "/sandbox/v1");
        account("sandbox", "second", "/sandbox/v1");
        for (var connector : List.of("billie", "riverty", "two")) {
            account(connector, connector, "/" + connector);
        }
        administer("/profiles", "{\"profile_id\": \"" + profile() + "\"}");
        merchant = new MerchantClient(key("secret"));
        customer = new MerchantClient(key("publishable"));
    }

    MerchantClient merchant() {
        return merchant;
    }

    /** The browser of the merchant's customer. */
    MerchantClient customer() {
        return customer;
    }

    /** One that is not the merchant's first. */
    String profile() {
        return "pro_" + merchantId;
    }

    /** Of the accounts "first" and "second", both at the sandbox, "billie", "riverty" and "two". */
    String accountId(String name) {
        return "mca_" + merchantId + "_" + name;
    }

    /**
     * The latest body that was sent to a path ending so, with the payment's or transaction's id in
     * it or in its path; and the credentials that it came with, as "authorization".
     */
    JsonNode sent(String pathEnd, String id) {
        return calls.reversed().stream()
                .filter(call -> call.path().endsWith(pathEnd) && !call.body().isEmpty())
                .filter(call -> (call.path() + call.body()).contains(id))
                .findFirst()
                .map(RecordedProvider::json)
                .orElseThrow(() -> new AssertionError("No call of " + id + " to " + pathEnd));
    }

    private static JsonNode json(Call call) {
        var body = (ObjectNode) JsonMapper.shared().readTree(call.body());
        return body.put("authorization", call.authorization());
    }

    private void account(String connector, String name, String path) {
        var own = "sandbox_" + merchantId;
        var body =
                """
                {"connector": "%1$s", "merchant_connector_id": "%2$s", "base_url": "%3$s",
                 "settings": %4$s, "credentials": %5$s}
                """
                        .formatted(
                                connector,
                                accountId(name),
                                address + path,
                                connector.equals("billie")
                                        ? "{\"invoice_url\":"
                                                + " \"https://shop.example/{invoice_ref}.pdf\"}"
                                        : "{}",
                                credentials(connector, own));
        administer("/connector_accounts", body);
    }

    private static String credentials(String connector, String own) {
        return (connector.equals("billie")
                        ? "{\"client_id\": \"%1$s\", \"client_secret\": \"%1$s\"}"
                        : "{\"api_key\": \"%1$s\"}")
                .formatted(own);
    }

    private String key(String kind) {
        return administer("/api_keys", "{\"kind\": \"" + kind + "\"}").string("api_key");
    }

    private ApiAnswer administer(String path, String body) {
        return MerchantClient.administer("/" + merchantId + path, body).expect(200);
    }

    private void pass(HttpExchange exchange) throws IOException {
        var path = exchange.getRequestURI().toString();
        var body = exchange.getRequestBody().readAllBytes();
        var authorization = exchange.getRequestHeaders().getFirst("authorization");
        calls.add(
                new Call(
                        path, authorization == null ? "" : authorization, new String(body, UTF_8)));
        var request =
                HttpRequest.newBuilder(URI.create(ProviderLedger.BASE + path))
                        .method(exchange.getRequestMethod(), BodyPublishers.ofByteArray(body));
        exchange.getRequestHeaders()
                .forEach(
                        (name, values) -> {
                            if (!OWN_HEADERS.contains(name.toLowerCase(java.util.Locale.ROOT))) {
                                values.forEach(value -> request.header(name, value));
                            }
                        });
        try (exchange) {
            var answer = http.send(request.build(), BodyHandlers.ofByteArray());
            answer.headers()
                    .firstValue("content-type")
                    .ifPresent(type -> exchange.getResponseHeaders().set("content-type", type));
            exchange.sendResponseHeaders(
                    answer.statusCode(), answer.body().length == 0 ? -1 : answer.body().length);
            exchange.getResponseBody().write(answer.body());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
