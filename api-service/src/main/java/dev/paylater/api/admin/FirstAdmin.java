package dev.paylater.api.admin;

import com.github.f4b6a3.ulid.UlidCreator;
import dev.paylater.api.audit.AuditLine;
import dev.paylater.api.audit.AuditLog;
import dev.paylater.api.key.ApiKey;
import dev.paylater.api.key.KeyKind;
import dev.paylater.api.key.KeyLimits;
import dev.paylater.api.key.Role;
import java.time.Clock;
import java.time.Duration;
import org.springframework.stereotype.Component;

/** How an installation that has no administrator gets one. */
@Component
public final class FirstAdmin {

    private static final Duration VALID_FOR = Duration.ofHours(1);

    private final IssuedKeys keys;
    private final AuditLog log;
    private final Clock clock;

    FirstAdmin(IssuedKeys keys, AuditLog log, Clock clock) {
        this.keys = keys;
        this.log = log;
        this.clock = clock;
    }

    /**
     * A token that issues one admin key and nothing else, within an hour. Earlier ones end.
     *
     * @throws IllegalStateException when there is an owner already
     */
    public String token() {
        var now = clock.instant();
        var valid = keys.of(null).stream().filter(key -> key.isValid(now)).toList();
        if (valid.stream().anyMatch(key -> key.role() == Role.OWNER)) {
            throw new IllegalStateException(
                    "There is an owner already, who can issue further admin keys.");
        }
        valid.stream()
                .filter(key -> key.role() == Role.BOOTSTRAP)
                .map(ApiKey::keyId)
                .forEach(token -> keys.revoke(null, token));
        var keyId = KeyFields.ID_PREFIX + UlidCreator.getUlid();
        log.append(
                AuditLine.requested(
                        "createFirstAdmin", "command_line", null, "local", keyId, null, keyId));
        return keys.issue(
                        null,
                        keyId,
                        KeyKind.ADMIN,
                        "One-time token for the first owner",
                        now.plus(VALID_FOR),
                        new KeyLimits(null, null, Role.BOOTSTRAP.wireName(), null))
                .text();
    }
}
