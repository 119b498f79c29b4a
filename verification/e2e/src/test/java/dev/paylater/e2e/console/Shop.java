package dev.paylater.e2e.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylater.e2e.ApiAnswer;
import dev.paylater.e2e.MerchantClient;
import dev.paylater.e2e.ProviderLedger;
import dev.paylater.e2e.StoredDocuments;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.function.BooleanSupplier;
import org.bson.Document;
import tools.jackson.databind.JsonNode;

/**
 * The merchant whose payments are looked at, with what it has: an account, two keys, and an
 * endpoint for webhooks, and a payment that everybody may see. What happened to it is read by the
 * interfaces, at the provider and at the endpoint.
 */
record Shop(
        String id,
        MerchantClient merchant,
        String readersKey,
        String accountId,
        String endpointId,
        String paymentId) {

    static final Duration SOON = Duration.ofSeconds(20);

    /** Knows no description of the interface, which has no console. */
    private static final HttpClient HTTP = HttpClient.newHttpClient();

    static Shop open() {
        var id = "console_" + UUID.randomUUID().toString().substring(0, 8);
        MerchantClient.administer("", "{\"merchant_id\": \"" + id + "\"}").expect(200);
        var account =
                MerchantClient.administer(
                                "/" + id + "/connector_accounts",
                                """
                                {"connector": "sandbox", "credentials": {"api_key": "sandbox_%s"},
                                 "webhook_secret": "whsec_%s", "base_url": "%s/sandbox/v1",
                                 "settings": {"timeout_millis": 1000}}
                                """
                                        .formatted(id, id, ProviderLedger.BASE))
                        .expect(200);
        var merchant = new MerchantClient(key(id, "").string("api_key"));
        var reader = key(id, ", \"scopes\": [\"payments.read\"]").string("api_key");
        var endpoint =
                merchant.post("/webhook_endpoints", "{\"url\": \"" + hook(id) + "\"}").expect(200);
        return new Shop(
                id,
                merchant,
                reader,
                account.string("merchant_connector_id"),
                endpoint.string("id"),
                merchant.pay("", "manual").expect(200).string("payment_id"));
    }

    private static ApiAnswer key(String id, String more) {
        return MerchantClient.administer(
                        "/" + id + "/api_keys",
                        "{\"kind\": \"secret\", \"name\": \"Clerk\"%s}".formatted(more))
                .expect(200);
    }

    /** One more secret key, which may do everything. */
    ApiAnswer newKey() {
        return key(id, "");
    }

    static String hook(String name) {
        return ProviderLedger.BASE + "/hooks/" + name;
    }

    /** One more endpoint, by the name of its receiver. */
    String newEndpoint(String hook) {
        return merchant.post("/webhook_endpoints", "{\"url\": \"" + hook(hook) + "\"}")
                .expect(200)
                .string("id");
    }

    String page(String paymentId) {
        return "/console/payments/" + id + "/" + paymentId;
    }

    String pay(String tag, String captureMethod, String more) {
        return merchant.post(
                        "/payments",
                        MerchantClient.with(MerchantClient.body(tag, captureMethod), more))
                .expect(200)
                .string("payment_id");
    }

    String pay(String tag, String captureMethod) {
        return pay(tag, captureMethod, "");
    }

    /** A payment with a dispute. */
    String disputed() {
        var paymentId = pay("", "automatic");
        ProviderLedger.tell(
                        "/disputes",
                        """
                        {"merchant_reference": "%s", "amount": 1000, "stage": "dispute",
                         "status": "dispute_opened", "reason": "not received",
                         "reason_code": "13.1", "connector_status": "open",
                         "challenge_required_by": "2030-01-01T00:00:00Z"}
                        """
                                .formatted(paymentId))
                .expect(201);
        return merchant.await(paymentId, SOON, p -> !p.json().at("/disputes/0").isMissingNode())
                .json()
                .at("/disputes/0/dispute_id")
                .asString();
    }

    String disputeStatus(String disputeId) {
        return merchant.get("/disputes/" + disputeId).expect(200).string("dispute_status");
    }

    /** A mandate for later payments. */
    String mandate() {
        var more =
                """
                "payment_type": "new_mandate", "setup_future_usage": "off_session",
                "customer": {"id": "cus_%s"},
                "mandate_data": {"mandate_type": {"multi_use": {"amount": 10000, "currency": "EUR"}}}
                """
                        .formatted(UUID.randomUUID());
        return merchant.payment(pay("", "automatic", more)).string("mandate_id");
    }

    String mandateStatus(String mandateId) {
        return merchant.get("/mandates/" + mandateId).expect(200).string("status");
    }

    /** A payment that waits to be paid by its link. */
    ApiAnswer linked() {
        return merchant.post(
                        "/payments",
                        "{\"amount\": 6540, \"currency\": \"EUR\", \"payment_link\": true}")
                .expect(200);
    }

    /** A payment of which the provider has money that nobody wants. */
    CompletableFuture<String> unwanted() {
        return CompletableFuture.supplyAsync(
                () -> {
                    var paymentId = pay("late-approval+void-declined", "manual");
                    try (var store = new StoredDocuments()) {
                        MerchantClient.await(
                                () -> merchant.payment(paymentId),
                                SOON.multipliedBy(2),
                                _ -> hasUnwanted(store, paymentId));
                    }
                    return paymentId;
                });
    }

    private static boolean hasUnwanted(StoredDocuments store, String paymentId) {
        return store.payment(paymentId).getList("attempts", Document.class, List.of()).stream()
                .anyMatch(attempt -> attempt.get("unwanted") != null);
    }

    boolean hasUnwanted(String paymentId) {
        try (var store = new StoredDocuments()) {
            return hasUnwanted(store, paymentId);
        }
    }

    /** What the provider has done for a payment, and how it stands here. */
    List<String> money(String paymentId) {
        var payment = merchant.payment(paymentId);
        return List.of(
                payment.string("status"),
                payment.string("merchant_decision"),
                ProviderLedger.ledgerOf(paymentId).toString());
    }

    void awaitLedger(String paymentId, String... entries) {
        var _ =
                merchant.await(
                        paymentId,
                        SOON,
                        _ -> ProviderLedger.ledgerOf(paymentId).equals(List.of(entries)));
    }

    /** What arrived at a receiver of webhooks that names this. */
    List<JsonNode> arrived(String hook, String about) {
        return MerchantClient.NOBODY
                .get(ProviderLedger.BASE + "/simulator/hooks?name=" + hook)
                .expect(200)
                .json()
                .path("hooks")
                .valueStream()
                .filter(one -> one.path("body").asString("").contains(about))
                .toList();
    }

    /** Lines of the audit log about this that say that it was done. */
    List<JsonNode> audited(String action, String about) {
        return MerchantClient.inspect(
                        "/audit_log?limit=100&merchant_id=%s&action=%s".formatted(id, action))
                .expect(200)
                .json()
                .path("data")
                .valueStream()
                .filter(line -> line.path("resource_id").asString("").equals(about))
                .filter(line -> line.path("outcome").asString("").equals("done"))
                .toList();
    }

    /** All keys, or what there is of one. */
    String keysWith(String text) {
        return MerchantClient.inspect("/admin/merchants/" + id + "/api_keys")
                .expect(200)
                .json()
                .path("data")
                .valueStream()
                .map(JsonNode::toString)
                .filter(key -> key.contains('"' + text + '"'))
                .toList()
                .toString();
    }

    /** One more profile. */
    String newProfile() {
        return MerchantClient.administer("/" + id + "/profiles", "{\"name\": \"Shop\"}")
                .expect(200)
                .string("profile_id");
    }

    /** The rule of a profile. */
    String routing(String profileId) {
        return MerchantClient.inspect("/admin/merchants/" + id + "/profiles")
                .expect(200)
                .json()
                .path("data")
                .valueStream()
                .filter(profile -> profile.path("profile_id").asString().equals(profileId))
                .map(profile -> profile.path("routing").toString())
                .toList()
                .toString();
    }

    /** An endpoint without its times, or the refusal that it is gone. */
    String endpoint(String endpointId) {
        var found = merchant.get("/webhook_endpoints/" + endpointId);
        return found.status() + " " + found.json().path("enabled");
    }

    boolean hasEndpoint(String url) {
        return merchant.get("/webhook_endpoints").expect(200).text().contains(url);
    }

    /** Waits until something outside of the browser has come. */
    static void await(BooleanSupplier wanted) {
        var end = Instant.now().plus(SOON);
        while (!wanted.getAsBoolean()) {
            assertThat(Instant.now()).as("It does not come").isBefore(end);
            MerchantClient.pause();
        }
    }

    /** A session that is begun with another browser; ended when it is led to sign in. */
    record Session(String cookie) {

        static Session begin(String signIn) {
            var request =
                    HttpRequest.newBuilder(URI.create(MerchantClient.BASE + "/console/sign_in"))
                            .header("content-type", "application/x-www-form-urlencoded")
                            .POST(BodyPublishers.ofString(signIn));
            var cookie = send(request).headers().firstValue("set-cookie").orElseThrow();
            return new Session(cookie.replaceAll(";.*", ""));
        }

        private static HttpResponse<Void> send(HttpRequest.Builder request) {
            try {
                return HTTP.send(
                        request.header("accept", "text/html").build(), BodyHandlers.discarding());
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new AssertionError("Interrupted", e);
            }
        }

        /** As the list of sessions names it. */
        String id() {
            try {
                var token = cookie.substring(cookie.indexOf('=') + 1);
                return HexFormat.of()
                        .formatHex(
                                MessageDigest.getInstance("SHA-256")
                                        .digest(token.getBytes(StandardCharsets.UTF_8)));
            } catch (NoSuchAlgorithmException e) {
                throw new IllegalStateException(e);
            }
        }

        boolean goesOn() {
            var request =
                    HttpRequest.newBuilder(URI.create(MerchantClient.BASE + "/console/sessions"))
                            .header("cookie", cookie);
            return send(request).statusCode() == 200;
        }
    }
}
