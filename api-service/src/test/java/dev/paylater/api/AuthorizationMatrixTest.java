package dev.paylater.api;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoDatabase;
import dev.paylater.api.key.KeyKind;
import dev.paylater.api.key.Keys;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.bson.Document;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Every endpoint with every kind of key: exactly those that it allows get past the gate. */
class AuthorizationMatrixTest {

    private static final RunningApi API = RunningApi.shared();

    /** What a caller can show, and which kind of key it counts as, if any. */
    private static final Map<String, List<KeyKind>> CREDENTIALS =
            Map.of(
                    "",
                    List.of(),
                    "sk_unknown",
                    List.of(),
                    "sk_revoked",
                    List.of(),
                    "sk_expired",
                    List.of(),
                    "x".repeat(300),
                    List.of(),
                    RunningApi.SECRET,
                    List.of(KeyKind.SECRET),
                    RunningApi.OTHER_SECRET,
                    List.of(KeyKind.SECRET),
                    RunningApi.PUBLISHABLE,
                    List.of(KeyKind.PUBLISHABLE),
                    RunningApi.ADMIN,
                    List.of(KeyKind.ADMIN));

    @BeforeAll
    static void revoke_and_expire() {
        insert("sk_revoked", "revoked_at");
        insert("sk_expired", "expires_at");
    }

    private static void insert(String text, String ended) {
        API.bean(MongoDatabase.class)
                .getCollection("api_keys")
                .insertOne(
                        new Document("_id", text)
                                .append("merchant_id", "merchant_sandbox")
                                .append("kind", "secret")
                                .append("hash", API.bean(Keys.class).hash(text))
                                .append(ended, Date.from(Instant.now().minusSeconds(1))));
    }

    static Stream<Arguments> matrix() {
        return Endpoint.of(API)
                .filter(endpoint -> !endpoint.kinds().isEmpty())
                .flatMap(
                        endpoint ->
                                CREDENTIALS.keySet().stream()
                                        .map(key -> Arguments.of(endpoint.name(), key, endpoint)));
    }

    @ParameterizedTest(name = "{0} with {1}")
    @MethodSource("matrix")
    void only_allowed_keys_pass(String name, String key, Endpoint endpoint) {
        var answer = endpoint.call(API, key);
        var passes =
                !endpoint.isOfConsole()
                        && CREDENTIALS.getOrDefault(key, List.of()).stream()
                                .anyMatch(endpoint.kinds()::contains);
        if (passes) {
            assertThat(answer.status()).isNotIn(401, 403);
        } else {
            assertThat(answer.status()).isEqualTo(401);
            assertThat(answer.code()).isEqualTo("IR_01");
        }
    }
}
