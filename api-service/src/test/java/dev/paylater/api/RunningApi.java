package dev.paylater.api;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.Filters;
import com.sun.net.httpserver.HttpServer;
import dev.paylater.api.json.Json;
import dev.paylater.kit.management.ManagementPort;
import dev.paylater.kit.security.Audience;
import dev.paylater.kit.security.KeyRing;
import dev.paylater.kit.security.ServiceToken;
import dev.paylater.teststack.Stack;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;
import org.bson.conversions.Bson;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.web.method.HandlerMethod;
import org.springframework.web.servlet.mvc.method.RequestMappingInfo;
import org.springframework.web.servlet.mvc.method.annotation.RequestMappingHandlerMapping;
import tools.jackson.databind.JsonNode;

/** The API as it is deployed, on a real broker and store, with a stand-in for the orchestrator. */
final class RunningApi implements AutoCloseable {

    static final String SECRET = "sk_sandbox_paylater_0123456789abcdef";
    static final String PUBLISHABLE = "pk_sandbox_paylater_0123456789abcdef";
    static final String OTHER_SECRET = "sk_other_paylater_0123456789abcdef";
    static final String OTHER_PUBLISHABLE = "pk_other_paylater_0123456789abcdef";
    static final String ADMIN = "admin_sandbox_paylater_0123456789abcdef";

    private static final String KEY = "1:MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTIzNDU2Nzg5MDE=";
    private static final int MAX_TRIES = 5;
    private static final RunningApi SHARED = new RunningApi();

    final FakeOrchestrator orchestrator;
    private final HttpServer absentPeer = absentService();
    private volatile @Nullable String forwardedFor;
    private volatile @Nullable Audience forwardedTo;
    private volatile String forwardedBody = "";

    /** What connector-service answers, in ASCII; null: it is away. */
    volatile @Nullable String answerOfPeers;

    private final String[] arguments;
    private final ConfigurableApplicationContext context;
    private final HttpClient http = HttpClient.newHttpClient();

    /** With settings of its own, as command line arguments. */
    RunningApi(String... settings) {
        var stack = Stack.shared();
        arguments =
                arguments(
                        settings,
                        "--server.port=0",
                        "--paylater.instance=1",
                        "--paylater.public-url=http://127.0.0.1:1",
                        "--paylater.connector-url=http://127.0.0.1:"
                                + absentPeer.getAddress().getPort(),
                        "--paylater.webhook-key=" + KEY,
                        "--paylater.simulator-url=http://127.0.0.1:1",
                        "--paylater.encryption-key=" + KEY,
                        "--paylater.key-pepper=" + KEY,
                        "--paylater.service-key=" + KEY,
                        "--paylater.api.first-look=200ms",
                        "--paylater.api.max-wait=4s",
                        "--paylater.kafka.bootstrap=" + stack.bootstrap(),
                        "--paylater.kafka.registry-url=" + stack.registryUrl(),
                        "--paylater.mongodb.uri=" + stack.mongoUri("api_" + UUID.randomUUID()),
                        "--spring.profiles.active=local");
        context = new SpringApplicationBuilder(ApiApplication.class).run(arguments);
        orchestrator = new FakeOrchestrator(context);
        Runtime.getRuntime().addShutdownHook(new Thread(this::close));
    }

