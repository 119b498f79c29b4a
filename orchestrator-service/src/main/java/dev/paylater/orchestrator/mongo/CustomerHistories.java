package dev.paylater.orchestrator.mongo;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.paylater.orchestrator.payment.CustomerHistory;
import dev.paylater.orchestrator.payment.CustomerHistory.Customer;
import dev.paylater.orchestrator.payment.CustomerHistory.Earlier;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What customers have bought before, read for all payments of a round at once: however many they
 * are, the round waits 200 ms at most, and a payment goes on without what was not read by then.
 */
public final class CustomerHistories implements AutoCloseable {

    private static final Logger log = LoggerFactory.getLogger(CustomerHistories.class);

    /** A round does not wait longer for what only makes an approval likelier. */
    static final Duration WITHIN = Duration.ofMillis(200);

    private static final int AT_ONCE = 16;

    /** More than the customers of one round, which is all that has to be remembered. */
    private static final int MOST = 2_000;

    private static final Duration KEPT = Duration.ofSeconds(5);

    private final Function<Customer, List<Earlier>> reading;
    private final Duration within;
    private final Cache<Customer, List<Earlier>> read =
            Caffeine.newBuilder()
                    .maximumSize(MOST)
                    .expireAfterWrite(KEPT)
                    .executor(Runnable::run)
                    .build();
    private final ExecutorService readers =
            Executors.newFixedThreadPool(AT_ONCE, Thread.ofVirtual().factory());

    public CustomerHistories(Payments payments) {
        this(payments::latestOf, WITHIN);
    }

    CustomerHistories(Function<Customer, List<Earlier>> reading, Duration within) {
        this.reading = reading;
        this.within = within;
    }

    /** Reads those of these customers, as far as that is done in time. */
    public void read(Collection<Customer> customers) {
        var left = customers.stream().filter(one -> read.getIfPresent(one) == null).toList();
        if (left.isEmpty()) {
            return;
        }
        try {
            var unread =
                    readers
                            .invokeAll(
                                    left.stream().map(this::reading).toList(),
                                    within.toMillis(),
                                    TimeUnit.MILLISECONDS)
                            .stream()
                            .filter(one -> one.state() != Future.State.SUCCESS)
                            .count();
            if (unread > 0) {
                log.warn(
                        "{} of {} histories of customers were not read in time",
                        unread,
                        left.size());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private Callable<Void> reading(Customer customer) {
        return () -> {
            read.put(customer, reading.apply(customer));
            return null;
        };
    }

    /** What this customer had bought before; nothing where it was not read. */
    public Optional<CustomerHistory> of(Customer customer, String paymentId) {
        return Optional.ofNullable(read.getIfPresent(customer))
                .map(payments -> CustomerHistory.before(paymentId, payments));
    }

    @Override
    public void close() {
        readers.shutdownNow();
    }
}
