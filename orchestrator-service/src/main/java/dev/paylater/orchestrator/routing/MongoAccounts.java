package dev.paylater.orchestrator.routing;

import static java.util.Objects.requireNonNull;

import com.github.benmanes.caffeine.cache.CacheLoader;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.LoadingCache;
import dev.paylater.kit.mongo.CapabilityStore;
import dev.paylater.kit.mongo.ConnectorCapabilities;
import dev.paylater.options.Routing;
import dev.paylater.options.RoutingJson;
import dev.paylater.options.ServingAccount;
import dev.paylater.orchestrator.payment.ConnectorAccount;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.springframework.data.mongodb.core.MongoOperations;
import org.springframework.stereotype.Component;

/**
 * The merchants' connector accounts with what their connectors can serve, and the profiles' routing
 * rules. Kept for a few seconds, so that a change by an administrator is followed soon and a
 * payment costs no query.
 */
@Component
final class MongoAccounts implements Accounts {

    private static final Duration KEPT = Duration.ofSeconds(3);
    private static final int MOST = 20_000;

    private final AccountRepository accounts;
    private final ProfileRepository profiles;
    private final CapabilityStore capabilities;
    private final MandateClaims mandateClaims;
    private final LoadingCache<String, List<ConnectorAccount>> accountsByMerchant;
    private final LoadingCache<String, Rules> rulesByProfile;

    MongoAccounts(
            AccountRepository accounts,
            ProfileRepository profiles,
            MongoOperations store,
            MandateClaims mandateClaims,
            Clock clock) {
        this.accounts = accounts;
        this.profiles = profiles;
        this.capabilities = new CapabilityStore(store);
        this.mandateClaims = mandateClaims;
        this.accountsByMerchant =
                kept(clock).build(CacheLoader.<String, List<ConnectorAccount>>bulk(this::load));
        this.rulesByProfile = kept(clock).build(CacheLoader.<String, Rules>bulk(this::loadRules));
    }

    private static Caffeine<Object, Object> kept(Clock clock) {
        return Caffeine.newBuilder()
                .maximumSize(MOST)
                .expireAfterWrite(KEPT)
                .ticker(() -> TimeUnit.MILLISECONDS.toNanos(clock.millis()))
                .executor(Runnable::run);
    }

    @Override
    public void prepare(Set<String> merchantIds, Set<String> profileIds) {
        var _ = accountsByMerchant.getAll(merchantIds);
        var _ = rulesByProfile.getAll(profileIds);
    }

    @Override
    public List<ConnectorAccount> of(String merchantId) {
        return accountsByMerchant.get(merchantId);
    }

    @Override
    public @Nullable Routing ruleOf(String profileId) {
        return rulesByProfile.get(profileId).routing();
    }

    @Override
    public boolean acceptsPartialApproval(String profileId) {
        return rulesByProfile.get(profileId).acceptsPartialApproval();
    }

    @Override
    public boolean claimMandate(
            String merchantId,
            String mandateId,
            String paymentId,
            Predicate<String> hasEndedUnpaid) {
        return mandateClaims.claim(merchantId, mandateId, paymentId, hasEndedUnpaid);
    }

    private Map<String, List<ConnectorAccount>> load(Set<? extends String> merchantIds) {
        var served = new HashMap<String, ConnectorCapabilities>();
        capabilities.all().forEach(one -> served.put(one.connector(), one));
        var loaded = new HashMap<String, List<ConnectorAccount>>();
        merchantIds.forEach(id -> loaded.put(id, new ArrayList<>()));
        accounts.findByMerchantIdInAndEnabledTrueOrderByPosition(List.copyOf(merchantIds))
                .forEach(
                        account -> {
                            var one = served.get(account.connector());
                            if (one != null) {
                                requireNonNull(loaded.get(account.merchantId()))
                                        .add(account(account, one));
                            }
                        });
        loaded.replaceAll((_, accountsOfMerchant) -> List.copyOf(accountsOfMerchant));
        return loaded;
    }

    private static ConnectorAccount account(StoredAccount account, ConnectorCapabilities served) {
        return new ConnectorAccount(
                account.connector(),
                account.accountId(),
                served.currencies(),
                served.countries(),
                served.markets(),
                served.paymentMethodTypes(),
                served.captureMethods(),
                ServingAccount.features(served.features(), account.strict()),
                account.businessCountry(),
                account.businessLabel());
    }

    private Map<String, Rules> loadRules(Set<? extends String> profileIds) {
        var loaded = new HashMap<String, Rules>();
        profileIds.forEach(id -> loaded.put(id, Rules.NONE));
        profiles.findAllById(List.copyOf(profileIds))
                .forEach(profile -> loaded.put(profile.profileId(), Rules.of(profile)));
        return loaded;
    }

    /** What a profile says of its payments. */
    private record Rules(@Nullable Routing routing, boolean acceptsPartialApproval) {

        private static final Rules NONE = new Rules(null, false);

        private static Rules of(StoredProfile profile) {
            return new Rules(
                    profile.routing() == null ? null : RoutingJson.read(profile.routing()),
                    Boolean.TRUE.equals(profile.acceptPartialApproval()));
        }
    }
}
