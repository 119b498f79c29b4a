package dev.paylater.api;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoDatabase;
import dev.paylater.api.key.KeyKind;
import java.net.http.HttpRequest.BodyPublishers;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.bson.Document;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/**
 * Every endpoint that works for a merchant, called by another merchant about the first one's
 * resources: they look as if there were none. An endpoint without a row here fails. The console,
 * which takes sessions and no keys, has MerchantConsoleTest.
 */
class TenantMatrixTest {

    private static final RunningApi API = RunningApi.shared();
    private static final String OWNER = "merchant_tenant_owner";
    private static final String STRANGER = "merchant_tenant_stranger";

    /** What an endpoint shows a stranger. */
    private enum Shown {
        /** 404, word for word as for an id that nobody has. */
        MISSING,
        /** A list in which nothing is. */
        EMPTY,
        /** Another stranger makes something of their own. */
        OWN
    }

    private record Row(Shown shown, String body) {
        static Row of(Shown shown) {
            return new Row(shown, "{}");
        }
    }

    private static final Map<String, Row> ROWS =
            Map.ofEntries(
                    Map.entry("GET /customers", Row.of(Shown.EMPTY)),
                    Map.entry("POST /customers", Row.of(Shown.OWN)),
                    Map.entry("GET /customers/{customerId}", Row.of(Shown.MISSING)),
                    Map.entry("POST /customers/{customerId}", Row.of(Shown.MISSING)),
                    Map.entry("DELETE /customers/{customerId}", Row.of(Shown.MISSING)),
                    Map.entry("GET /customers/{customerId}/payment_methods", Row.of(Shown.MISSING)),
                    Map.entry(
                            "DELETE /customers/{customerId}/payment_methods/{paymentMethodId}",
                            Row.of(Shown.MISSING)),
                    Map.entry(
                            "POST /customers/{customerId}/payment_methods/{paymentMethodId}/default",
                            Row.of(Shown.MISSING)),
                    Map.entry("GET /disputes/list", Row.of(Shown.EMPTY)),
                    Map.entry("GET /disputes/{disputeId}", Row.of(Shown.MISSING)),
                    Map.entry("POST /disputes/{disputeId}/accept", Row.of(Shown.MISSING)),
                    Map.entry(
                            "POST /disputes/{disputeId}/evidence",
                            new Row(Shown.MISSING, "{\"receipt\": \"R-1\"}")),
                    Map.entry("GET /mandates/list", Row.of(Shown.EMPTY)),
                    Map.entry("GET /mandates/{mandateId}", Row.of(Shown.MISSING)),
                    Map.entry("POST /mandates/revoke/{mandateId}", Row.of(Shown.MISSING)),
                    Map.entry("GET /payment_link/list", Row.of(Shown.EMPTY)),
                    Map.entry("GET /payment_link/{linkId}", Row.of(Shown.MISSING)),
                    Map.entry("POST /payment_link/{linkId}/deactivate", Row.of(Shown.MISSING)),
                    Map.entry("GET /payment_methods", Row.of(Shown.OWN)),
                    Map.entry("GET /payments/{paymentId}/payment_methods", Row.of(Shown.MISSING)),
                    Map.entry("GET /payments/list", Row.of(Shown.EMPTY)),
                    Map.entry(
                            "POST /payments",
                            new Row(Shown.OWN, "{\"amount\": 1, \"currency\": \"EUR\"}")),
                    Map.entry("GET /payments/{paymentId}", Row.of(Shown.MISSING)),
                    Map.entry("POST /payments/{paymentId}", Row.of(Shown.MISSING)),
                    Map.entry("GET /payments/{paymentId}/timeline", Row.of(Shown.MISSING)),
                    Map.entry("POST /payments/{paymentId}/confirm", Row.of(Shown.MISSING)),
                    Map.entry("POST /payments/{paymentId}/capture", Row.of(Shown.MISSING)),
                    Map.entry("POST /payments/{paymentId}/cancel", Row.of(Shown.MISSING)),
                    Map.entry("POST /payments/{paymentId}/approve", Row.of(Shown.MISSING)),
                    Map.entry("POST /payments/{paymentId}/reject", Row.of(Shown.MISSING)),
                    Map.entry(
                            "POST /payments/{paymentId}/incremental_authorization",
                            new Row(Shown.MISSING, "{\"amount\": 7000}")),
                    Map.entry(
                            "POST /payments/{paymentId}/shipments",
                            new Row(Shown.MISSING, "{\"carrier\": \"DHL\"}")),
                    Map.entry(
                            "POST /payments/{paymentId}/3ds/authentication",
                            new Row(
                                    Shown.MISSING,
                                    """
                                    {"client_secret": "<secret>", "device_channel": "APP",
                                     "threeds_method_comp_ind": "Y"}
                                    """)),
                    Map.entry(
                            "POST /payments/{paymentId}/complete_authorize",
                            new Row(Shown.MISSING, "{\"client_secret\": \"<secret>\"}")),
                    Map.entry(
                            "POST /{paymentId}/complete_authorize",
                            new Row(Shown.MISSING, "{\"client_secret\": \"<secret>\"}")),
                    Map.entry(
                            "POST /payments/session_tokens",
                            new Row(
                                    Shown.MISSING,
                                    """
                                    {"payment_id": "<payment>", "client_secret": "<secret>",
                                     "wallets": []}
                                    """)),
                    Map.entry(
                            "POST /refunds", new Row(Shown.OWN, "{\"payment_id\": \"<payment>\"}")),
                    Map.entry(
                            "POST /refunds/list",
                            new Row(Shown.EMPTY, "{\"start_time\": \"2026-01-01T00:00:00Z\"}")),
                    Map.entry("GET /refunds/{refundId}", Row.of(Shown.MISSING)),
                    Map.entry("POST /refunds/{refundId}", Row.of(Shown.MISSING)),
                    Map.entry("GET /webhook_endpoints", Row.of(Shown.EMPTY)),
                    Map.entry(
                            "POST /webhook_endpoints",
                            new Row(Shown.OWN, "{\"url\": \"http://127.0.0.1:9/hooks\"}")),
                    Map.entry("GET /webhook_endpoints/{endpointId}", Row.of(Shown.MISSING)),
                    Map.entry("POST /webhook_endpoints/{endpointId}", Row.of(Shown.MISSING)),
                    Map.entry("DELETE /webhook_endpoints/{endpointId}", Row.of(Shown.MISSING)),
                    Map.entry(
                            "POST /webhook_endpoints/{endpointId}/rotate_secret",
                            Row.of(Shown.MISSING)),
                    Map.entry("POST /webhook_endpoints/{endpointId}/test", Row.of(Shown.MISSING)),
                    Map.entry(
                            "POST /webhook_endpoints/{endpointId}/resend_failed",
                            new Row(Shown.MISSING, "{\"since\": \"2026-01-01T00:00:00Z\"}")),
                    Map.entry("GET /webhook_deliveries", Row.of(Shown.EMPTY)),
                    Map.entry("GET /webhook_deliveries/{deliveryId}", Row.of(Shown.MISSING)),
                    Map.entry(
                            "POST /webhook_deliveries/{deliveryId}/resend", Row.of(Shown.MISSING)));

