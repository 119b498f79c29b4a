package dev.paylater.refund;

import dev.paylater.kernel.timer.DeadlineSweeper;
import dev.paylater.kernel.timer.LateCounts;
import dev.paylater.kit.kafka.KafkaConfiguration;
import dev.paylater.kit.mongo.MongoConfiguration;
import dev.paylater.refund.core.ProviderCapabilities;
import dev.paylater.refund.kafka.ListenerConfiguration;
import dev.paylater.refund.kafka.RefundAggregate;
import dev.paylater.refund.mongo.RefundDocument;
import dev.paylater.refund.mongo.Refunds;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Clock;
import java.time.Duration;
import java.time.ZoneOffset;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.kafka.autoconfigure.KafkaAutoConfiguration;
import org.springframework.boot.mongodb.autoconfigure.MongoAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.scheduling.annotation.EnableScheduling;
import org.springframework.scheduling.annotation.SchedulingConfigurer;

/** Executes refunds, keeps them, and lists them. */
@SpringBootApplication(exclude = {KafkaAutoConfiguration.class, MongoAutoConfiguration.class})
@Import({KafkaConfiguration.class, MongoConfiguration.class})
@EnableScheduling
public class RefundApplication {

    /** The sweeper looks four times a second. */
    private static final Duration OVERDUE = Duration.ofSeconds(30);

    /** What no provider knows is given up after two minutes. */
    private static final Duration PENDING = Duration.ofMinutes(10);

    public static void main(String[] args) {
        SpringApplication.run(RefundApplication.class, args);
    }

    /** In milliseconds, as the store and the messages keep times. */
    @Bean
    Clock clock() {
        return Clock.tickMillis(ZoneOffset.UTC);
    }

    @Bean
    RefundAggregate refundAggregate(ProviderCapabilities capabilities, Refunds refunds) {
        return ListenerConfiguration.aggregate(
                capabilities, refunds::findOfPayment, RefundDocument::reply);
    }

    @Bean
    LateCounts lateCounts(Refunds refunds, MeterRegistry meters, Clock clock) {
        return new LateCounts(meters, clock)
                .with("paylater.refunds.overdue", now -> refunds.countOverdue(now.minus(OVERDUE)))
                .with(
                        "paylater.refunds.pending.long",
                        now -> refunds.countPending(now.minus(PENDING)))
                .with("paylater.refunds.account_refused", _ -> refunds.countAccountRefused());
    }

    @Bean
    SchedulingConfigurer schedule(
            DeadlineSweeper sweeper,
            LateCounts lateCounts,
            @Value("${paylater.refund.sweep-interval}") Duration sweepInterval,
            @Value("${paylater.alarms.interval-millis:15000}") long countMillis) {
        return tasks -> {
            tasks.addFixedDelayTask(sweeper::sweep, sweepInterval);
            tasks.addFixedDelayTask(lateCounts::count, Duration.ofMillis(countMillis));
        };
    }
}
