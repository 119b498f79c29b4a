package dev.paylater.api.http;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.paylater.api.key.ApiKey;
import dev.paylater.api.key.Keys;
import dev.paylater.api.oidc.SignIn;
import dev.paylater.api.settings.AddressLimitSettings;
import jakarta.servlet.http.HttpServletRequest;
import java.net.InetAddress;
import java.time.Duration;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Optional;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/**
 * Bounds what one address may ask for without a valid key: pages, and guesses of keys, each of
 * which would cost a read of the store; and with a publishable key, which everybody has. A key that
 * has been valid here passes all the same, so that who guesses stops no merchant behind the same
 * address.
 */
@Component
final class AddressLimits {

    private static final int REMEMBERED_KEYS = 100_000;
    private static final int NETWORK_BYTES = 8;

    private final Keys keys;
    private final SignIn signIn;
    private final RateLimit failures;
    private final RateLimit clients;
    private final RateLimit visits;
    private final RateLimit notifications;
    private final Cache<String, Boolean> proven =
            Caffeine.newBuilder()
                    .expireAfterAccess(Duration.ofHours(1))
                    .maximumSize(REMEMBERED_KEYS)
                    .build();

    AddressLimits(Keys keys, SignIn signIn, AddressLimitSettings settings) {
        this.keys = keys;
        this.signIn = signIn;
        this.failures = limit(settings.failedKeysPerSecond(), settings.failedKeysBurst());
        this.clients = limit(settings.clientsPerSecond(), settings.clientsBurst());
        this.visits = limit(settings.visitsPerSecond(), settings.visitsBurst());
        this.notifications =
                limit(settings.notificationsPerSecond(), settings.notificationsBurst());
    }

    private static RateLimit limit(int perSecond, int burst) {
        return new RateLimit("address", perSecond, burst, System::nanoTime);
    }

    /** Counts a request for which no key is needed. */
    void visit(HttpServletRequest request) {
        visits.pass(addressOf(request));
    }

    /** Counts a call with a publishable key: nobody uses up what is for others who have it. */
    void client(HttpServletRequest request, ApiKey key) {
        clients.pass(key.keyId() + " " + addressOf(request));
    }

    /** Refuses an address that has guessed too often, and counts nothing. */
    void requireRoom(HttpServletRequest request) {
        failures.requireRoom(addressOf(request));
    }

    /**
     * Counts what came to nothing as if it were a guess: a call with a key that may not be used
     * from this address, a sign-in that nobody was signed in by.
     */
    void failed(HttpServletRequest request) {
        failures.pass(addressOf(request));
    }

    /** Counts a provider's notification, or what somebody sends in place of one. */
    void notification(HttpServletRequest request) {
        notifications.pass(addressOf(request));
    }

    /** The key that a request was sent with, if it is valid. */
    Optional<ApiKey> find(HttpServletRequest request, @Nullable String text) {
        return text == null ? Optional.empty() : find(request, text, keys::find);
    }

    /** The key that an administrator's token stands for, if it is valid. */
    Optional<ApiKey> findByToken(HttpServletRequest request, String token) {
        return find(request, token, (text, _) -> signIn.find(text));
    }

    private Optional<ApiKey> find(
            HttpServletRequest request,
            String text,
            BiFunction<String, String, Optional<ApiKey>> lookup) {
        var address = addressOf(request);
        var hash = keys.hash(text);
        if (proven.getIfPresent(hash) == null) {
            failures.requireRoom(address);
        }
        var found = lookup.apply(text, hash);
        if (found.isPresent()) {
            proven.put(hash, true);
        } else {
            failures.pass(address);
        }
        return found;
    }

    /** The socket's other end, or what a trusted proxy says (server.forward-headers-strategy). */
    private static String addressOf(HttpServletRequest request) {
        var address = request.getRemoteAddr();
        return address.indexOf(':') < 0 ? address : networkOf(address);
    }

    /** One customer has as many addresses of IPv6 as a network of 64 bits holds. */
    private static String networkOf(String address) {
        var bytes = InetAddress.ofLiteral(address).getAddress();
        return HexFormat.of()
                .formatHex(Arrays.copyOf(bytes, Math.min(bytes.length, NETWORK_BYTES)));
    }
}
