package dev.paylater.api.audit;

import com.github.f4b6a3.ulid.UlidCreator;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.springframework.data.annotation.Id;
import org.springframework.data.mongodb.core.mapping.Document;

/**
 * A line of the audit log. No line is changed once it is written: an act has one before it is
 * carried out and one with what came of it.
 *
 * @param lineId {@code aud_} and a ULID: lines sort by time
 * @param actId the same for all lines of an act
 * @param outcome an {@link AuditOutcome}
 * @param action the operation's id in the OpenAPI document, for example {@code rotateApiKey}
 * @param actor the id of the key that was used, or issuer and subject of the token
 * @param actorName the name of the key, or the e-mail address in the token
 * @param address where the call came from
 * @param resourceId what the act is about
 * @param before what it was, as JSON text, without secrets
 * @param after what it is, as JSON text, without secrets
 * @param status the HTTP status of the answer
 */
@Document("audit_log")
public record AuditLine(
        @Id String lineId,
        Instant at,
        String actId,
        String outcome,
        String action,
        String actor,
        @Nullable String actorName,
        String address,
        String requestId,
        @Nullable String merchantId,
        @Nullable String resourceId,
        @Nullable String before,
        @Nullable String after,
        @Nullable Integer status) {

    static final String ID_PREFIX = "aud_";

    /** The first line of an act. */
    public static AuditLine requested(
            String action,
            String actor,
            @Nullable String actorName,
            String address,
            String requestId,
            @Nullable String merchantId,
            @Nullable String resourceId) {
        var id = UlidCreator.getMonotonicUlid();
        return new AuditLine(
                ID_PREFIX + id,
                id.getInstant(),
                "act_" + id,
                AuditOutcome.REQUESTED.wireName(),
                action,
                actor,
                actorName,
                address,
                requestId,
                merchantId,
                resourceId,
                null,
                null,
                null);
    }

    /** The line with the object that the act turned out to be about. */
    AuditLine about(
            @Nullable String merchant,
            String resource,
            @Nullable String earlier,
            @Nullable String later) {
        return new AuditLine(
                lineId, at, actId, outcome, action, actor, actorName, address, requestId, merchant,
                resource, earlier, later, status);
    }

    /** The last line of the act. */
    AuditLine answered(int answer) {
        var id = UlidCreator.getMonotonicUlid();
        return new AuditLine(
                ID_PREFIX + id,
                id.getInstant(),
                actId,
                AuditOutcome.of(answer).wireName(),
                action,
                actor,
                actorName,
                address,
                requestId,
                merchantId,
                resourceId,
                before,
                after,
                answer);
    }
}
