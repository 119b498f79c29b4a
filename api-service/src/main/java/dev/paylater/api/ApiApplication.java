package dev.paylater.api;

import dev.paylater.api.key.Pepper;
import dev.paylater.api.settings.Addresses;
import dev.paylater.api.settings.ApiSettings;
import dev.paylater.kit.kafka.KafkaConfiguration;
import dev.paylater.kit.mongo.MongoConfiguration;
import dev.paylater.kit.security.KeyRing;
import dev.paylater.kit.security.Sealer;
import dev.paylater.kit.security.ServiceToken;
import java.time.Clock;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.core.env.Environment;

/** The HTTP API for merchants: checks, publishes commands, waits, answers. */
@SpringBootApplication(proxyBeanMethods = false)
@EnableConfigurationProperties({ApiSettings.class, Addresses.class})
@Import({KafkaConfiguration.class, MongoConfiguration.class})
public class ApiApplication {

    public static void main(String[] arguments) {
        SpringApplication.run(ApiApplication.class, arguments);
    }

    @Bean
    Clock clock() {
        return Clock.systemUTC();
    }

    @Bean
    Pepper pepper(Environment environment) {
        return new Pepper(KeyRing.in(environment, "paylater.key-pepper"));
    }

    @Bean
    Sealer sealer(Environment environment) {
        return Sealer.in(environment, "paylater.encryption-key");
    }

    @Bean
    ServiceToken serviceToken(Environment environment, Clock clock) {
        return new ServiceToken(KeyRing.in(environment, "paylater.service-key"), clock);
    }
}
