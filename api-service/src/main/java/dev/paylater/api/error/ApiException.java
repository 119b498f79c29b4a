package dev.paylater.api.error;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A request that ends in an error. It is an answer, not a fault, so it carries no stack trace. */
public final class ApiException extends RuntimeException {

    private static final String RETRY_AFTER = "Retry-After";

    /** As many problems of one body are told; who has more of them is told that. */
    public static final int MAX_PROBLEMS = 50;

    private final int status;
    private final ErrorCode code;
    private final @Nullable String param;
    private final transient List<Problem> fields;
    private final transient Map<String, String> headers;
    private final @Nullable String paymentId;

    private ApiException(
            int status,
            ErrorCode code,
            String message,
            @Nullable String param,
            List<Problem> fields,
            Map<String, String> headers,
            @Nullable String paymentId) {
        super(message, null, false, false);
        this.status = status;
        this.code = code;
        this.param = param;
        this.fields = fields;
        this.headers = headers;
        this.paymentId = paymentId;
    }

    public static ApiException of(ErrorCode code, String message) {
        return of(code.status(), code, message);
    }

    public static ApiException of(int status, ErrorCode code, String message) {
        return new ApiException(status, code, message, null, List.of(), Map.of(), null);
    }

    public static ApiException of(ErrorCode code, String message, @Nullable String param) {
        return new ApiException(code.status(), code, message, param, List.of(), Map.of(), null);
    }

    public static ApiException of(
            int status, ErrorCode code, String message, @Nullable String param) {
        return new ApiException(status, code, message, param, List.of(), Map.of(), null);
    }

    public static ApiException retryLater(
            int status, ErrorCode code, String message, int retryAfterSeconds) {
        return new ApiException(
                status,
                code,
                message,
                null,
                List.of(),
                Map.of(RETRY_AFTER, Integer.toString(retryAfterSeconds)),
                null);
    }

    /** Kafka or MongoDB is away, and the request was not accepted. */
    public static ApiException unavailable(String message) {
        return retryLater(503, ErrorCode.HE_00, message, 2);
    }

    /** The request may have been accepted: nobody can tell yet. */
    public static ApiException unknownOutcome(String message, @Nullable String paymentId) {
        return new ApiException(
                503,
                ErrorCode.HE_03,
                message,
                null,
                List.of(),
                Map.of(RETRY_AFTER, "2"),
                paymentId);
    }

    /** The request is recorded and will be decided, for or against it. */
    public static ApiException undecided(String paymentId) {
        return unknownOutcome(
                "Not carried out yet: repeat the request under the same Idempotency-Key",
                paymentId);
    }

    /** All that is wrong with a body; a missing field decides the status before a malformed one. */
    public static ApiException of(List<Problem> problems) {
        var first =
                problems.stream()
                        .filter(problem -> problem.code() == ErrorCode.IR_04)
                        .findFirst()
                        .orElse(problems.getFirst());
        return new ApiException(
                first.code().status(),
                first.code(),
                first.message(),
                first.param(),
                problems.stream().limit(MAX_PROBLEMS + 1L).toList(),
                Map.of(),
                null);
    }

    public static ApiException of(Problem problem) {
        return of(List.of(problem));
    }

    /** No such thing at this merchant; another merchant's looks exactly the same. */
    public static ApiException notFound(String what) {
        return of(ErrorCode.HE_02, "There is no such " + what);
    }

    /** Of the content codings there is only the one that changes nothing. */
    public static ApiException unknownCoding(String message) {
        return new ApiException(
                415,
                ErrorCode.IR_06,
                message,
                null,
                List.of(),
                Map.of("Accept-Encoding", "identity"),
                null);
    }

    public static ApiException wrongMethod(String message, String allowed) {
        return new ApiException(
                405, ErrorCode.IR_03, message, null, List.of(), Map.of("Allow", allowed), null);
    }

    public int status() {
        return status;
    }

    public ErrorCode code() {
        return code;
    }

    public String message() {
        return Objects.requireNonNull(getMessage());
    }

    public @Nullable String param() {
        return param;
    }

    public List<Problem> fields() {
        return fields;
    }

    /** The payment that the request may have changed, if that is not known. */
    public @Nullable String paymentId() {
        return paymentId;
    }

    public Map<String, String> headers() {
        return headers;
    }
}
