package dev.paylater.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylater.api.key.KeyKind;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every endpoint that a merchant's server calls, with a key for each scope: only the one that the
 * table says gets past the gate. An endpoint without a row here fails. The console, which takes
 * sessions and no keys, has MerchantConsoleTest.
 */
class ScopeMatrixTest {

    private static final RunningApi API = RunningApi.shared();

    private static final List<String> SCOPES =
            List.of(
                    "payments.read",
                    "payments.write",
                    "refunds.write",
                    "disputes",
                    "webhooks",
                    "reports");

    private static final Map<String, String> NEEDED =
            Map.ofEntries(
                    Map.entry("GET /customers", "payments.read"),
                    Map.entry("POST /customers", "payments.write"),
                    Map.entry("GET /customers/{customerId}", "payments.read"),
                    Map.entry("POST /customers/{customerId}", "payments.write"),
                    Map.entry("DELETE /customers/{customerId}", "payments.write"),
                    Map.entry("GET /customers/{customerId}/payment_methods", "payments.read"),
                    Map.entry(
                            "DELETE /customers/{customerId}/payment_methods/{paymentMethodId}",
                            "payments.write"),
                    Map.entry(
                            "POST /customers/{customerId}/payment_methods/{paymentMethodId}/default",
                            "payments.write"),
                    Map.entry("GET /disputes/list", "disputes"),
                    Map.entry("GET /disputes/{disputeId}", "disputes"),
                    Map.entry("POST /disputes/{disputeId}/accept", "disputes"),
                    Map.entry("POST /disputes/{disputeId}/evidence", "disputes"),
                    Map.entry("GET /mandates/list", "payments.read"),
                    Map.entry("GET /mandates/{mandateId}", "payments.read"),
                    Map.entry("POST /mandates/revoke/{mandateId}", "payments.write"),
                    Map.entry("GET /payment_link/{linkId}", "payments.read"),
                    Map.entry("GET /payment_link/list", "payments.read"),
                    Map.entry("POST /payment_link/{linkId}/deactivate", "payments.write"),
                    Map.entry("GET /payment_methods", "payments.read"),
                    Map.entry("GET /payments/{paymentId}/payment_methods", "payments.read"),
                    Map.entry("GET /payments/list", "payments.read"),
                    Map.entry("POST /payments", "payments.write"),
                    Map.entry("GET /payments/{paymentId}", "payments.read"),
                    Map.entry("POST /payments/{paymentId}", "payments.write"),
                    Map.entry("GET /payments/{paymentId}/timeline", "payments.read"),
                    Map.entry("POST /payments/{paymentId}/confirm", "payments.write"),
                    Map.entry("POST /payments/{paymentId}/capture", "payments.write"),
                    Map.entry("POST /payments/{paymentId}/cancel", "payments.write"),
                    Map.entry("POST /payments/{paymentId}/approve", "payments.write"),
                    Map.entry("POST /payments/{paymentId}/reject", "payments.write"),
                    Map.entry(
                            "POST /payments/{paymentId}/incremental_authorization",
                            "payments.write"),
                    Map.entry("POST /payments/{paymentId}/shipments", "payments.write"),
                    Map.entry("POST /payments/{paymentId}/complete_authorize", "payments.write"),
                    Map.entry("POST /{paymentId}/complete_authorize", "payments.write"),
                    Map.entry("POST /refunds", "refunds.write"),
                    Map.entry("POST /refunds/list", "payments.read"),
                    Map.entry("GET /refunds/{refundId}", "payments.read"),
                    Map.entry("POST /refunds/{refundId}", "refunds.write"),
                    Map.entry("GET /webhook_endpoints", "webhooks"),
                    Map.entry("POST /webhook_endpoints", "webhooks"),
                    Map.entry("GET /webhook_endpoints/{endpointId}", "webhooks"),
                    Map.entry("POST /webhook_endpoints/{endpointId}", "webhooks"),
                    Map.entry("DELETE /webhook_endpoints/{endpointId}", "webhooks"),
                    Map.entry("POST /webhook_endpoints/{endpointId}/rotate_secret", "webhooks"),
                    Map.entry("POST /webhook_endpoints/{endpointId}/test", "webhooks"),
                    Map.entry("POST /webhook_endpoints/{endpointId}/resend_failed", "webhooks"),
                    Map.entry("GET /webhook_deliveries", "webhooks"),
                    Map.entry("GET /webhook_deliveries/{deliveryId}", "webhooks"),
                    Map.entry("POST /webhook_deliveries/{deliveryId}/resend", "webhooks"));

    private static final Map<String, String> keys = new TreeMap<>();

    @BeforeAll
    static void issue_a_key_for_each_scope_and_one_for_all_others() {
        for (var scope : SCOPES) {
            keys.put(scope, issue(List.of(scope)));
            keys.put(
                    "all but " + scope,
                    issue(SCOPES.stream().filter(other -> !other.equals(scope)).toList()));
        }
    }

    private static String issue(List<String> scopes) {
        var quoted = scopes.stream().map(scope -> '"' + scope + '"').toList();
        return API.administer(
                        "/admin/merchants/merchant_sandbox/api_keys",
                        "{\"kind\": \"secret\", \"scopes\": " + quoted + "}")
                .json()
                .path("api_key")
                .asString();
    }

    @Test
    void every_endpoint_for_servers_has_a_row() {
        assertThat(endpoints().map(Endpoint::name))
                .containsExactlyInAnyOrderElementsOf(NEEDED.keySet());
    }

    static Stream<Arguments> matrix() {
        return endpoints()
                .flatMap(
                        endpoint ->
                                keys.keySet().stream()
                                        .map(key -> Arguments.of(endpoint.name(), key, endpoint)));
    }

    private static Stream<Endpoint> endpoints() {
        return Endpoint.of(API)
                .filter(endpoint -> endpoint.kinds().contains(KeyKind.SECRET))
                .filter(endpoint -> !endpoint.isOfConsole());
    }

    @ParameterizedTest(name = "{0} with {1}")
    @MethodSource("matrix")
    void only_the_scope_that_an_endpoint_needs_opens_it(
            String name, String key, Endpoint endpoint) {
        var needed = NEEDED.getOrDefault(endpoint.name(), "a row in this test");
        var opens =
                key.startsWith("all but ") ? !key.equals("all but " + needed) : key.equals(needed);
        var answer = endpoint.call(API, Objects.requireNonNull(keys.get(key)));
        if (opens) {
            assertThat(answer.status()).isNotIn(401, 403);
        } else {
            assertThat(answer.status()).isEqualTo(403);
            assertThat(answer.code()).isEqualTo("IR_17");
            assertThat(answer.json().at("/error/message").asString())
                    .isEqualTo("This key lacks the scope " + needed);
        }
    }
}
