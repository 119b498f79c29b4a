package dev.paylater.e2e;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** A merchant's server: it has a key and sends JSON. */
public final class MerchantClient {

    public static final String BASE = "http://127.0.0.1:" + (8080 + Script.PORT_OFFSET);
    public static final String SANDBOX_KEY = "sk_sandbox_paylater_0123456789abcdef";
    public static final MerchantClient SANDBOX = new MerchantClient(SANDBOX_KEY);
    public static final MerchantClient OTHER =
            new MerchantClient("sk_other_paylater_0123456789abcdef");
    public static final MerchantClient CUSTOMER =
            new MerchantClient("pk_sandbox_paylater_0123456789abcdef");
    public static final MerchantClient NOBODY = new MerchantClient("");

    static final String ADMIN_HEADER = "admin-api-key";
    static final String ADMIN_KEY = "admin_sandbox_paylater_0123456789abcdef";
    private static final Duration TIMEOUT = Duration.ofSeconds(20);
    private static final Duration PAUSE = Duration.ofMillis(50);
    private static final HttpClient HTTP =
            HttpClient.newBuilder()
                    .version(HttpClient.Version.HTTP_1_1)
                    .followRedirects(HttpClient.Redirect.NEVER)
                    .build();

    private static volatile @Nullable Description description;

    private final String key;
    private final String base;

    public MerchantClient(String key) {
        this(key, BASE);
    }

    private MerchantClient(String key, String base) {
        this.key = key;
        this.base = base;
    }

    public String key() {
        return key;
    }

    /** This merchant's key, used at another installation. */
    public MerchantClient at(String address) {
        return new MerchantClient(key, address);
    }

    /** From now on every answer that any merchant gets has to be as described. */
    public static void hold(Description wanted) {
        description = wanted;
    }

    public ApiAnswer post(String path, String body) {
        return post(path, body, Map.of());
    }

    public ApiAnswer post(String path, String body, Map<String, String> headers) {
        var request =
                request(path)
                        .header("content-type", "application/json")
                        .POST(BodyPublishers.ofString(body));
        headers.forEach(request::setHeader);
        return send(request);
    }

    /** Sends a page's form, as a browser does. */
    public ApiAnswer submit(String path, String form) {
        return send(
                request(path)
                        .header("content-type", "application/x-www-form-urlencoded")
                        .POST(BodyPublishers.ofString(form)));
    }

    public ApiAnswer get(String path) {
        return send(request(path).GET());
    }

    public ApiAnswer delete(String path) {
        return send(request(path).DELETE());
    }

    /** A GET with a body, which retrieve and its like take. */
    public ApiAnswer get(String path, String body) {
        return send(
                request(path)
                        .header("content-type", "application/json")
                        .method("GET", BodyPublishers.ofString(body)));
    }

    /** With the key of those who run the system instead of a merchant's. */
    public static ApiAnswer administer(String path, String body) {
        return NOBODY.post("/admin/merchants" + path, body, Map.of(ADMIN_HEADER, ADMIN_KEY));
    }

    public static ApiAnswer inspect(String path) {
        return NOBODY.send(NOBODY.request(path).header(ADMIN_HEADER, ADMIN_KEY).GET());
    }

    /**
     * Creates a confirmed payment whose outcome the tag chooses; the default is a manual capture.
     */
    public ApiAnswer pay(String tag, String captureMethod) {
        return post("/payments", body(tag, captureMethod));
    }

    public static String body(String tag, String captureMethod) {
        var email = tag.isEmpty() ? "ada@example.com" : "ada+" + tag + "@example.com";
        return """
        {"amount": 6540, "currency": "EUR", "capture_method": "%s", "confirm": true,
         "payment_method": "pay_later", "payment_method_type": "invoice",
         "payment_method_data": {"pay_later": {"invoice": {}}},
         "return_url": "https://shop.example/return",
         "billing": {"address": {"first_name": "Ada", "last_name": "Jones", "line1": "Main St 1",
           "zip": "10115", "city": "Berlin", "country": "DE"}, "email": "%s"}}
        """
                .formatted(captureMethod, email);
    }

    /** The body with further fields, or with other values of some. */
    public static String with(String body, String fields) {
        var merged = (ObjectNode) JsonMapper.shared().readTree(body);
        merged.setAll((ObjectNode) JsonMapper.shared().readTree("{" + fields + "}"));
        return merged.toString();
    }

    public ApiAnswer payment(String paymentId) {
        return get("/payments/" + paymentId).expect(200);
    }

    /** Reads the payment until it has one of these statuses. */
    public ApiAnswer await(String paymentId, Duration patience, String... statuses) {
        return await(
                paymentId,
                patience,
                payment -> java.util.Set.of(statuses).contains(payment.string("status")));
    }

    public ApiAnswer await(String paymentId, Duration patience, Predicate<ApiAnswer> wanted) {
        return await(() -> payment(paymentId), patience, wanted);
    }

    /** Asks until the answer is such. */
    public static ApiAnswer await(
            Supplier<ApiAnswer> question, Duration patience, Predicate<ApiAnswer> wanted) {
        var end = Instant.now().plus(patience);
        while (true) {
            var answer = question.get();
            if (wanted.test(answer)) {
                return answer;
            }
            if (Instant.now().isAfter(end)) {
                throw new AssertionError("Not within " + patience + ": " + answer.text());
            }
            pause();
        }
    }

    public static void pause() {
        try {
            Thread.sleep(PAUSE);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError("Interrupted", e);
        }
    }

    public ApiAnswer send(HttpRequest.Builder request) {
        try {
            var call = request.timeout(TIMEOUT).build();
            var response = HTTP.send(call, BodyHandlers.ofString());
            var answer = new ApiAnswer(response.statusCode(), response.headers(), response.body());
            var described = description;
            if (described != null) {
                described.check(call, answer);
            }
            return answer;
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError("Interrupted", e);
        }
    }

    public HttpRequest.Builder request(String path) {
        var url = path.startsWith("http") ? path : base + path;
        var request = HttpRequest.newBuilder(URI.create(url));
        return key.isEmpty() ? request : request.header("api-key", key);
    }
}
