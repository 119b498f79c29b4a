package dev.paylater.api;

import dev.paylater.api.key.Pepper;
import dev.paylater.api.settings.Addresses;
import dev.paylater.api.settings.ApiSettings;
import dev.paylater.api.settings.StrangerSettings;
import dev.paylater.kit.kafka.KafkaConfiguration;
import dev.paylater.kit.management.ManagementPort;
import dev.paylater.kit.mongo.MongoConfiguration;
import dev.paylater.kit.security.KnownSecrets;
import dev.paylater.kit.security.Sealer;
import dev.paylater.kit.security.ServiceToken;
import java.time.Clock;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;

/** The HTTP API for merchants: checks, publishes commands, waits, answers. */
@SpringBootApplication(proxyBeanMethods = false)
@EnableConfigurationProperties({ApiSettings.class, Addresses.class, StrangerSettings.class})
@Import({
    KafkaConfiguration.class,
    KnownSecrets.class,
    ManagementPort.class,
    MongoConfiguration.class
})
public class ApiApplication {

    public static void main(String[] arguments) {
        SpringApplication.run(ApiApplication.class, arguments);
    }

    @Bean
    Clock clock() {
        return Clock.systemUTC();
    }

    @Bean
    Pepper pepper(@Value("${paylater.key-pepper}") String key) {
        return new Pepper(key);
    }

    @Bean
    Sealer sealer(@Value("${paylater.encryption-key}") String key) {
        return new Sealer(key);
    }

    @Bean
    ServiceToken serviceToken(@Value("${paylater.service-key}") String key, Clock clock) {
        return new ServiceToken(key, clock);
    }
}
