package dev.paylater.teststack;

import dev.paylater.broker.LocalBroker;
import java.io.IOException;
import java.io.UncheckedIOException;
import org.testcontainers.kafka.KafkaContainer;

/** A Kafka node without topics. */
record Broker(String bootstrap, Runnable closing) {

    private static final String IMAGE = "apache/kafka:4.2.1";

    static Broker start() {
        var named = System.getenv(Source.KAFKA);
        if (named != null) {
            return NamedBroker.at(named);
        }
        return switch (Source.chosen()) {
            case CONTAINERS -> container();
            case LOCAL -> local();
        };
    }

    private static Broker container() {
        var kafka = new KafkaContainer(IMAGE).withEnv("KAFKA_AUTO_CREATE_TOPICS_ENABLE", "false");
        kafka.start();
        return new Broker(kafka.getBootstrapServers(), kafka::stop);
    }

    private static Broker local() {
        int port = LocalBroker.freePort();
        try {
            LocalBroker kafka = LocalBroker.start(port, Source.directory("kafka"));
            return new Broker("127.0.0.1:" + port, kafka::close);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    void close() {
        closing.run();
    }
}
