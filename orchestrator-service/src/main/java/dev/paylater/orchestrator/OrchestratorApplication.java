package dev.paylater.orchestrator;

import com.mongodb.client.MongoDatabase;
import dev.paylater.kernel.Stored;
import dev.paylater.kernel.timer.DeadlineSweeper;
import dev.paylater.kernel.timer.LateCounts;
import dev.paylater.kit.kafka.KafkaConfiguration;
import dev.paylater.kit.mongo.MongoConfiguration;
import dev.paylater.orchestrator.kafka.ListenerConfiguration;
import dev.paylater.orchestrator.kafka.OtherPayments;
import dev.paylater.orchestrator.kafka.PaymentAggregate;
import dev.paylater.orchestrator.mongo.PaymentDocument;
import dev.paylater.orchestrator.mongo.Payments;
import dev.paylater.orchestrator.payment.Payment;
import dev.paylater.orchestrator.routing.Accounts;
import dev.paylater.schemas.Topic;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Clock;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.kafka.autoconfigure.KafkaAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.scheduling.annotation.EnableScheduling;
import org.springframework.scheduling.annotation.SchedulingConfigurer;

/** Moves payments through their states. */
@SpringBootApplication(exclude = KafkaAutoConfiguration.class)
@Import({KafkaConfiguration.class, MongoConfiguration.class, ListenerConfiguration.class})
@EnableScheduling
public class OrchestratorApplication {

    /** The sweeper looks four times a second. */
    private static final Duration OVERDUE = Duration.ofSeconds(30);

    /** A provider that works answers within seconds; after this somebody should ask it. */
    private static final Duration UNANSWERED = Duration.ofMinutes(10);

    public static void main(String[] args) {
        SpringApplication.run(OrchestratorApplication.class, args);
    }

    /** In milliseconds, as the store and the messages keep times. */
    @Bean
    Clock clock() {
        return Clock.tickMillis(ZoneOffset.UTC);
    }

    @Bean
    Payments payments(MongoDatabase database) {
        var payments = new Payments(database);
        payments.ensureIndexes();
        return payments;
    }

    @Bean
    PaymentAggregate paymentAggregate(Accounts accounts, Payments payments) {
        return ListenerConfiguration.aggregate(
                accounts, new StoredPayments(payments), PaymentDocument::reply);
    }

    @Bean
    LateCounts lateCounts(Payments payments, MeterRegistry meters, Clock clock) {
        return new LateCounts(meters, clock)
                .with("paylater.payments.overdue", now -> payments.countOverdue(now.minus(OVERDUE)))
                .with("paylater.payments.forgotten", _ -> payments.countForgotten())
                .with(
                        "paylater.payments.unanswered",
                        now -> payments.countUnanswered(now.minus(UNANSWERED)))
                .with("paylater.payments.account_refused", _ -> payments.countAccountRefused());
    }

    @Bean
    SchedulingConfigurer schedule(
            DeadlineSweeper sweeper,
            LateCounts lateCounts,
            @Value("${paylater.sweeper.interval-millis:250}") long sweepMillis,
            @Value("${paylater.alarms.interval-millis:15000}") long countMillis) {
        return tasks -> {
            tasks.addFixedDelayTask(sweeper::sweep, Duration.ofMillis(sweepMillis));
            tasks.addFixedDelayTask(lateCounts::count, Duration.ofMillis(countMillis));
        };
    }

    private record StoredPayments(Payments payments) implements OtherPayments {

        @Override
        public Optional<Payment> giving(String merchantId, String mandateId) {
            return payments.findByMandate(merchantId, mandateId);
        }

        @Override
        public Optional<Payment> find(String merchantId, String paymentId) {
            var key = Topic.key(merchantId, paymentId);
            return Optional.ofNullable(payments.find(List.of(key)).get(key)).map(Stored::state);
        }
    }
}