    /** Nobody's key is needed; what each shows is tested where it is at home. */
    private static final Set<String> PUBLIC =
            Set.of(
                    "GET /console/sign_in",
                    "POST /console/sign_in",
                    "GET /console/sign_in/organisation",
                    "GET /console/sign_in/return",
                    "GET /console/assets/console.css",
                    "GET /console/assets/live.js",
                    "GET /elements/v1",
                    "GET /elements/v1/{name}",
                    "GET /elements/v1/texts/{language}",
                    "GET /",
                    "GET /docs",
                    "GET /docs/assets/{name}",
                    "GET /docs/errors",
                    "GET /docs/errors/{code}",
                    "GET /openapi.json",
                    "GET /openapi-3.0.json",
                    "GET /asyncapi.json",
                    "GET /pay/secure/{merchantId}/{linkId}",
                    "POST /pay/secure/{merchantId}/{linkId}",
                    "GET /pay/{merchantId}/{linkId}",
                    "POST /pay/{merchantId}/{linkId}",
                    "GET /payments/redirect/{paymentId}/{merchantId}/{attemptId}",
                    "GET /payments/{paymentId}/{merchantId}/redirect/response/{connector}",
                    "POST /payments/{paymentId}/{merchantId}/redirect/response/{connector}",
                    "GET /webhooks/{merchantId}/{connector}",
                    "POST /webhooks/{merchantId}/{connector}");

