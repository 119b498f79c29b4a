package dev.paylater.api.http;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.paylater.api.error.ApiException;
import dev.paylater.api.error.ErrorCode;
import dev.paylater.api.error.Problem;
import dev.paylater.api.idempotency.Claim;
import dev.paylater.api.idempotency.Claimed;
import dev.paylater.api.idempotency.Claims;
import dev.paylater.api.idempotency.Fingerprint;
import dev.paylater.api.idempotency.RecordedAnswer;
import dev.paylater.api.json.CanonicalJson;
import jakarta.servlet.http.HttpServletRequest;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** Reads the Idempotency-Key of a POST and finds out whether the request is to be carried out. */
@Component
final class Idempotency {

    static final String HEADER = "Idempotency-Key";

    /** The scope of the keys that a merchant's server chooses. */
    static final String OF_SERVER = "server";

    static final String REPLAYED = "Idempotent-Replayed";
    private static final String CLAIM_ATTRIBUTE = Claim.class.getName();
    private static final int MAX_CHARACTERS = 255;

    private final Claims claims;

    Idempotency(Claims claims) {
        this.claims = claims;
    }

    static @Nullable Claim claimOf(HttpServletRequest request) {
        return (Claim) request.getAttribute(CLAIM_ATTRIBUTE);
    }

    static Answer replay(RecordedAnswer recorded) {
        return Answer.of(
                recorded.status(),
                recorded.contentType(),
                recorded.body().getBytes(UTF_8),
                Map.of(REPLAYED, "true"));
    }

    /** The scope of keys that a customer's client chooses: no other payment's, nor the server's. */
    static String ofClient(String paymentId) {
        return "client/" + paymentId;
    }

    /**
     * The answer to give again, or nothing when the request is to be carried out.
     *
     * @param scope within which the key is unique
     */
    Optional<Answer> begin(HttpServletRequest request, Call call, String scope) {
        var key = request.getHeader(HEADER);
        if (key == null || request.getMethod().equals("GET")) {
            return Optional.empty();
        }
        if (key.isBlank() || key.length() > MAX_CHARACTERS) {
            throw ApiException.of(
                    Problem.malformed(HEADER, "must have 1 to " + MAX_CHARACTERS + " characters"));
        }
        if (!request.getMethod().equals("POST")) {
            return Optional.empty();
        }
        var claimed =
                claims.claim(
                        call.merchantId(),
                        scope,
                        key,
                        new Fingerprint(
                                fingerprint(request, CanonicalJson.of(call.body())),
                                fingerprint(request, call.body())),
                        call.commandId());
        return switch (claimed) {
            case Claimed.Ours(var claim) -> {
                call.continueAs(claim.commandId());
                request.setAttribute(CLAIM_ATTRIBUTE, claim);
                yield Optional.empty();
            }
            case Claimed.Answered(var recorded) -> Optional.of(replay(recorded));
            case Claimed.InProgress() ->
                    throw ApiException.retryLater(
                            ErrorCode.ID_01.status(),
                            ErrorCode.ID_01,
                            "The first request with this Idempotency-Key is still in progress",
                            1);
            case Claimed.OtherRequest() ->
                    throw ApiException.of(
                            ErrorCode.ID_02,
                            "This Idempotency-Key was used with another body or path");
        };
    }

    private static String fingerprint(HttpServletRequest request, byte[] body) {
        try {
            var digest = MessageDigest.getInstance("SHA-256");
            digest.update(request.getMethod().getBytes(UTF_8));
            digest.update((byte) ' ');
            digest.update(request.getRequestURI().getBytes(UTF_8));
            digest.update((byte) '\n');
            return HexFormat.of().formatHex(digest.digest(body));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("Every JVM has SHA-256", e);
        }
    }
}
