package dev.paylater.orchestrator.routing;

import static com.mongodb.client.model.Filters.and;
import static com.mongodb.client.model.Filters.eq;
import static com.mongodb.client.model.Sorts.ascending;

import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import dev.paylater.orchestrator.payment.ConnectorAccount;
import dev.paylater.orchestrator.payment.Routing;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.bson.Document;
import org.jspecify.annotations.Nullable;

/**
 * The merchants' connector accounts with what their connectors can serve, and the profiles' routing
 * rules. Kept for a few seconds, so that a change by an administrator is followed soon and a
 * payment costs no query.
 */
final class MongoAccounts implements Accounts {

    private static final Duration KEPT = Duration.ofSeconds(3);

    private final MongoCollection<Document> accounts;
    private final MongoCollection<Document> profiles;
    private final MongoCollection<Document> capabilities;
    private final Clock clock;
    private final Map<String, Kept<List<ConnectorAccount>>> accountsByMerchant =
            new ConcurrentHashMap<>();
    private final Map<String, Kept<@Nullable Routing>> rulesByProfile = new ConcurrentHashMap<>();

    private record Kept<T extends @Nullable Object>(T value, Instant until) {}

    MongoAccounts(MongoDatabase database, Clock clock) {
        this.accounts = database.getCollection("connector_accounts");
        this.profiles = database.getCollection("profiles");
        this.capabilities = database.getCollection("connector_capabilities");
        this.clock = clock;
    }

    @Override
    public List<ConnectorAccount> of(String merchantId) {
        return kept(accountsByMerchant, merchantId, this::load);
    }

    @Override
    public @Nullable Routing ruleOf(String profileId) {
        return kept(rulesByProfile, profileId, this::loadRule);
    }

    private <T extends @Nullable Object> T kept(
            Map<String, Kept<T>> cache, String key, Function<String, T> loading) {
        var now = clock.instant();
        var known = cache.get(key);
        if (known != null && now.isBefore(known.until())) {
            return known.value();
        }
        var loaded = new Kept<>(loading.apply(key), now.plus(KEPT));
        cache.put(key, loaded);
        return loaded.value();
    }

    private List<ConnectorAccount> load(String merchantId) {
        var capabilitiesByConnector = new HashMap<String, Document>();
        for (var document : capabilities.find()) {
            capabilitiesByConnector.put(document.getString("_id"), document);
        }
        var loaded = new ArrayList<ConnectorAccount>();
        for (var account :
                accounts.find(and(eq("merchant_id", merchantId), eq("enabled", true)))
                        .sort(ascending("position"))) {
            var served = capabilitiesByConnector.get(account.getString("connector"));
            if (served != null) {
                loaded.add(
                        new ConnectorAccount(
                                account.getString("connector"),
                                account.getString("_id"),
                                texts(served, "currencies"),
                                texts(served, "countries"),
                                texts(served, "payment_method_types"),
                                texts(served, "capture_methods"),
                                texts(served, "features")));
            }
        }
        return List.copyOf(loaded);
    }

    private @Nullable Routing loadRule(String profileId) {
        var profile = profiles.find(eq("_id", profileId)).first();
        var rule = profile == null ? null : profile.getString("routing");
        return rule == null ? null : RoutingJson.read(rule);
    }

    private static List<String> texts(Document document, String field) {
        return document.getList(field, String.class, List.of());
    }
}
