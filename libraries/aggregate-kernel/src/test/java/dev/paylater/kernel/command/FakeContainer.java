package dev.paylater.kernel.command;

import java.lang.reflect.Proxy;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.common.MetricName;
import org.apache.kafka.common.metrics.KafkaMetric;
import org.apache.kafka.common.metrics.Measurable;
import org.apache.kafka.common.metrics.MetricConfig;
import org.apache.kafka.common.utils.Time;
import org.springframework.kafka.listener.MessageListenerContainer;

/** A container of one consumer, of which a test decides what it measures and when it stops. */
final class FakeContainer {

    private final Map<MetricName, KafkaMetric> metrics = new HashMap<>();
    private boolean stopped;

    void stops() {
        stopped = true;
    }

    void measures(String name, double value) {
        var metric = new MetricName(name, "consumer-metrics", "", Map.of());
        Measurable measured = (_, _) -> value;
        metrics.put(
                metric,
                new KafkaMetric(new Object(), metric, measured, new MetricConfig(), Time.SYSTEM));
    }

    MessageListenerContainer container() {
        return (MessageListenerContainer)
                Proxy.newProxyInstance(
                        MessageListenerContainer.class.getClassLoader(),
                        new Class<?>[] {MessageListenerContainer.class},
                        (_, method, _) ->
                                switch (method.getName()) {
                                    case "isRunning" -> true;
                                    case "isInExpectedState" -> !stopped;
                                    case "metrics" -> Map.of("client", metrics);
                                    default ->
                                            throw new UnsupportedOperationException(
                                                    method.getName());
                                });
    }
}
