package dev.paylater.simulation;

import dev.paylater.kit.kafka.DeadLetters;
import dev.paylater.kit.kafka.MessagePublisher;
import dev.paylater.kit.kafka.MessageReader;
import dev.paylater.messaging.AvroCodec;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;

/** What a process needs of the service kit, on this log; it is lost when the process dies. */
final class ServiceKit {

    final MessageReader reader;
    final MessagePublisher publisher;
    final DeadLetters deadLetters;

    /**
     * The kit of one process.
     *
     * @param retries see {@link NodeProducer}
     */
    ServiceKit(Node node, MemoryLog log, AvroCodec codec, boolean retries) {
        reader = new MessageReader(codec);
        publisher =
                new MessagePublisher(
                        new NodeProducer(
                                        node,
                                        log,
                                        new MessageFaults(node.world, log, codec),
                                        retries)
                                .producer(),
                        codec);
        deadLetters = new DeadLetters(publisher, new SimpleMeterRegistry());
    }
}
