package dev.paylater.orchestrator;

import dev.paylater.kernel.store.Archiver;
import dev.paylater.kernel.store.Due;
import dev.paylater.kernel.timer.RepeatedTask;
import dev.paylater.orchestrator.mongo.Payments;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Clock;
import java.time.Duration;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.Environment;
import org.springframework.core.env.Profiles;

/** Archives payments, where it is wanted. */
@Configuration(proxyBeanMethods = false)
@ConditionalOnProperty("paylater.archive.after")
class ArchiveConfiguration {

    /** Refunds are possible for 365 days after a payment was created. */
    private static final Duration EARLIEST = Duration.ofDays(366);

    @Bean
    RepeatedTask archiving(
            Payments payments,
            Supplier<Predicate<Due>> share,
            MeterRegistry meters,
            Clock clock,
            Environment environment,
            @Value("${paylater.archive.after}") Duration after,
            @Value("${paylater.archive.interval:5s}") Duration interval) {
        if (!environment.acceptsProfiles(Profiles.of("local"))) {
            requireAfterLastRefund(after);
        }
        payments.ensureArchivingIndex();
        var archived =
                Counter.builder("paylater.payments.archived")
                        .description("Payments that have left the collection for the archive")
                        .register(meters);
        return new RepeatedTask(
                "archive", new Archiver(payments, after, share, archived, clock)::round, interval);
    }

    static void requireAfterLastRefund(Duration after) {
        if (after.compareTo(EARLIEST) < 0) {
            throw new IllegalStateException(
                    "paylater.archive.after is %s days, and must be at least %s: a payment can be"
                                    .formatted(after.toDays(), EARLIEST.toDays())
                            + " refunded for 365 days. Only the local profile may archive sooner.");
        }
    }
}
