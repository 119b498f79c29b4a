package dev.paylater.api.http;

import com.mongodb.MongoException;
import dev.paylater.api.audit.AuditedAct;
import dev.paylater.api.error.ApiException;
import dev.paylater.api.idempotency.Claim;
import dev.paylater.api.settings.ServiceUrls;
import dev.paylater.kit.CrashPoint;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.stereotype.Component;

/**
 * The only place where answers are written. Under an Idempotency-Key the answer is recorded before
 * its first byte leaves, so that no merchant sees one that a repetition would not get again.
 */
@Component
final class Answers {

    private static final Logger log = LoggerFactory.getLogger(Answers.class);

    /**
     * What is larger is not kept for a repetition, which becomes the same command instead. A
     * payment of the most that fits into one has half of it.
     */
    private static final int MAX_RECORDED_BYTES = 2 * 1024 * 1024;

    private final ServiceUrls addresses;

    Answers(ServiceUrls addresses) {
        this.addresses = addresses;
    }

    void write(Answer answer, HttpServletRequest request, HttpServletResponse response)
            throws IOException {
        var act = Audit.of(request);
        var audited = act == null ? answer : audited(act, answer, request, response);
        var claim = Idempotency.claimOf(request);
        if (claim == null) {
            send(audited, response);
            var events = audited.events();
            if (events != null) {
                InFlight.leave(request);
                stream(events, response);
            }
            return;
        }
        try {
            send(settle(claim, audited), response);
        } catch (MongoException e) {
            log.warn("An answer could not be recorded: {}", e.toString());
            send(unrecorded(request, response), response);
        }
    }

    /** What was changed is not confirmed before the audit log has it. */
    private Answer audited(
            AuditedAct act,
            Answer answer,
            HttpServletRequest request,
            HttpServletResponse response) {
        try {
            act.end(answer.status());
            return answer;
        } catch (MongoException | DataAccessException e) {
            log.warn("The audit log could not be written: {}", e.toString());
            return failed(
                    ApiException.unknownOutcome(
                            "The store does not answer: look whether the change was made", null),
                    request,
                    response);
        }
    }

    /** Repeating is safe: it becomes the same command, which acts only once. */
    private Answer unrecorded(HttpServletRequest request, HttpServletResponse response) {
        return failed(
                ApiException.unknownOutcome(
                        "The store does not answer: repeat the request under the same"
                                + " Idempotency-Key",
                        null),
                request,
                response);
    }

    private Answer failed(
            ApiException error, HttpServletRequest request, HttpServletResponse response) {
        error.headers().forEach(response::setHeader);
        return Answer.json(error.status(), ErrorBody.of(error, request, addresses.publicUrl()));
    }

    void write(ApiException error, HttpServletRequest request, HttpServletResponse response)
            throws IOException {
        write(failed(error, request, response), request, response);
    }

    private static Answer settle(Claim claim, Answer answer) {
        if (answer.status() >= 500 || answer.body().length > MAX_RECORDED_BYTES) {
            claim.release();
            return answer;
        }
        CrashPoint.API_BEFORE_IDEMPOTENT_ANSWER.reached();
        var recorded =
                claim.settle(
                        answer.status(),
                        answer.contentType(),
                        new String(answer.body(), StandardCharsets.UTF_8));
        return recorded.isPresent() ? Idempotency.replay(recorded.get()) : answer;
    }

    private static void stream(Answer.Events events, HttpServletResponse response) {
        try {
            events.write(response.getOutputStream());
        } catch (IOException _) {
            // Nobody listens any more.
        }
    }

    private static void send(Answer answer, HttpServletResponse response) throws IOException {
        response.setStatus(answer.status());
        for (var header : answer.headers()) {
            if (header.name().equals(Answer.SET_COOKIE)) {
                response.addHeader(header.name(), header.value());
            } else {
                response.setHeader(header.name(), header.value());
            }
        }
        response.setContentType(answer.contentType());
        if (answer.events() == null) {
            response.setContentLength(answer.body().length);
            response.getOutputStream().write(answer.body());
        }
    }
}
