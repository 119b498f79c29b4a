package dev.paylater.api.key;

import static dev.paylater.api.key.Scope.ACCOUNTS_WRITE;
import static dev.paylater.api.key.Scope.ADMINS_CREATE;
import static dev.paylater.api.key.Scope.ADMINS_READ;
import static dev.paylater.api.key.Scope.ADMINS_WRITE;
import static dev.paylater.api.key.Scope.AUDIT_READ;
import static dev.paylater.api.key.Scope.CONFIGURATION_READ;
import static dev.paylater.api.key.Scope.CONTACT_DETAILS;
import static dev.paylater.api.key.Scope.DEAD_LETTERS;
import static dev.paylater.api.key.Scope.KEYS_READ;
import static dev.paylater.api.key.Scope.KEYS_WRITE;
import static dev.paylater.api.key.Scope.MERCHANTS_WRITE;
import static dev.paylater.api.key.Scope.PAYMENTS_INSPECT;
import static dev.paylater.api.key.Scope.PAYMENTS_OPERATE;
import static dev.paylater.api.key.Scope.ROUTING_WRITE;
import static dev.paylater.api.key.Scope.SETTLE;

import java.util.Locale;
import java.util.Set;
import java.util.stream.Stream;

/** Which administrator may do what: this table and nothing else. */
public enum Role {
    OWNER(
            CONFIGURATION_READ,
            MERCHANTS_WRITE,
            ROUTING_WRITE,
            ACCOUNTS_WRITE,
            KEYS_READ,
            KEYS_WRITE,
            SETTLE,
            DEAD_LETTERS,
            AUDIT_READ,
            PAYMENTS_INSPECT,
            CONTACT_DETAILS,
            PAYMENTS_OPERATE,
            ADMINS_READ,
            ADMINS_CREATE,
            ADMINS_WRITE),
    OPERATOR(
            CONFIGURATION_READ,
            ROUTING_WRITE,
            ACCOUNTS_WRITE,
            KEYS_READ,
            SETTLE,
            DEAD_LETTERS,
            AUDIT_READ,
            PAYMENTS_INSPECT,
            CONTACT_DETAILS,
            PAYMENTS_OPERATE),
    SUPPORT(CONFIGURATION_READ, KEYS_READ, AUDIT_READ, PAYMENTS_INSPECT, CONTACT_DETAILS),
    READ_ONLY(CONFIGURATION_READ),
    /** Of the one-time token with which the first owner is made. */
    BOOTSTRAP(ADMINS_CREATE);

    /** Made by Set.of, which nobody can change. */
    @SuppressWarnings("ImmutableEnumChecker")
    private final Set<Scope> scopes;

    Role(Scope... scopes) {
        this.scopes = Set.of(scopes);
    }

    boolean has(Scope scope) {
        return scopes.contains(scope);
    }

    /** As stored and shown. */
    public String wireName() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Those that last: all but the one-time token's. */
    public static Stream<Role> ofAdministrators() {
        return Stream.of(values()).filter(role -> role != BOOTSTRAP);
    }

    public static Role of(String word) {
        return valueOf(word.toUpperCase(Locale.ROOT));
    }
}
