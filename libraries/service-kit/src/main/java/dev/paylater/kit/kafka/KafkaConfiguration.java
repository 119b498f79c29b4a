package dev.paylater.kit.kafka;

import dev.paylater.schemas.MessageSizes;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.clients.CommonClientConfigs;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.CooperativeStickyAssignor;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.utils.Utils;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.Environment;
import org.springframework.core.env.Profiles;

/** Kafka clients whose settings are those that the rules for money ask for. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(KafkaSettings.class)
public class KafkaConfiguration {

    /** Clients give up early enough for a merchant to be answered within ten seconds. */
    private static final int MAX_BLOCK_MILLIS = 3_000;

    private static final int REQUEST_TIMEOUT_MILLIS = 3_000;
    private static final int DELIVERY_TIMEOUT_MILLIS = 6_000;

    @Bean
    SchemaRegistry schemaRegistry(KafkaSettings settings) {
        return SchemaRegistry.at(settings.registryUrl());
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
                settings.registryUrl());
    }

    @Bean(destroyMethod = "close")
    MessagePublisher messagePublisher(
            KafkaSettings settings, AvroCodec codec, Environment environment) {
        settings.requireDurable(environment.acceptsProfiles(Profiles.of("local")));
        return new MessagePublisher(
                new KafkaProducer<>(
                        producer(settings), new ByteArraySerializer(), new ByteArraySerializer()),
                codec);
    }

    @Bean
    MessageReader messageReader(AvroCodec codec) {
        return new MessageReader(codec);
    }

    @Bean
    DeadLetters deadLetters(MessagePublisher publisher) {
        return new DeadLetters(publisher);
    }

    @Bean(destroyMethod = "close")
    Admin kafkaAdmin(KafkaSettings settings) {
        return Admin.create(common(settings));
    }

    @Bean
    TopicCreation topicCreation(Admin admin, KafkaSettings settings) {
        return new TopicCreation(admin, settings);
    }

    private static Map<String, Object> common(KafkaSettings settings) {
        Map<String, Object> config = new HashMap<>(settings.client());
        config.put(CommonClientConfigs.BOOTSTRAP_SERVERS_CONFIG, settings.bootstrap());
        config.put(CommonClientConfigs.RECONNECT_BACKOFF_MAX_MS_CONFIG, 500);
        return config;
    }

    private static Map<String, Object> producer(KafkaSettings settings) {
        var config = common(settings);
        config.put(ProducerConfig.ACKS_CONFIG, "all");
        config.put(ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG, true);
        config.put(ProducerConfig.LINGER_MS_CONFIG, 0);
        // What comes while a request is under way goes together in the next one: under load that is
        // a few large requests instead of many small ones, and alone nobody waits.
        config.put(ProducerConfig.MAX_IN_FLIGHT_REQUESTS_PER_CONNECTION, 1);
        config.put(ProducerConfig.MAX_BLOCK_MS_CONFIG, MAX_BLOCK_MILLIS);
        config.put(ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG, REQUEST_TIMEOUT_MILLIS);
        config.put(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, DELIVERY_TIMEOUT_MILLIS);
        config.put(ProducerConfig.COMPRESSION_TYPE_CONFIG, "none");
        config.put(ProducerConfig.MAX_REQUEST_SIZE_CONFIG, MessageSizes.MAX_DEAD_LETTER);
        return config;
    }

    /**
     * Settings of a consumer that commits by itself, knows its place by its instance id and is
     * missed within seconds when it dies.
     */
    public static Map<String, Object> consumer(KafkaSettings settings, String group) {
        var config = common(settings);
        config.put(ConsumerConfig.GROUP_ID_CONFIG, group);
        config.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
        config.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest");
        config.put(ConsumerConfig.SESSION_TIMEOUT_MS_CONFIG, 4_000);
        config.put(ConsumerConfig.HEARTBEAT_INTERVAL_MS_CONFIG, 1_000);
        config.put(ConsumerConfig.FETCH_MAX_WAIT_MS_CONFIG, 500);
        config.put(ConsumerConfig.MAX_PARTITION_FETCH_BYTES_CONFIG, MessageSizes.MAX_MESSAGE);
        config.put(ConsumerConfig.FETCH_MAX_BYTES_CONFIG, MessageSizes.MAX_FETCH);
        config.put(
                ConsumerConfig.PARTITION_ASSIGNMENT_STRATEGY_CONFIG,
                CooperativeStickyAssignor.class.getName());
        config.put(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_uncommitted");
        config.put(ConsumerConfig.KEY_DESERIALIZER_CLASS_CONFIG, ByteArrayDeserializer.class);
        config.put(ConsumerConfig.VALUE_DESERIALIZER_CLASS_CONFIG, ByteArrayDeserializer.class);
        return config;
    }
}
