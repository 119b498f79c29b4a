package dev.paylater.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylater.api.key.KeyKind;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every endpoint for administrators with a key of every role: those of the table get past the gate,
 * the others are refused and that is in the audit log. An endpoint without a row here fails. The
 * console, which takes sessions and no keys, has ConsoleTest.
 */
class RoleMatrixTest {

    private static final RunningApi API = RunningApi.shared();

    private static final Set<String> EVERYBODY =
            Set.of("owner", "operator", "support", "read_only");
    private static final Set<String> SUPPORT = Set.of("owner", "operator", "support");
    private static final Set<String> OPERATORS = Set.of("owner", "operator");
    private static final Set<String> OWNERS = Set.of("owner");

    private static final String MERCHANT = "/admin/merchants/{merchantId}";

    private static final Map<String, Set<String>> ALLOWED =
            Map.ofEntries(
                    Map.entry("GET /admin/merchants", EVERYBODY),
                    Map.entry("POST /admin/merchants", OWNERS),
                    Map.entry("GET " + MERCHANT, EVERYBODY),
                    Map.entry("GET " + MERCHANT + "/profiles", EVERYBODY),
                    Map.entry("POST " + MERCHANT + "/profiles", OWNERS),
                    Map.entry("POST " + MERCHANT + "/profiles/{profileId}", OWNERS),
                    Map.entry("POST " + MERCHANT + "/profiles/{profileId}/routing", OPERATORS),
                    Map.entry("GET " + MERCHANT + "/connector_accounts", EVERYBODY),
                    Map.entry("POST " + MERCHANT + "/connector_accounts", OPERATORS),
                    Map.entry("POST " + MERCHANT + "/connector_accounts/{accountId}", OPERATORS),
                    Map.entry(
                            "POST " + MERCHANT + "/connector_accounts/{accountId}/verify",
                            OPERATORS),
                    Map.entry("GET " + MERCHANT + "/api_keys", SUPPORT),
                    Map.entry("POST " + MERCHANT + "/api_keys", OWNERS),
                    Map.entry("POST " + MERCHANT + "/api_keys/{keyId}/revoke", OWNERS),
                    Map.entry("POST " + MERCHANT + "/api_keys/{keyId}/rotate", OWNERS),
                    Map.entry(
                            "POST "
                                    + MERCHANT
                                    + "/payments/{paymentId}/operations/{operationId}/settle",
                            OPERATORS),
                    Map.entry(
                            "POST " + MERCHANT + "/payments/{paymentId}/unwanted_money/settle",
                            OPERATORS),
                    Map.entry("POST " + MERCHANT + "/refunds/{refundId}/settle", OPERATORS),
                    Map.entry("GET /admin/payments", SUPPORT),
                    Map.entry("GET /admin/payments/{paymentId}", SUPPORT),
                    Map.entry("GET /admin/payments/{merchantId}/{paymentId}/exchanges", SUPPORT),
                    Map.entry("GET /audit_log", SUPPORT),
                    Map.entry("GET /admin/reconciliations", SUPPORT),
                    Map.entry("GET /admin/dead_letters", OPERATORS),
                    Map.entry("GET /admin/dead_letters/{topic}", OPERATORS),
                    Map.entry("POST /admin/dead_letters/{topic}/replay", OPERATORS),
                    Map.entry("GET /admin/keys", OWNERS),
                    Map.entry("POST /admin/keys", OWNERS),
                    Map.entry("POST /admin/keys/{keyId}/revoke", OWNERS),
                    Map.entry("POST /admin/keys/{keyId}/rotate", OWNERS));

    private static final Map<String, String> keys = new TreeMap<>();

    @BeforeAll
    static void an_administrator_for_each_role() {
        for (var role : EVERYBODY) {
            var issued =
                    API.administer(
                            "/admin/keys", "{\"name\": \"Ada\", \"role\": \"" + role + "\"}");
            keys.put(role, issued.json().path("api_key").asString());
        }
    }

    @Test
    void every_endpoint_for_administrators_has_a_row() {
        assertThat(endpoints().map(Endpoint::name))
                .containsExactlyInAnyOrderElementsOf(ALLOWED.keySet());
    }

    static Stream<Arguments> matrix() {
        return endpoints()
                .flatMap(
                        endpoint ->
                                keys.keySet().stream()
                                        .map(
                                                role ->
                                                        Arguments.of(
                                                                endpoint.name(), role, endpoint)));
    }

    private static Stream<Endpoint> endpoints() {
        return Endpoint.of(API)
                .filter(endpoint -> endpoint.kinds().contains(KeyKind.ADMIN))
                .filter(endpoint -> !endpoint.isOfConsole());
    }

    @ParameterizedTest(name = "{0} with {1}")
    @MethodSource("matrix")
    void only_the_roles_that_may_get_past_the_gate(String name, String role, Endpoint endpoint) {
        var answer = endpoint.call(API, Objects.requireNonNull(keys.get(role)));
        if (ALLOWED.getOrDefault(endpoint.name(), Set.of()).contains(role)) {
            assertThat(answer.status()).isNotIn(401, 403);
        } else {
            assertThat(answer.status()).isEqualTo(403);
            assertThat(answer.code()).isEqualTo("IR_17");
            var logged = API.inspectAs(RunningApi.ADMIN, "/audit_log?limit=1").items().path(0);
            assertThat(logged.path("request_id").asString())
                    .isEqualTo(answer.header("x-request-id"));
            assertThat(logged.path("outcome").asString()).isEqualTo("refused");
            assertThat(logged.path("status").intValue()).isEqualTo(403);
        }
    }

    @Test
    void no_role_opens_what_is_a_merchants_own() {
        for (var key : keys.values()) {
            for (var path : List.of("/payments/list", "/customers", "/disputes/list")) {
                assertThat(API.getAs(key, path).status()).isEqualTo(401);
            }
        }
    }
}
