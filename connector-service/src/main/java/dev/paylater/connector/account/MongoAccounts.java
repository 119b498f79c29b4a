package dev.paylater.connector.account;

import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.LoadingCache;
import dev.paylater.connector.kit.Account;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/**
 * The accounts of {@code connector_accounts}. They are kept for some seconds, so that a changed
 * credential is soon in use without a read per call; while MongoDB is away, known accounts stay
 * usable for a minute.
 */
@Component
final class MongoAccounts implements Accounts {

    private static final Duration FRESH = Duration.ofSeconds(5);
    private static final Duration USABLE = Duration.ofSeconds(60);
    private static final int MOST = 20_000;

    private record Door(String merchantId, String connector) {}

    private final LoadingCache<String, @Nullable Account> byId;
    private final LoadingCache<Door, List<Account>> byDoor;

    MongoAccounts(AccountRepository stored, AccountReader reader) {
        byId =
                Caffeine.newBuilder()
                        .maximumSize(MOST)
                        .refreshAfterWrite(FRESH)
                        .expireAfterWrite(USABLE)
                        .build(id -> stored.findById(id).map(reader::read).orElse(null));
        byDoor =
                Caffeine.newBuilder()
                        .maximumSize(MOST)
                        .refreshAfterWrite(FRESH)
                        .expireAfterWrite(USABLE)
                        .build(
                                door ->
                                        stored
                                                .findByMerchantIdAndConnector(
                                                        door.merchantId(), door.connector())
                                                .stream()
                                                .map(reader::read)
                                                .toList());
    }

    @Override
    public @Nullable Account byId(String id) {
        return byId.get(id);
    }

    @Override
    public List<Account> of(String merchantId, String connector) {
        return byDoor.get(new Door(merchantId, connector));
    }
}
