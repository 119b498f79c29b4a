package dev.paylater.kit.kafka;

import dev.paylater.messaging.AvroCodec;
import dev.paylater.messaging.DeadLetterOffice;
import dev.paylater.messaging.SchemaRegistry;
import dev.paylater.schemas.Topic;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.Map;
import java.util.function.Predicate;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.utils.Utils;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.Environment;
import org.springframework.core.env.Profiles;

/** Kafka clients whose settings are those that the rules for money ask for. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(KafkaSettings.class)
public class KafkaConfiguration {

    @Bean
    SchemaRegistry schemaRegistry(KafkaSettings settings) {
        return SchemaRegistry.at(settings.registryUrl(), settings.registry());
    }

    @Bean
    AvroCodec avroCodec(KafkaSettings settings, SchemaRegistry registry) {
        var serializer = settings.serializer();
        var deserializer = settings.deserializer();
        if (serializer == null && deserializer == null) {
            return AvroCodec.of(registry);
        }
        if (serializer == null || deserializer == null) {
            throw new IllegalStateException(
                    "paylater.kafka.serializer and paylater.kafka.deserializer go together");
        }
        return new SerdeCodec(
                Utils.newInstance(serializer),
                Utils.newInstance(deserializer),
                settings.registryUrl(),
                settings.registry());
    }

    @Bean(destroyMethod = "close")
    MessagePublisher messagePublisher(
            KafkaSettings settings,
            AvroCodec codec,
            Environment environment,
            MeterRegistry meters) {
        settings.requireDurable(environment.acceptsProfiles(Profiles.of("local")));
        var producer =
                new KafkaProducer<>(
                        ClientSettings.producer(settings),
                        new ByteArraySerializer(),
                        new ByteArraySerializer());
        KafkaClientMeters.ofProducer(meters, producer, it -> it.metrics().values());
        return new MessagePublisher(producer, codec);
    }

    @Bean
    SchemaIds schemaIds(AvroCodec codec) {
        return new SchemaIds(codec);
    }

    @Bean
    MessageReader messageReader(AvroCodec codec) {
        return new MessageReader(codec);
    }

    @Bean
    DeadLetters deadLetters(
            MessagePublisher publisher,
            MeterRegistry meters,
            @Value("${spring.application.name}") String service) {
        var letters = new DeadLetters(publisher, meters);
        Topic.all().stream()
                .filter(topic -> topic.readers().contains(service))
                .forEach(topic -> letters.countFromZero(topic.name()));
        return letters;
    }

    @Bean(destroyMethod = "close")
    Admin kafkaAdmin(KafkaSettings settings) {
        return Admin.create(ClientSettings.admin(settings));
    }

    @Bean(initMethod = "start", destroyMethod = "close")
    GroupWatch groupWatch(Admin admin, MeterRegistry meters) {
        return new GroupWatch(admin, meters, System::nanoTime);
    }

    @Bean
    TopicCreation topicCreation(Admin admin, KafkaSettings settings) {
        return new TopicCreation(admin, settings);
    }

    /** Settings of a consumer that commits by itself and is missed within seconds when it dies. */
    public static Map<String, Object> consumer(KafkaSettings settings, String group) {
        return ClientSettings.consumer(settings, group);
    }

    /** The dead letters of these topics, with this service's login; whoever opens it closes it. */
    public static DeadLetterOffice deadLetterOffice(
            KafkaSettings settings, Predicate<String> topics) {
        return new DeadLetterOffice(
                ClientSettings.consumer(settings, DeadLetterOffice.GROUP),
                ClientSettings.producer(settings),
                topics);
    }
}
