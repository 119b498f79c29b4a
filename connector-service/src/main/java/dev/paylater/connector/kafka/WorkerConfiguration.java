package dev.paylater.connector.kafka;

import dev.paylater.connector.account.Accounts;
import dev.paylater.connector.account.CapabilityCatalogue;
import dev.paylater.connector.kit.Connector;
import dev.paylater.connector.lease.LeasedExecution;
import dev.paylater.connector.message.SealedTexts;
import dev.paylater.kit.kafka.DeadLetters;
import dev.paylater.kit.kafka.InstanceId;
import dev.paylater.kit.kafka.KafkaConfiguration;
import dev.paylater.kit.kafka.KafkaSettings;
import dev.paylater.kit.kafka.MessagePublisher;
import dev.paylater.kit.kafka.MessageReader;
import dev.paylater.kit.kafka.SchemaIds;
import dev.paylater.kit.kafka.TopicCreation;
import dev.paylater.kit.security.CustomerAddresses;
import dev.paylater.kit.security.KeyRing;
import dev.paylater.kit.security.Sealer;
import dev.paylater.kit.trace.Traces;
import dev.paylater.schemas.Topic;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Clock;
import java.util.List;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.Environment;

/** A worker for each connector that this process serves. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(WorkerSettings.class)
class WorkerConfiguration {

    @Bean
    ConnectorMessaging messaging(
            MessageReader reader, MessagePublisher publisher, DeadLetters deadLetters) {
        return new ConnectorMessaging(reader, publisher, deadLetters);
    }

    @Bean
    Addresses addresses(
            @Value("${paylater.public-url}") String publicUrl, Environment environment) {
        return new Addresses(
                new CustomerAddresses(publicUrl, KeyRing.in(environment, "paylater.service-key")));
    }

    @Bean
    WorkerFactory workerFactory(
            KafkaSettings kafka,
            WorkerSettings settings,
            ConnectorMessaging messaging,
            Accounts accounts,
            LeasedExecution execution,
            Addresses addresses,
            Sealer sealer,
            Traces traces,
            Clock clock) {
        return connector -> {
            var handler =
                    new RequestHandler(
                            connector,
                            messaging,
                            accounts,
                            execution,
                            addresses,
                            new SealedTexts(sealer),
                            new Deliveries(Retry::sleep),
                            traces,
                            clock);
            return new Worker(
                    connector.name(),
                    () ->
                            new PollLoop(
                                    consumer(kafka, settings, connector.name()),
                                    Topic.ofConnector(connector.name()).name(),
                                    settings.maxInFlight(),
                                    Thread.ofVirtual().name(connector.name() + "-", 0).factory(),
                                    handler));
        };
    }

    @Bean
    Workers workers(
            List<Connector> connectors,
            WorkerSettings settings,
            TopicCreation topics,
            SchemaIds schemas,
            CapabilityCatalogue catalogue,
            MeterRegistry meters,
            WorkerFactory factory) {
        var served =
                connectors.stream().filter(connector -> settings.serves(connector.name())).toList();
        return new Workers(served, topics, schemas, catalogue, meters, factory);
    }

    @Bean
    WorkersHealth workersHealthIndicator(Workers workers, MeterRegistry meters) {
        Gauge.builder("paylater.connector.retried.seconds", () -> Retry.longest().toSeconds())
                .description("For how long a request or its result has been retried")
                .register(meters);
        return new WorkersHealth(workers::troubles, Retry::longest);
    }

    private static Consumer<byte[], byte[]> consumer(
            KafkaSettings kafka, WorkerSettings settings, String connector) {
        var config = KafkaConfiguration.consumer(kafka, "connector-service." + connector);
        var slot = "connector-service-" + InstanceId.of(settings.instance());
        config.put(ConsumerConfig.GROUP_INSTANCE_ID_CONFIG, slot);
        config.put(ConsumerConfig.CLIENT_ID_CONFIG, slot + "-" + connector);
        return new KafkaConsumer<>(config);
    }
}
