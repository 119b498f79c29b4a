package dev.paylater.samples.spring;

import dev.paylater.messaging.AvroCodec;
import dev.paylater.messaging.SchemaRegistry;
import dev.paylater.schemas.PaymentEvent;
import dev.paylater.schemas.RefundEvent;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.kafka.annotation.EnableKafka;
import org.springframework.kafka.annotation.KafkaListener;
import org.springframework.kafka.config.ConcurrentKafkaListenerContainerFactory;
import org.springframework.kafka.core.DefaultKafkaConsumerFactory;

/**
 * Reads the events by a listener of Spring Kafka, whose error handler tries again and sets aside.
 * An event that comes a second time is left out by the highest sequence of each payment and refund.
 */
@Configuration
@EnableKafka
public class ListenToEvents {

    private static final String REGISTRY = "http://127.0.0.1:8085/apis/ccompat/v7";

    /** A team's own store, in the transaction of what it does, makes each event count once. */
    private final Map<String, Long> latest = new ConcurrentHashMap<>();

    /** Listens until the process is ended. */
    public static void main(String[] args) {
        new AnnotationConfigApplicationContext(ListenToEvents.class).registerShutdownHook();
    }

    /** Makes the containers of the listeners below. */
    @Bean
    public ConcurrentKafkaListenerContainerFactory<String, SpecificRecord>
            kafkaListenerContainerFactory() {
        var codec = AvroCodec.of(SchemaRegistry.at(variable("REGISTRY", REGISTRY), Map.of()));
        var factory = new ConcurrentKafkaListenerContainerFactory<String, SpecificRecord>();
        factory.setConsumerFactory(
                new DefaultKafkaConsumerFactory<>(
                        Map.of(
                                "bootstrap.servers",
                                variable("KAFKA", "127.0.0.1:9092"),
                                "group.id",
                                variable("GROUP", "sample-spring"),
                                "auto.offset.reset",
                                "earliest",
                                "enable.auto.commit",
                                false),
                        new StringDeserializer(),
                        (_, bytes) -> codec.decode(bytes)));
        return factory;
    }

    /** Prints what is new. */
    @KafkaListener(topics = {"payments.events", "refunds.events"})
    public void on(ConsumerRecord<String, SpecificRecord> message) {
        switch (message.value()) {
            case PaymentEvent e ->
                    print(message.key(), e.getSequence(), e.getType(), e.getPayment().getStatus());
            case RefundEvent e ->
                    print(
                            message.key() + "/" + e.getRefund().getRefundId(),
                            e.getSequence(),
                            e.getType(),
                            e.getRefund().getStatus());
            default -> {}
        }
    }

    private void print(String subject, long sequence, String type, String status) {
        if (sequence > latest.getOrDefault(subject, 0L)) {
            System.out.printf("%s #%s %s: %s%n", subject, sequence, type, status);
            latest.put(subject, sequence);
        }
    }

    private static String variable(String name, String usual) {
        return System.getenv().getOrDefault(name, usual);
    }
}
