package dev.paylater.orchestrator;

import com.mongodb.client.MongoDatabase;
import dev.paylater.kit.kafka.KafkaConfiguration;
import dev.paylater.kit.mongo.MongoConfiguration;
import dev.paylater.orchestrator.kafka.ListenerConfiguration;
import dev.paylater.orchestrator.mongo.Alarms;
import dev.paylater.orchestrator.mongo.Payments;
import dev.paylater.orchestrator.timer.TimerConfiguration;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Clock;
import java.time.ZoneOffset;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.kafka.autoconfigure.KafkaAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;

/** Moves payments through their states. */
@SpringBootApplication(exclude = KafkaAutoConfiguration.class)
@Import({
    KafkaConfiguration.class,
    MongoConfiguration.class,
    ListenerConfiguration.class,
    TimerConfiguration.class
})
public class OrchestratorApplication {

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
    Alarms alarms(Payments payments, MeterRegistry meters, Clock clock) {
        return new Alarms(payments, meters, clock);
    }
}
