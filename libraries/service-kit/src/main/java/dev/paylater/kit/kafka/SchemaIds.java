package dev.paylater.kit.kafka;

import dev.paylater.messaging.AvroCodec;
import dev.paylater.messaging.RegistryUnavailable;
import dev.paylater.schemas.Topic;
import java.time.Duration;
import org.apache.avro.specific.SpecificData;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Asks the registry for the schema ids of all that a service sends to the topics that there always
 * are, before it joins a group: an instance without them would take its share of the partitions and
 * handle nothing. Those of a connector's own topic are asked for with its first request.
 */
public final class SchemaIds {

    private static final Logger log = LoggerFactory.getLogger(SchemaIds.class);

    /** As long as Kafka's client waits for the topics at the same moment. */
    private static final Duration PATIENCE = Duration.ofMinutes(1);

    private static final Duration PAUSE = Duration.ofSeconds(1);

    private final AvroCodec codec;
    private final Duration patience;
    private final Duration pause;

    SchemaIds(AvroCodec codec) {
        this(codec, PATIENCE, PAUSE);
    }

    SchemaIds(AvroCodec codec, Duration patience, Duration pause) {
        this.codec = codec;
        this.patience = patience;
        this.pause = pause;
    }

    /**
     * Returns when all ids are at hand.
     *
     * @param service a name of {@link Topic}
     * @throws IllegalStateException when the registry does not give them for a minute
     */
    public void ensure(String service) {
        var begun = System.nanoTime();
        while (true) {
            try {
                prepare(service);
                return;
            } catch (RegistryUnavailable e) {
                if (System.nanoTime() - begun > patience.toNanos()) {
                    throw new IllegalStateException(
                            "The schema registry does not answer, without which nothing can be"
                                    + " sent: start it, or correct PAYLATER_REGISTRY_URL",
                            e);
                }
                log.warn("Not ready yet, waiting for the schema registry: {}", e.getMessage());
                sleep();
            }
        }
    }

    private void prepare(String service) {
        for (var topic : Topic.shared()) {
            if (topic.writers().contains(service)) {
                for (var type : topic.messages()) {
                    codec.prepare(topic.name(), SpecificData.get().getSchema(type));
                }
            }
        }
    }

    private void sleep() {
        try {
            Thread.sleep(pause);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("Interrupted while waiting for the registry", e);
        }
    }
}
