package dev.paylater.api;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoDatabase;
import dev.paylater.api.key.KeyKind;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every route that may change something is called as it is served: either the audit log has lines
 * of the call, or the route is listed here with the reason why it has none.
 */
class AuditedRoutesTest {

    private static final RunningApi API = RunningApi.shared();

    private static final String HISTORY = "the payment's own history has it";
    private static final String READS = "changes nothing";
    private static final String REPEATS = "sends to where events go already";
    private static final String NO_KEY = "nobody has shown a key";
    private static final String CUSTOMER = "changes neither where money nor where events go";

    private static final Map<String, String> UNAUDITED =
            Map.ofEntries(
                    Map.entry("POST /payments", HISTORY),
                    Map.entry("POST /payments/{paymentId}", HISTORY),
                    Map.entry("POST /payments/{paymentId}/confirm", HISTORY),
                    Map.entry("POST /payments/{paymentId}/capture", HISTORY),
                    Map.entry("POST /payments/{paymentId}/cancel", HISTORY),
                    Map.entry("POST /payments/{paymentId}/approve", HISTORY),
                    Map.entry("POST /payments/{paymentId}/reject", HISTORY),
                    Map.entry("POST /payments/{paymentId}/incremental_authorization", HISTORY),
                    Map.entry("POST /payments/{paymentId}/shipments", HISTORY),
                    Map.entry("POST /payments/{paymentId}/complete_authorize", HISTORY),
                    Map.entry("POST /{paymentId}/complete_authorize", HISTORY),
                    Map.entry("POST /payments/{paymentId}/3ds/authentication", HISTORY),
                    Map.entry("POST /payment_link/{linkId}/deactivate", HISTORY),
                    Map.entry("POST /payments/session_tokens", READS),
                    Map.entry("POST /refunds", HISTORY),
                    Map.entry("POST /refunds/{refundId}", HISTORY),
                    Map.entry("POST /refunds/list", READS),
                    Map.entry("POST /disputes/{disputeId}/accept", HISTORY),
                    Map.entry("POST /disputes/{disputeId}/evidence", HISTORY),
                    Map.entry("POST /mandates/revoke/{mandateId}", HISTORY),
                    Map.entry("POST /customers", CUSTOMER),
                    Map.entry("POST /customers/{customerId}", CUSTOMER),
                    Map.entry(
                            "POST /customers/{customerId}/payment_methods/{paymentMethodId}/default",
                            CUSTOMER),
                    Map.entry("POST /webhook_deliveries/{deliveryId}/resend", REPEATS),
                    Map.entry("POST /webhook_endpoints/{endpointId}/resend_failed", REPEATS),
                    Map.entry("POST /webhook_endpoints/{endpointId}/test", REPEATS),
                    Map.entry("POST /webhooks/{merchantId}/{connector}", NO_KEY),
                    Map.entry(
                            "POST /payments/{paymentId}/{merchantId}/redirect/response/{connector}",
                            NO_KEY),
                    Map.entry("POST /console/sign_in", NO_KEY),
                    Map.entry("POST /pay/{merchantId}/{linkId}", NO_KEY),
                    Map.entry("POST /pay/secure/{merchantId}/{linkId}", NO_KEY));

    static Stream<Arguments> routes() {
        return Endpoint.of(API)
                .filter(endpoint -> !endpoint.verb().equals("GET"))
                .map(endpoint -> Arguments.of(endpoint.name(), endpoint));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("routes")
    void a_route_that_changes_something_is_audited_or_has_a_reason(String name, Endpoint endpoint) {
        var signedIn =
                endpoint.isOfConsole() && !endpoint.kinds().isEmpty()
                        ? ConsoleClient.as(
                                API,
                                endpoint.kinds().contains(KeyKind.ADMIN) ? "owner" : "merchant")
                        : null;
        var before = lines();
        var answer =
                signedIn != null
                        ? signedIn.submit(endpoint.path().replaceAll("\\{\\w+}", "x"))
                        : endpoint.call(API, keyFor(endpoint.kinds()));

        assertThat(answer.status()).as("the key is one that the route takes").isNotEqualTo(403);
        assertThat(lines() > before)
                .as("%s, answered %s: audited, or listed with a reason", name, answer.status())
                .isNotEqualTo(UNAUDITED.containsKey(name));
    }

    @Test
    void no_reason_is_for_a_route_that_there_is_not() {
        var served = routes().map(route -> (String) route.get()[0]).collect(Collectors.toSet());
        assertThat(new TreeMap<>(UNAUDITED).keySet()).isSubsetOf(served);
    }

    private static String keyFor(List<KeyKind> kinds) {
        if (kinds.contains(KeyKind.ADMIN)) {
            return RunningApi.ADMIN;
        }
        if (kinds.contains(KeyKind.SECRET)) {
            return RunningApi.SECRET;
        }
        return kinds.isEmpty() ? "" : RunningApi.PUBLISHABLE;
    }

    private static long lines() {
        return API.bean(MongoDatabase.class).getCollection("audit_log").countDocuments();
    }
}
