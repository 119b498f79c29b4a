package dev.paylater.api.session;

import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.springframework.data.annotation.Id;
import org.springframework.data.mongodb.core.mapping.Document;

/**
 * Somebody who is signed in to the console. What they may do is looked up with each request, so
 * that a revoked key ends its sessions.
 *
 * @param sessionId SHA-256 of the token in the browser's cookie, which is stored nowhere
 * @param keyId the admin key or secret key that it stands for, a role of the local profile, or
 *     issuer and subject of whom the issuer has signed in
 * @param name of whom it is, for the list of sessions
 * @param formToken what each form of this session has to bring along
 * @param address where it began
 * @param seenAt of the latest request, to the minute
 * @param expiresAt when it ends however much it is used
 * @param role of whom the issuer has signed in
 * @param logoutHint what signs them out there, sealed
 */
@Document("console_sessions")
public record Session(
        @Id String sessionId,
        String keyId,
        String name,
        String formToken,
        String address,
        Instant startedAt,
        Instant seenAt,
        Instant expiresAt,
        @Nullable String role,
        @Nullable String logoutHint) {}
