package dev.paylater.api;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoDatabase;
import dev.paylater.api.http.Allows;
import dev.paylater.api.key.KeyKind;
import dev.paylater.api.key.Keys;
import java.net.http.HttpRequest.BodyPublishers;
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
import org.springframework.web.method.HandlerMethod;
import org.springframework.web.servlet.mvc.method.RequestMappingInfo;

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
        return API.endpoints().entrySet().stream()
                .filter(entry -> entry.getValue().hasMethodAnnotation(Allows.class))
                .flatMap(
                        entry ->
                                entry.getKey().getPatternValues().stream()
                                        .flatMap(
                                                path ->
                                                        CREDENTIALS.keySet().stream()
                                                                .map(
                                                                        key ->
                                                                                Arguments.of(
                                                                                        verb(
                                                                                                entry
                                                                                                        .getKey()),
                                                                                        path,
                                                                                        key,
                                                                                        List.of(
                                                                                                allows(
                                                                                                        entry
                                                                                                                .getValue()))))));
    }

    private static String verb(RequestMappingInfo mapping) {
        return mapping.getMethodsCondition().getMethods().iterator().next().name();
    }

    private static KeyKind[] allows(HandlerMethod method) {
        var annotation = method.getMethodAnnotation(Allows.class);
        return annotation == null ? new KeyKind[0] : annotation.value();
    }

    @ParameterizedTest(name = "{0} {1} with {2}")
    @MethodSource("matrix")
    void only_allowed_keys_pass(String verb, String path, String key, List<KeyKind> allowed) {
        var header = allowed.contains(KeyKind.ADMIN) ? "admin-api-key" : "api-key";
        var body = BodyPublishers.ofString("not json");
        var request =
                API.request(path.replaceAll("\\{\\w+}", "x"))
                        .header("content-type", "application/json")
                        .method(verb, verb.equals("GET") ? BodyPublishers.noBody() : body);
        var answer = API.send(key.isEmpty() ? request : request.header(header, key));
        var passes = CREDENTIALS.getOrDefault(key, List.of()).stream().anyMatch(allowed::contains);
        if (passes) {
            assertThat(answer.status()).isNotEqualTo(401);
        } else {
            assertThat(answer.status()).isEqualTo(401);
            assertThat(answer.code()).isEqualTo("IR_01");
        }
    }
}
