package dev.paylater.connector;

import dev.paylater.connector.kit.Connector;
import dev.paylater.connectors.Connectors;
import dev.paylater.kit.kafka.KafkaConfiguration;
import dev.paylater.kit.log.LogConfiguration;
import dev.paylater.kit.management.HttpMeters;
import dev.paylater.kit.management.ManagementPort;
import dev.paylater.kit.mongo.MongoConfiguration;
import dev.paylater.kit.security.Audience;
import dev.paylater.kit.security.KnownSecrets;
import dev.paylater.kit.security.Sealer;
import dev.paylater.kit.security.ServiceToken;
import dev.paylater.kit.trace.TraceConfiguration;
import java.time.Clock;
import java.util.List;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.core.env.Environment;

/** Starts connector-service; the connectors that it serves are in {@link Connectors}. */
@SpringBootApplication(proxyBeanMethods = false)
@Import({
    KafkaConfiguration.class,
    KnownSecrets.class,
    HttpMeters.class,
    LogConfiguration.class,
    ManagementPort.class,
    TraceConfiguration.class,
    MongoConfiguration.class
})
public class ConnectorApplication {

    public static void main(String[] arguments) {
        SpringApplication.run(ConnectorApplication.class, arguments);
    }

    @Bean
    List<Connector> connectors() {
        return Connectors.all();
    }

    @Bean
    Clock clock() {
        return Clock.systemUTC();
    }

    @Bean
    Sealer sealer(Environment environment) {
        return Sealer.in(environment, "paylater.encryption-key");
    }

    @Bean
    ServiceToken serviceToken(Environment environment, Clock clock) {
        return ServiceToken.in(environment, Audience.CONNECTOR, clock);
    }
}
