package dev.paylater.connector.call;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.paylater.connector.kit.Account;
import dev.paylater.connector.kit.Login.Token;
import dev.paylater.connector.kit.Secret;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** The short-lived tokens of accounts whose providers want them, in this process's memory only. */
final class Tokens {

    /** A token is renewed this long before its end, so that it does not end on the way. */
    private static final Duration MARGIN = Duration.ofSeconds(30);

    static final int MOST = 20_000;
    private static final Duration LONGEST_UNUSED = Duration.ofHours(1);

    private record Kept(Token token, Account account, Instant until) {}

    private final Cache<String, Kept> kept =
            Caffeine.newBuilder()
                    .maximumSize(MOST)
                    .expireAfterAccess(LONGEST_UNUSED)
                    .executor(Runnable::run)
                    .build();
    private final Clock clock;

    Tokens(Clock clock) {
        this.clock = clock;
    }

    /** The account's token, unless it has none, it is too old, or the credentials changed since. */
    @Nullable Secret of(Account account) {
        var known = kept.getIfPresent(account.id());
        return known != null
                        && known.until().isAfter(clock.instant())
                        && known.account().credentials().equals(account.credentials())
                ? known.token().value()
                : null;
    }

    void keep(Account account, Token token) {
        var until = clock.instant().plus(token.lifetime()).minus(MARGIN);
        kept.put(account.id(), new Kept(token, account, until));
    }

    void drop(Account account) {
        kept.invalidate(account.id());
    }
}
