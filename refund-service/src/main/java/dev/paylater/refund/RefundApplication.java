package dev.paylater.refund;

import dev.paylater.kit.kafka.KafkaConfiguration;
import dev.paylater.kit.mongo.MongoConfiguration;
import java.time.Clock;
import java.time.ZoneOffset;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.kafka.autoconfigure.KafkaAutoConfiguration;
import org.springframework.boot.mongodb.autoconfigure.MongoAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.scheduling.annotation.EnableScheduling;

/** Executes refunds, keeps them, and lists them. */
@SpringBootApplication(exclude = {KafkaAutoConfiguration.class, MongoAutoConfiguration.class})
@Import({KafkaConfiguration.class, MongoConfiguration.class})
@EnableScheduling
public class RefundApplication {

    public static void main(String[] args) {
        SpringApplication.run(RefundApplication.class, args);
    }

    /** In milliseconds, as the store and the messages keep times. */
    @Bean
    Clock clock() {
        return Clock.tickMillis(ZoneOffset.UTC);
    }
}
