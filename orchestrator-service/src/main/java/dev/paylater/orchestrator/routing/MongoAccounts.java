package dev.paylater.orchestrator.routing;

import dev.paylater.orchestrator.payment.ConnectorAccount;
import dev.paylater.orchestrator.payment.Routing;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/**
 * The merchants' connector accounts with what their connectors can serve, and the profiles' routing
 * rules. Kept for a few seconds, so that a change by an administrator is followed soon and a
 * payment costs no query.
 */
@Component
final class MongoAccounts implements Accounts {

    private static final Duration KEPT = Duration.ofSeconds(3);

    private final AccountRepository accounts;
    private final ProfileRepository profiles;
    private final CapabilityRepository capabilities;
    private final MandateClaims mandateClaims;
    private final Clock clock;
    private final Map<String, Kept<List<ConnectorAccount>>> accountsByMerchant =
            new ConcurrentHashMap<>();
    private final Map<String, Kept<@Nullable Routing>> rulesByProfile = new ConcurrentHashMap<>();

    private record Kept<T extends @Nullable Object>(T value, Instant until) {}

    MongoAccounts(
            AccountRepository accounts,
            ProfileRepository profiles,
            CapabilityRepository capabilities,
            MandateClaims mandateClaims,
            Clock clock) {
        this.accounts = accounts;
        this.profiles = profiles;
        this.capabilities = capabilities;
        this.mandateClaims = mandateClaims;
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
        return mandateClaims.claim(merchantId, mandateId, paymentId, hasEndedUnpaid);
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
        var served = new HashMap<String, StoredCapabilities>();
        capabilities.findAll().forEach(one -> served.put(one.connector(), one));
        return accounts.findByMerchantIdAndEnabledTrueOrderByPosition(merchantId).stream()
                .flatMap(
                        account ->
                                Stream.ofNullable(served.get(account.connector()))
                                        .map(one -> one.accountOf(account)))
                .toList();
    }

    private @Nullable Routing loadRule(String profileId) {
        return profiles.findById(profileId)
                .map(StoredProfile::routing)
                .map(RoutingJson::read)
                .orElse(null);
    }
}
