package dev.paylater.connector.call;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.RemovalCause;
import com.github.benmanes.caffeine.cache.Scheduler;
import dev.paylater.schemas.Topic;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * How often the provider has refused an account. Of an account that was corrected, or of more than
 * a screen of them, the metric goes: the log has named each.
 */
final class AccountRefusals {

    static final int MOST = 200;

    private static final Duration LONGEST_UNCHANGED = Duration.ofHours(1);

    private final MeterRegistry meters;
    private final Cache<String, Counter> counters =
            Caffeine.newBuilder()
                    .maximumSize(MOST)
                    .expireAfterAccess(LONGEST_UNCHANGED)
                    .evictionListener(this::forget)
                    .scheduler(Scheduler.systemScheduler())
                    .executor(Runnable::run)
                    .build();

    AccountRefusals(MeterRegistry meters) {
        this.meters = meters;
        // So that there is a metric before the first refusal, of no account.
        Topic.CONNECTORS.forEach(connector -> counter(connector, ""));
    }

    Counter of(String connector, String account) {
        return counters.get(account, id -> counter(connector, id));
    }

    private Counter counter(String connector, String account) {
        return Counter.builder("paylater.connector.accounts.refused")
                .description("Times that the provider has refused the account")
                .tags("connector", connector, "account", account)
                .register(meters);
    }

    private void forget(@Nullable String account, @Nullable Counter counter, RemovalCause cause) {
        if (counter != null) {
            meters.remove(counter);
        }
    }
}
