package dev.paylater.api.session;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.springframework.data.mongodb.core.query.Criteria.where;
import static org.springframework.data.mongodb.core.query.Query.query;

import dev.paylater.api.key.ApiKey;
import dev.paylater.api.key.Keys;
import dev.paylater.api.key.Role;
import dev.paylater.api.settings.OidcSettings;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.data.domain.Sort;
import org.springframework.data.domain.Sort.Direction;
import org.springframework.data.mongodb.core.MongoOperations;
import org.springframework.data.mongodb.core.index.Index;
import org.springframework.data.mongodb.core.query.Query;
import org.springframework.data.mongodb.core.query.Update;
import org.springframework.stereotype.Component;

/**
 * The console's sessions. They lie in the store, so that every instance knows them and one that is
 * ended has ended everywhere at once.
 */
@Component
public final class Sessions {

    static final Duration IDLE = Duration.ofMinutes(30);
    static final Duration LONGEST = Duration.ofHours(12);

    private static final Duration SEEN_TO = Duration.ofMinutes(1);
    private static final int TOKEN_BYTES = 32;
    private static final int MAX_LISTED = 200;
    private static final int MAX_TOKEN_CHARACTERS = 100;
    private static final SecureRandom RANDOM = new SecureRandom();

    private final MongoOperations store;
    private final Keys keys;
    private final Clock clock;
    private final LocalRoles localRoles;
    private final OidcSettings oidc;

    Sessions(
            MongoOperations store,
            Keys keys,
            Clock clock,
            LocalRoles localRoles,
            OidcSettings oidc) {
        this.store = store;
        this.keys = keys;
        this.clock = clock;
        this.localRoles = localRoles;
        this.oidc = oidc;
    }

    /** Removes sessions that have ended by themselves. */
    public void createIndexes() {
        store.indexOps(Session.class)
                .createIndex(new Index("expiresAt", Direction.ASC).expire(Duration.ZERO));
    }

    public static long maxAgeSeconds() {
        return LONGEST.toSeconds();
    }

    /** Begins a session and gives the token of its cookie. */
    public String begin(ApiKey key, String address) {
        return begin(key, address, null, null);
    }

    /**
     * Begins a session of somebody whom the issuer has signed in, whose key is stored nowhere.
     *
     * @param logoutHint what signs them out there; null: nothing does
     */
    public String beginAtIssuer(ApiKey key, String address, @Nullable String logoutHint) {
        return begin(key, address, Objects.requireNonNull(key.role()).wireName(), logoutHint);
    }

    private String begin(
            ApiKey key, String address, @Nullable String role, @Nullable String logoutHint) {
        var token = random();
        var now = clock.instant();
        var name = key.name();
        store.insert(
                new Session(
                        hash(token),
                        key.keyId(),
                        name == null ? key.keyId() : name,
                        random(),
                        address,
                        now,
                        now,
                        now.plus(LONGEST),
                        role,
                        logoutHint));
        return token;
    }

    /** The session of a token, while it and its key are valid. */
    public Optional<SignedIn> find(String token) {
        if (token.length() > MAX_TOKEN_CHARACTERS) {
            return Optional.empty();
        }
        return open(hash(token)).map(this::seen);
    }

    /** Whether it and its key are valid; asking does not make it last. */
    public boolean isOpen(String sessionId) {
        return open(sessionId).isPresent();
    }

    private Optional<SignedIn> open(String sessionId) {
        var now = clock.instant();
        return Optional.ofNullable(store.findById(sessionId, Session.class))
                .filter(session -> now.isBefore(session.expiresAt()))
                .filter(session -> now.isBefore(session.seenAt().plus(IDLE)))
                .flatMap(session -> keyOf(session).map(key -> new SignedIn(session, key)));
    }

    private Optional<ApiKey> keyOf(Session session) {
        var keyId = session.keyId();
        if (session.role() != null) {
            return keyOfSubject(session, session.role());
        }
        return keyId.startsWith(LocalRoles.KEY_PREFIX)
                ? localRoles.key(keyId.substring(LocalRoles.KEY_PREFIX.length()))
                : keys.findById(keyId);
    }

    /** As long as this issuer is the one that signs people in. */
    private Optional<ApiKey> keyOfSubject(Session session, String role) {
        var keyId = session.keyId();
        return oidc.isConfigured() && keyId.startsWith(oidc.issuer() + "/")
                ? Optional.of(
                        ApiKey.ofAdministrator(
                                keyId,
                                session.name().equals(keyId) ? null : session.name(),
                                "",
                                session.expiresAt(),
                                Role.of(role)))
                : Optional.empty();
    }

    /** The seeded merchant's secret key; nothing outside of the local profile. */
    public Optional<ApiKey> localMerchant() {
        return localRoles.merchantsKeyId().flatMap(keys::findById);
    }

    private SignedIn seen(SignedIn signedIn) {
        var session = signedIn.session();
        var now = clock.instant();
        if (now.isAfter(session.seenAt().plus(SEEN_TO))) {
            store.updateFirst(
                    ofId(session.sessionId()), Update.update("seenAt", now), Session.class);
        }
        return signedIn;
    }

    /** Those that have not ended, the newest first. */
    public List<Session> open() {
        var now = clock.instant();
        return store.find(
                query(where("expiresAt").gt(now).and("seenAt").gt(now.minus(IDLE)))
                        .with(Sort.by(Direction.DESC, "startedAt"))
                        .limit(MAX_LISTED),
                Session.class);
    }

    /** Ends a session that may have ended already. */
    public void end(String sessionId) {
        store.remove(ofId(sessionId), Session.class);
    }

    private static Query ofId(String sessionId) {
        return query(where("sessionId").is(sessionId));
    }

    private static String random() {
        var bytes = new byte[TOKEN_BYTES];
        RANDOM.nextBytes(bytes);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }

    private static String hash(String token) {
        try {
            var digest = MessageDigest.getInstance("SHA-256").digest(token.getBytes(UTF_8));
            return HexFormat.of().formatHex(digest);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("Every JVM has SHA-256", e);
        }
    }
}