    private static final Map<String, String> owned = new TreeMap<>();
    private static final Map<String, String> unknown =
            Map.of(
                    "payment", "pay_00000000000000000000000000",
                    "customer", "cus_unknown",
                    "dispute", "dp_unknown",
                    "mandate", "man_unknown",
                    "paymentMethod", "pm_unknown",
                    "link", "plink_unknown",
                    "secret", "pay_00000000000000000000000000_secret_0",
                    "refund", "ref_unknown",
                    "endpoint", "we_unknown",
                    "delivery", "whd_unknown");

    private static String ownerKey;
    private static String ownerPublishable;
    private static String strangerKey;
    private static String strangerPublishable;
    private static String makerKey;

    @BeforeAll
    static void give_the_owner_one_of_each() {
        ownerKey = newMerchant(OWNER);
        ownerPublishable = issue(OWNER, "publishable");
        strangerKey = newMerchant(STRANGER);
        strangerPublishable = issue(STRANGER, "publishable");
        makerKey = newMerchant("merchant_tenant_maker");
        var payment =
                API.postAs(
                                ownerKey,
                                "/payments",
                                """
                                {"amount": 6540, "currency": "EUR", "payment_link": true,
                                 "customer": {"id": "cus_tenant", "name": "Ada"}}
                                """)
                        .json();
        owned.put("payment", payment.path("payment_id").asString());
        owned.put("secret", payment.path("client_secret").asString());
        owned.put("ephemeral", payment.at("/ephemeral_key/secret").asString());
        owned.put("customer", "cus_tenant");
        owned.put("link", payment.at("/payment_link/payment_link_id").asString());
        owned.put("dispute", "dp_tenant");
        owned.put("refund", "ref_tenant");
        StoredRefund.of(owned.get("payment"), "ref_tenant").of(OWNER).store(API);
        owned.put("mandate", "man_tenant");
        owned.put("delivery", "whd_tenant");
        owned.put(
                "endpoint",
                API.postAs(ownerKey, "/webhook_endpoints", "{\"url\": \"http://127.0.0.1:9/\"}")
                        .json()
                        .path("id")
                        .asString());
        StoredDelivery.of("whd_tenant")
                .with("merchant_id", OWNER)
                .with("endpoint_id", owned.get("endpoint"))
                .store(API);
        owned.put("paymentMethod", "pm_tenant");
        API.bean(MongoDatabase.class)
                .getCollection("payments")
                .updateOne(
                        new Document("_id", OWNER + "/" + owned.get("payment")),
                        new Document(
                                "$set",
                                new Document(
                                                "payment.disputes",
                                                List.of(
                                                        new Document("dispute_id", "dp_tenant")
                                                                .append("dispute_stage", "dispute")
                                                                .append("amount", 1L)
                                                                .append("currency", "EUR")))
                                        .append("given_mandate_id", "man_tenant")
                                        .append("attempt_statuses", List.of("charged"))
                                        .append(
                                                "payment.attempts",
                                                List.of(
                                                        new Document("attempt_id", "a_1")
                                                                .append("connector", "sandbox")
                                                                .append(
                                                                        "merchant_connector_id",
                                                                        "mca_1")
                                                                .append(
                                                                        "mandate_id",
                                                                        "man_tenant")))));
    }

    private static String newMerchant(String merchantId) {
        administer("", "{\"merchant_id\": \"" + merchantId + "\"}");
        return issue(merchantId, "secret");
    }

    private static String issue(String merchantId, String kind) {
        return administer("/" + merchantId + "/api_keys", "{\"kind\": \"" + kind + "\"}")
                .json()
                .path("api_key")
                .asString();
    }

    private static RunningApi.Reply administer(String path, String body) {
        return API.send(
                API.request("/admin/merchants" + path)
                        .header("admin-api-key", RunningApi.ADMIN)
                        .header("content-type", "application/json")
                        .POST(BodyPublishers.ofString(body)));
    }

