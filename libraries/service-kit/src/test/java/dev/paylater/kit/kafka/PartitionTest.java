package dev.paylater.kit.kafka;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.paylater.messaging.AvroCodec;
import dev.paylater.teststack.Stack;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.Test;

class PartitionTest {

    private static final int PARTITIONS = 7;

    @Test
    void a_key_is_reckoned_to_the_partition_that_its_messages_go_to() throws Exception {
        var topic = "partitions-" + UUID.randomUUID();
        Map<String, Object> broker = Map.of("bootstrap.servers", Stack.shared().bootstrap());
        try (var admin = Admin.create(broker);
                var producer =
                        new KafkaProducer<>(
                                broker, new ByteArraySerializer(), new ByteArraySerializer());
                var publisher =
                        new MessagePublisher(producer, AvroCodec.of(new MemoryRegistry()))) {
            admin.createTopics(List.of(new NewTopic(topic, PARTITIONS, (short) 1))).all().get();
            assertThat(publisher.partitions(topic)).isEqualTo(PARTITIONS);
            for (var i = 0; i < 50; i++) {
                var key = "merchant/pay_" + i;
                var sent = new ProducerRecord<>(topic, key.getBytes(UTF_8), new byte[] {1});
                assertThat(MessagePublisher.partition(key, PARTITIONS))
                        .isEqualTo(producer.send(sent).get().partition());
            }
        }
    }
}
