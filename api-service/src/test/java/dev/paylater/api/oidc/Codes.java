package dev.paylater.api.oidc;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.oauth2.sdk.pkce.CodeChallenge;
import com.nimbusds.oauth2.sdk.pkce.CodeChallengeMethod;
import com.nimbusds.oauth2.sdk.pkce.CodeVerifier;
import com.nimbusds.oauth2.sdk.util.URLUtils;
import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;
import java.net.URI;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * An issuer's sign-in: it gives a code for a request, once an id token for a code, and checks what
 * the client says as an issuer has to.
 */
public final class Codes {

    public static final String CLIENT = "paylater-console";
    public static final String SECRET = "of the console & nobody else";

    /** Makes the token for these claims. */
    @FunctionalInterface
    public interface Signature {
        String of(JWTClaimsSet claims) throws Exception;
    }

    /** What an id token is made of. */
    @FunctionalInterface
    public interface Claims {
        JWTClaimsSet.Builder of(JWTClaimsSet.Builder usual);
    }

    /** How the token endpoint answers in place of a token. */
    @FunctionalInterface
    public interface Fault {
        void answer(HttpExchange exchange) throws IOException;
    }

    private record Given(Map<String, List<String>> request, Claims claims, Signature signature) {}

    private final Issuer issuer;
    private final Map<String, Given> given = new ConcurrentHashMap<>();

    /** Null: it works. */
    public volatile @Nullable Fault fault;

    public Codes(Issuer issuer) {
        this.issuer = issuer;
        issuer.serve("/token", this::token);
    }

    static Fault refusing(String error) {
        return exchange -> answer(exchange, 400, "{\"error\": \"" + error + "\"}");
    }

    public String authorizationEndpoint() {
        return issuer.address() + "/authorize";
    }

    public String tokenEndpoint() {
        return issuer.address() + "/token";
    }

    public String endSessionEndpoint() {
        return issuer.address() + "/logout";
    }

    /** The code for whoever is sent here with this request. */
    public String give(String authorizationRequest, Claims claims) {
        return give(authorizationRequest, claims, issuer::signed);
    }

    /** A code for a token that is signed in another way. */
    public String give(String authorizationRequest, Claims claims, Signature signature) {
        var code = UUID.randomUUID().toString();
        given.put(code, new Given(query(authorizationRequest), claims, signature));
        return code;
    }

    public static Map<String, List<String>> query(String address) {
        return URLUtils.parseParameters(URI.create(address).getRawQuery());
    }

    private void token(HttpExchange exchange) throws IOException {
        try (exchange) {
            var form =
                    URLUtils.parseParameters(
                            new String(exchange.getRequestBody().readAllBytes(), UTF_8));
            if (fault != null) {
                fault.answer(exchange);
            } else if (!isClient(exchange.getRequestHeaders().getFirst("Authorization"))) {
                answer(exchange, 401, "{\"error\": \"invalid_client\"}");
            } else {
                var known = given.remove(first(form, "code"));
                if (known == null || !fits(known.request(), form)) {
                    answer(exchange, 400, "{\"error\": \"invalid_grant\"}");
                } else {
                    answer(exchange, 200, tokens(known));
                }
            }
        }
    }

    private static boolean isClient(@Nullable String authorization) {
        // RFC 6749 has both parts form-encoded before they are put together.
        var both = CLIENT + ":" + "of+the+console+%26+nobody+else";
        return ("Basic " + Base64.getEncoder().encodeToString(both.getBytes(UTF_8)))
                .equals(authorization);
    }

    private static boolean fits(Map<String, List<String>> request, Map<String, List<String>> form) {
        var challenge =
                CodeChallenge.compute(
                        CodeChallengeMethod.S256, new CodeVerifier(first(form, "code_verifier")));
        return first(form, "grant_type").equals("authorization_code")
                && first(request, "redirect_uri").equals(first(form, "redirect_uri"))
                && first(request, "code_challenge_method").equals("S256")
                && first(request, "code_challenge").equals(challenge.getValue());
    }

    private String tokens(Given known) {
        var usual =
                issuer.claims(Instant.now())
                        .audience(CLIENT)
                        .claim("nonce", first(known.request(), "nonce"))
                        .claim("email", "ada@example.com");
        try {
            var token = known.signature().of(known.claims().of(usual).build());
            return "{\"access_token\": \"a\", \"token_type\": \"Bearer\", \"id_token\": \"%s\"}"
                    .formatted(token);
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    private static String first(Map<String, List<String>> parameters, String name) {
        return parameters.getOrDefault(name, List.of("")).getFirst();
    }

    private static void answer(HttpExchange exchange, int status, String body) throws IOException {
        exchange.getResponseHeaders().set("Content-Type", "application/json");
        exchange.sendResponseHeaders(status, body.length());
        exchange.getResponseBody().write(body.getBytes(UTF_8));
    }
}