    @Test
    void every_endpoint_has_a_row() {
        var declared = new TreeSet<>(ROWS.keySet());
        declared.addAll(PUBLIC);
        var served =
                Endpoint.of(API)
                        .filter(endpoint -> !endpoint.kinds().equals(List.of(KeyKind.ADMIN)))
                        .filter(endpoint -> !endpoint.isOfConsole() || endpoint.kinds().isEmpty())
                        .map(Endpoint::name)
                        .collect(Collectors.toCollection(TreeSet::new));
        assertThat(served).isEqualTo(declared);
    }

    @Test
    void what_needs_no_key_is_declared_public() {
        var open =
                Endpoint.of(API).filter(endpoint -> endpoint.kinds().isEmpty()).map(Endpoint::name);
        assertThat(open).containsExactlyInAnyOrderElementsOf(PUBLIC);
    }

    @TestFactory
    Stream<DynamicTest> a_stranger_sees_nothing_of_the_owner() {
        return Endpoint.of(API)
                .filter(endpoint -> ROWS.containsKey(endpoint.name()))
                .flatMap(
                        endpoint ->
                                endpoint.kinds().stream()
                                        .map(
                                                kind ->
                                                        DynamicTest.dynamicTest(
                                                                endpoint.name() + " with " + kind,
                                                                () -> check(endpoint, kind))));
    }

    private static void check(Endpoint endpoint, KeyKind kind) {
        var row = Objects.requireNonNull(ROWS.get(endpoint.name()));
        var isSecret = kind == KeyKind.SECRET;
        var reader = isSecret ? strangerKey : strangerPublishable;
        var stranger = row.shown() == Shown.OWN ? makerKey : reader;
        var answer = call(endpoint, row, stranger, owned);
        // A request id is random, and may have any four digits in it.
        assertThat(answer.body().replaceAll("req_\\w+", ""))
                .doesNotContain(owned.get("secret"), "Ada", "6540");
        switch (row.shown()) {
            case MISSING -> {
                assertThat(answer.status()).as(answer.body()).isEqualTo(404);
                assertThat(answer.code()).isEqualTo("HE_02");
                assertThat(error(answer)).isEqualTo(error(call(endpoint, row, stranger, unknown)));
                var owner = isSecret ? ownerKey : ownerPublishable;
                // Other rows need what the owner would delete.
                if (!endpoint.verb().equals("DELETE")) {
                    assertThat(call(endpoint, row, owner, owned).status()).isNotEqualTo(404);
                }
            }
            case EMPTY -> {
                assertThat(answer.status()).isEqualTo(200);
                assertThat(answer.body().replaceAll("\\s", ""))
                        .isIn(
                                "{\"data\":[],\"has_more\":false}",
                                "[{\"size\":0,\"data\":[]}]",
                                "{\"count\":0,\"total_count\":0,\"data\":[]}");
                assertThat(call(endpoint, row, ownerKey, owned).body())
                        .containsAnyOf(
                                owned.get("payment"),
                                owned.get("endpoint"),
                                "cus_tenant",
                                "dp_tenant");
            }
            case OWN -> assertThat(answer.body()).doesNotContain(OWNER);
        }
    }

    private static Map<String, String> error(RunningApi.Reply answer) {
        var error = answer.json().path("error");
        return Map.of(
                "type", error.path("type").asString(""),
                "code", error.path("code").asString(""),
                "message", error.path("message").asString(""),
                "param", error.path("param").asString(""));
    }

    private static RunningApi.Reply call(
            Endpoint endpoint, Row row, String key, Map<String, String> resources) {
        var path = endpoint.path();
        var body = row.body();
        for (var resource : resources.entrySet()) {
            path = path.replace("{" + resource.getKey() + "Id}", resource.getValue());
            body = body.replace("<" + resource.getKey() + ">", resource.getValue());
        }
        if (endpoint.verb().equals("POST")) {
            return API.postAs(key, path, body);
        }
        if (endpoint.verb().equals("DELETE")) {
            return API.send(API.request(path).header("api-key", key).DELETE());
        }
        var isClient = key.startsWith("pk_");
        if (isClient && path.startsWith("/customers/")) {
            return API.send(
                    API.request(path)
                            .header("api-key", key)
                            .header("ephemeral-key", owned.getOrDefault("ephemeral", ""))
                            .GET());
        }
        return API.getAs(key, isClient ? path + "?client_secret=" + resources.get("secret") : path);
    }
}
