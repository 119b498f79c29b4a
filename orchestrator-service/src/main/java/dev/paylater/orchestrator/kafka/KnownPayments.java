package dev.paylater.orchestrator.kafka;

import com.github.benmanes.caffeine.cache.Cache;
import dev.paylater.orchestrator.journal.PaymentStore;
import dev.paylater.orchestrator.journal.StoredPayment;
import dev.paylater.schemas.CreatePayment;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The payments of one poll. One that this process wrote a moment ago is not read again but
 * remembered, and one that is to be created is taken as absent. Either may be wrong, because
 * another process has written meanwhile: a write is conditional and shows it, and whoever wants to
 * act on memory without a write has to {@link #read} first.
 */
final class KnownPayments {

    private final PaymentStore store;
    private final Cache<String, StoredPayment> recent;
    private final Map<String, StoredPayment> current = new HashMap<>();
    private final Set<String> remembered = new HashSet<>();

    private KnownPayments(PaymentStore store, Cache<String, StoredPayment> recent) {
        this.store = store;
        this.recent = recent;
    }

    /**
     * Those that commands are for.
     *
     * @param first the first command for each payment, by key
     */
    static KnownPayments of(
            Map<String, Command> first, PaymentStore store, Cache<String, StoredPayment> recent) {
        var known = new KnownPayments(store, recent);
        var unknown = new HashSet<String>();
        first.forEach(
                (key, command) -> {
                    var stored = recent.getIfPresent(key);
                    if (stored != null) {
                        known.current.put(key, stored);
                        known.remembered.add(key);
                    } else if (command.message().value() instanceof CreatePayment) {
                        known.remembered.add(key);
                    } else {
                        unknown.add(key);
                    }
                });
        known.read(unknown);
        return known;
    }

    @Nullable StoredPayment get(String key) {
        return current.get(key);
    }

    /** Whether somebody else may have written the payment since this process last saw it. */
    boolean isRemembered(String key) {
        return remembered.contains(key);
    }

    /** Takes these from the store as they are now. */
    void read(Collection<String> keys) {
        if (!keys.isEmpty()) {
            keys.forEach(current::remove);
            remembered.removeAll(keys);
            recent.invalidateAll(keys);
            current.putAll(store.find(keys));
        }
    }

    void written(StoredPayment stored) {
        current.put(stored.id(), stored);
        remembered.remove(stored.id());
        if (stored.payment().isAtRest()) {
            recent.invalidate(stored.id());
        } else {
            recent.put(stored.id(), stored);
        }
    }
}