    /** A service that hangs up, and remembers whose token it was sent. */
    private HttpServer absentService() {
        try {
            var anyPort = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
            var server = HttpServer.create(anyPort, 0);
            server.createContext(
                    "/",
                    exchange -> {
                        var token = exchange.getRequestHeaders().getFirst(ServiceToken.HEADER);
                        var audience = audienceOf(token);
                        forwardedTo = audience;
                        forwardedFor =
                                audience == null
                                        ? null
                                        : tokensOf(audience).merchantOf(token).orElse(null);
                        forwardedBody = new String(exchange.getRequestBody().readAllBytes(), UTF_8);
                        var answer = answerOfPeers;
                        if (answer != null) {
                            exchange.sendResponseHeaders(200, answer.length());
                            exchange.getResponseBody().write(answer.getBytes(UTF_8));
                        }
                        exchange.close();
                    });
            server.start();
            return server;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The one service that takes the token. */
    private static @Nullable Audience audienceOf(String token) {
        var takers =
                Stream.of(Audience.values())
                        .filter(audience -> tokensOf(audience).merchantOf(token).isPresent())
                        .toList();
        return takers.size() == 1 ? takers.getFirst() : null;
    }

    private static ServiceToken tokensOf(Audience audience) {
        return new ServiceToken(KeyRing.parse("KEY", KEY), audience, Clock.systemUTC());
    }

    /** With the same settings and one argument more, as a process of its own would. */
    void run(String argument) {
        ApiApplication.main(arguments(arguments, argument));
    }

    /** Forgets for whom a request was passed on last. */
    void forgetForwarded() {
        forwardedFor = null;
        forwardedTo = null;
    }

    String lastForwardedBody() {
        return forwardedBody;
    }

    @Nullable String lastForwardedFor() {
        return forwardedFor;
    }

    /** Whom the token of the last request that was passed on is for. */
    @Nullable Audience lastForwardedTo() {
        return forwardedTo;
    }

    private static String[] arguments(String[] settings, String... usual) {
        var named = Stream.of(settings).map(RunningApi::nameOf).toList();
        return Stream.concat(
                        Stream.of(usual).filter(argument -> !named.contains(nameOf(argument))),
                        Stream.of(settings))
                .toArray(String[]::new);
    }

    private static String nameOf(String argument) {
        return argument.split("=", 2)[0];
    }

    /** One for all tests of the JVM. */
    static RunningApi shared() {
        return SHARED;
    }

    /** An answer of the API. */
    record Reply(int status, String body, HttpResponse<String> raw) {

        JsonNode json() {
            return Json.read(body);
        }

        /** Those of a list. */
        JsonNode items() {
            return json().required("data");
        }

        String code() {
            return json().at("/error/code").asString("");
        }

        String header(String name) {
            return raw.headers().firstValue(name).orElse("");
        }
    }

    /** Changes a payment of merchant_sandbox where it is stored, as only the orchestrator does. */
    void store(JsonNode payment, Bson change) {
        bean(MongoDatabase.class)
                .getCollection("payments")
                .updateOne(
                        Filters.eq(
                                "_id", "merchant_sandbox/" + payment.path("payment_id").asString()),
                        change);
    }

    <T> T bean(Class<T> type) {
        return context.getBean(type);
    }

    /** The endpoints of the API, without those of the actuator. */
    Map<RequestMappingInfo, HandlerMethod> endpoints() {
        return context.getBean("requestMappingHandlerMapping", RequestMappingHandlerMapping.class)
                .getHandlerMethods();
    }

    /** What the management port answers. */
    Reply manage(String path) {
        var port = bean(ManagementPort.class).number();
        return exchange(HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path)));
    }

    HttpRequest.Builder request(String path) {
        var port = context.getEnvironment().getRequiredProperty("local.server.port");
        return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path));
    }

    private Reply post(String key, String path, String body, List<String> headers) {
        var request =
                request(path).header("api-key", key).header("content-type", "application/json");
        for (var i = 0; i < headers.size(); i += 2) {
            request.setHeader(headers.get(i), headers.get(i + 1));
        }
        return send(request.POST(BodyPublishers.ofString(body)));
    }

    Reply post(String path, String body, String... headers) {
        return post(SECRET, path, body, List.of(headers));
    }

    Reply postAs(String key, String path, String body, String... headers) {
        return post(key, path, body, List.of(headers));
    }

    Reply getAs(String key, String path) {
        return send(request(path).header("api-key", key).GET());
    }

    Reply get(String path) {
        return getAs(SECRET, path);
    }

    /** A change by an administrator. */
    Reply administer(String path, String body) {
        return administerAs(ADMIN, path, body);
    }

    Reply administerAs(String key, String path, String body) {
        return send(
                request(path)
                        .header("admin-api-key", key)
                        .header("content-type", "application/json")
                        .POST(BodyPublishers.ofString(body)));
    }

    Reply inspectAs(String key, String path) {
        return send(request(path).header("admin-api-key", key).GET());
    }

    Reply send(HttpRequest.Builder request) {
        var reply = exchange(request);
        DescribedErrors.check(reply.raw());
        return reply;
    }

    private Reply exchange(HttpRequest.Builder request) {
        try {
            var response = http.send(request.build(), BodyHandlers.ofString());
            return new Reply(response.statusCode(), response.body(), response);
        } catch (IOException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /**
     * A payment that waits for its payment method. On a busy machine an answer can take longer than
     * the API waits: then it makes another.
     */
    JsonNode create(String more) {
        var body = "{\"amount\": 6540, \"currency\": \"EUR\"" + more + "}";
        var reply = post("/payments", body);
        for (var tries = 1; reply.status() == 503 && tries < MAX_TRIES; tries++) {
            reply = post("/payments", body);
        }
        return reply.json();
    }

    @Override
    public void close() {
        orchestrator.close();
        context.close();
        absentPeer.stop(0);
    }
}
