package dev.paylater.orchestrator.routing;

import static com.mongodb.client.model.Filters.and;
import static com.mongodb.client.model.Filters.eq;
import static com.mongodb.client.model.Sorts.ascending;
import static com.mongodb.client.model.Updates.set;

import com.mongodb.ErrorCategory;
import com.mongodb.MongoWriteException;
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
import java.util.function.Predicate;
import org.bson.Document;
import org.jspecify.annotations.Nullable;

/**
 * The merchants' connector accounts with what their connectors can serve, and the profiles' routing
 * rules. Kept for a few seconds, so that a change by an administrator is followed soon and a
 * payment costs no query.
 */
final class MongoAccounts implements Accounts {

    private static final String PAYMENT_ID = "payment_id";
    private static final Duration KEPT = Duration.ofSeconds(3);

    private final MongoCollection<Document> accounts;
    private final MongoCollection<Document> profiles;
    private final MongoCollection<Document> capabilities;
    private final MongoCollection<Document> mandateClaims;
    private final Clock clock;
    private final Map<String, Kept<List<ConnectorAccount>>> accountsByMerchant =
            new ConcurrentHashMap<>();
    private final Map<String, Kept<@Nullable Routing>> rulesByProfile = new ConcurrentHashMap<>();

    private record Kept<T extends @Nullable Object>(T value, Instant until) {}

    MongoAccounts(MongoDatabase database, Clock clock) {
        this.accounts = database.getCollection("connector_accounts");
        this.profiles = database.getCollection("profiles");
        this.capabilities = database.getCollection("connector_capabilities");
        this.mandateClaims = database.getCollection("mandate_claims");
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

    @Override
    public boolean claimMandate(
            String merchantId,
            String mandateId,
            String paymentId,
            Predicate<String> hasEndedUnpaid) {
        var id = merchantId + "/" + mandateId;
        while (true) {
            var claim = mandateClaims.find(eq("_id", id)).first();
            var holder = claim == null ? null : claim.getString(PAYMENT_ID);
            if (paymentId.equals(holder)) {
                return true;
            }
            if (holder != null && !hasEndedUnpaid.test(holder)) {
                return false;
            }
            if (replaceHolder(id, holder, paymentId)) {
                return true;
            }
        }
    }

    /** Whether nobody else was faster. */
    private boolean replaceHolder(String id, @Nullable String holder, String paymentId) {
        if (holder != null) {
            return mandateClaims
                            .updateOne(
                                    and(eq("_id", id), eq(PAYMENT_ID, holder)),
                                    set(PAYMENT_ID, paymentId))
                            .getMatchedCount()
                    == 1;
        }
        try {
            mandateClaims.insertOne(new Document("_id", id).append(PAYMENT_ID, paymentId));
            return true;
        } catch (MongoWriteException e) {
            if (e.getError().getCategory() == ErrorCategory.DUPLICATE_KEY) {
                return false;
            }
            throw e;
        }
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
