package dev.paylater.webhook;

import dev.paylater.kit.kafka.KafkaConfiguration;
import dev.paylater.kit.log.LogConfiguration;
import dev.paylater.kit.management.HttpMeters;
import dev.paylater.kit.management.ManagementPort;
import dev.paylater.kit.mongo.MongoConfiguration;
import dev.paylater.kit.security.Audience;
import dev.paylater.kit.security.EndpointSecrets;
import dev.paylater.kit.security.KnownSecrets;
import dev.paylater.kit.security.ServiceToken;
import dev.paylater.kit.trace.TraceConfiguration;
import java.time.Clock;
import java.time.ZoneOffset;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.kafka.autoconfigure.KafkaAutoConfiguration;
import org.springframework.boot.mongodb.autoconfigure.MongoAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.core.env.Environment;

/** Tells merchants what happens to their payments, and keeps at it until they have heard. */
@SpringBootApplication(
        proxyBeanMethods = false,
        exclude = {KafkaAutoConfiguration.class, MongoAutoConfiguration.class})
@EnableConfigurationProperties(WebhookSettings.class)
@Import({
    KafkaConfiguration.class,
    KnownSecrets.class,
    HttpMeters.class,
    LogConfiguration.class,
    ManagementPort.class,
    TraceConfiguration.class,
    MongoConfiguration.class
})
public class WebhookApplication {

    public static void main(String[] arguments) {
        SpringApplication.run(WebhookApplication.class, arguments);
    }

    /** In milliseconds, as the store keeps times. */
    @Bean
    Clock clock() {
        return Clock.tickMillis(ZoneOffset.UTC);
    }

    @Bean
    EndpointSecrets endpointSecrets(Environment environment) {
        return EndpointSecrets.in(environment);
    }

    @Bean
    ServiceToken serviceToken(Environment environment, Clock clock) {
        return ServiceToken.in(environment, Audience.WEBHOOK, clock);
    }
}
