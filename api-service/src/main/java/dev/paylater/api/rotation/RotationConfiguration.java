package dev.paylater.api.rotation;

import com.mongodb.client.MongoDatabase;
import dev.paylater.api.key.Keys;
import dev.paylater.kit.security.EndpointSecrets;
import dev.paylater.kit.security.Sealer;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Clock;
import java.time.Duration;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.scheduling.annotation.EnableScheduling;
import org.springframework.scheduling.annotation.SchedulingConfigurer;

/** Looks for what is under old keys while there are some, and shows how much is left. */
@Configuration(proxyBeanMethods = false)
@EnableScheduling
class RotationConfiguration {

    private static final Duration BETWEEN_ROUNDS_OF_ENDPOINTS = Duration.ofSeconds(10);

    @Bean
    Resealing resealing(MongoDatabase database, Sealer sealer, Clock clock) {
        return new Resealing(database, sealer, clock);
    }

    @Bean
    SchedulingConfigurer endpointRotation(
            MongoDatabase database, EndpointSecrets secrets, MeterRegistry meters) {
        if (!secrets.haveOldKeys()) {
            return _ -> {};
        }
        var resealing = new EndpointResealing(database, secrets);
        Gauge.builder(
                        "paylater.webhook.endpoints.under.old.key",
                        resealing,
                        EndpointResealing::left)
                .description("Secrets of webhook endpoints under an old key")
                .register(meters);
        return tasks -> tasks.addFixedDelayTask(resealing::round, BETWEEN_ROUNDS_OF_ENDPOINTS);
    }

    @Bean
    SchedulingConfigurer rotation(
            Resealing resealing,
            Sealer sealer,
            Keys keys,
            MeterRegistry meters,
            @Value("${paylater.api.resealing-pause:1s}") Duration pause) {
        if (keys.haveOldPeppers()) {
            Gauge.builder("paylater.api.keys.under.old.pepper", keys, Keys::countUnderOldPeppers)
                    .description("API keys hashed with an old pepper")
                    .register(meters);
        }
        if (!sealer.hasOldKeys()) {
            return _ -> {};
        }
        Gauge.builder("paylater.documents.under.old.key", resealing, Resealing::left)
                .description("Documents with texts under an old key")
                .register(meters);
        return tasks -> tasks.addFixedDelayTask(resealing::step, pause);
    }
}
