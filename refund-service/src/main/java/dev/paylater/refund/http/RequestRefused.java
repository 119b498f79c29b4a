package dev.paylater.refund.http;

import dev.paylater.kit.security.ServiceToken;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** A request that ends in an error. It is an answer, not a fault, so it carries no stack trace. */
final class RequestRefused extends RuntimeException {

    private final int status;
    private final transient List<Problem> problems;
    private final transient Map<String, String> headers;

    private RequestRefused(int status, List<Problem> problems, Map<String, String> headers) {
        super(problems.getFirst().message(), null, false, false);
        this.status = status;
        this.problems = problems;
        this.headers = headers;
    }

    static RequestRefused of(int status, ErrorCode code, String message) {
        return new RequestRefused(status, List.of(new Problem(null, code, message)), Map.of());
    }

    static RequestRefused of(ErrorCode code, String message) {
        return of(code.status(), code, message);
    }

    /** All that is wrong with a body; a missing field decides before a malformed one. */
    static RequestRefused of(List<Problem> problems) {
        var first =
                problems.stream()
                        .filter(problem -> problem.code() == ErrorCode.IR_04)
                        .findFirst()
                        .orElse(problems.getFirst());
        var ordered = new ArrayList<>(problems);
        ordered.remove(first);
        ordered.addFirst(first);
        return new RequestRefused(first.code().status(), List.copyOf(ordered), Map.of());
    }

    static RequestRefused wrongMethod(String method, String allowed) {
        return new RequestRefused(
                ErrorCode.IR_03.status(),
                List.of(new Problem(null, ErrorCode.IR_03, "This path does not serve " + method)),
                Map.of("Allow", allowed));
    }

    /** Kafka or MongoDB is away, and nothing was done. */
    static RequestRefused unavailable(String message) {
        return new RequestRefused(
                503,
                List.of(new Problem(null, ErrorCode.HE_00, message)),
                Map.of("Retry-After", "2"));
    }

    static RequestRefused withoutToken() {
        return of(ErrorCode.IR_01, "A valid " + ServiceToken.HEADER + " is needed");
    }

    /** No such refund at this merchant; another merchant's looks exactly the same. */
    static RequestRefused unknownRefund() {
        return of(ErrorCode.HE_02, "There is no such refund");
    }

    int status() {
        return status;
    }

    Problem first() {
        return Objects.requireNonNull(problems.getFirst());
    }

    List<Problem> problems() {
        return problems;
    }

    Map<String, String> headers() {
        return headers;
    }
}
