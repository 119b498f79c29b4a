package dev.paylater.api.http;

import dev.paylater.api.error.ApiException;
import dev.paylater.api.idempotency.Claim;
import dev.paylater.api.settings.Addresses;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.springframework.stereotype.Component;

/**
 * The only place where answers are written. Under an Idempotency-Key the answer is recorded before
 * its first byte leaves, so that no merchant sees one that a repetition would not get again.
 */
@Component
final class Answers {

    private final Addresses addresses;

    Answers(Addresses addresses) {
        this.addresses = addresses;
    }

    void write(Answer answer, HttpServletRequest request, HttpServletResponse response)
            throws IOException {
        var claim = Idempotency.claimOf(request);
        var settled = answer;
        if (claim != null) {
            settled = settle(claim, answer);
        }
        send(settled, response);
    }

    void write(ApiException error, HttpServletRequest request, HttpServletResponse response)
            throws IOException {
        error.headers().forEach(response::setHeader);
        write(
                Answer.json(
                        error.status(),
                        ErrorBody.of(error, RequestIds.of(request), addresses.publicUrl())),
                request,
                response);
    }

    private static Answer settle(Claim claim, Answer answer) {
        if (answer.status() >= 500) {
            claim.release();
            return answer;
        }
        var recorded =
                claim.settle(
                        answer.status(),
                        answer.contentType(),
                        new String(answer.body(), StandardCharsets.UTF_8));
        return recorded.isPresent() ? Idempotency.replay(recorded.get()) : answer;
    }

    private static void send(Answer answer, HttpServletResponse response) throws IOException {
        response.setStatus(answer.status());
        answer.headers().forEach(response::setHeader);
        response.setContentType(answer.contentType());
        response.setContentLength(answer.body().length);
        response.getOutputStream().write(answer.body());
    }
}
