package dev.paylater.connector.account;

import static com.mongodb.client.model.Filters.and;
import static com.mongodb.client.model.Filters.eq;

import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.LoadingCache;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import dev.paylater.connector.kit.Account;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.bson.Document;
import org.jspecify.annotations.Nullable;

/**
 * The accounts of {@code connector_accounts}. They are kept for some seconds, so that a changed
 * credential is soon in use without a read per call; while MongoDB is away, known accounts stay
 * usable for a minute.
 */
final class MongoAccounts implements Accounts {

    private static final Duration FRESH = Duration.ofSeconds(5);
    private static final Duration USABLE = Duration.ofSeconds(60);
    private static final int MOST = 20_000;

    private record Door(String merchantId, String connector) {}

    private final LoadingCache<String, @Nullable Account> byId;
    private final LoadingCache<Door, List<Account>> byDoor;

    MongoAccounts(MongoDatabase database, AccountReader reader) {
        MongoCollection<Document> collection = database.getCollection("connector_accounts");
        byId =
                Caffeine.newBuilder()
                        .maximumSize(MOST)
                        .refreshAfterWrite(FRESH)
                        .expireAfterWrite(USABLE)
                        .build(id -> one(collection, reader, id));
        byDoor =
                Caffeine.newBuilder()
                        .maximumSize(MOST)
                        .refreshAfterWrite(FRESH)
                        .expireAfterWrite(USABLE)
                        .build(door -> all(collection, reader, door));
    }

    @Override
    public @Nullable Account byId(String id) {
        return byId.get(id);
    }

    @Override
    public List<Account> of(String merchantId, String connector) {
        return byDoor.get(new Door(merchantId, connector));
    }

    private static @Nullable Account one(
            MongoCollection<Document> collection, AccountReader reader, String id) {
        var document = collection.find(eq("_id", id)).first();
        return document == null ? null : reader.read(document);
    }

    private static List<Account> all(
            MongoCollection<Document> collection, AccountReader reader, Door door) {
        var accounts = new ArrayList<Account>();
        collection
                .find(and(eq("merchant_id", door.merchantId()), eq("connector", door.connector())))
                .forEach(document -> accounts.add(reader.read(document)));
        return List.copyOf(accounts);
    }
}
