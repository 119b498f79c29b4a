package dev.paylater.kit.kafka;

import dev.paylater.messaging.AvroCodec;
import java.util.Map;
import org.apache.kafka.common.serialization.Deserializer;
import org.apache.kafka.common.serialization.Serializer;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Where Kafka and the schema registry are, and how safely topics are kept.
 *
 * @param bootstrap host:port of one or more brokers
 * @param registryUrl base address of a registry that speaks Confluent's API
 * @param replicationFactor copies of every partition
 * @param minInsyncReplicas copies that must have a record before it counts as written
 * @param partitions overrides the catalogue's partition counts; for a single broker
 * @param serializer Kafka's serializer of values, in place of {@link AvroCodec}'s own
 * @param deserializer its counterpart; both are given or none
 * @param client further client settings, for TLS and SASL
 * @param registry login and TLS of the registry, by the names of Confluent's clients
 */
@ConfigurationProperties("paylater.kafka")
public record KafkaSettings(
        String bootstrap,
        String registryUrl,
        @DefaultValue("3") short replicationFactor,
        @DefaultValue("2") int minInsyncReplicas,
        @Nullable Integer partitions,
        @Nullable Class<? extends Serializer<Object>> serializer,
        @Nullable Class<? extends Deserializer<Object>> deserializer,
        @DefaultValue Map<String, String> client,
        @DefaultValue Map<String, String> registry) {

    /** Refuses what could lose an acknowledged record, unless it is for local use. */
    void requireDurable(boolean local) {
        if (!local && (replicationFactor < 3 || minInsyncReplicas < 2)) {
            throw new IllegalStateException(
                    "paylater.kafka.replication-factor must be at least 3 and min-insync-replicas"
                        + " at least 2: an acknowledged payment must survive the loss of a broker."
                        + " Only the local profile may use less.");
        }
    }
}
