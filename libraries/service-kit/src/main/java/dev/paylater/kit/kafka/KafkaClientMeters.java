package dev.paylater.kit.kafka;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.DoubleStream;
import org.apache.kafka.common.Metric;

/**
 * The few of the hundreds of measures of Kafka's clients that tell an operator something, as
 * meters. They are read from the client when somebody scrapes.
 */
public final class KafkaClientMeters {

    /** Whether several clients of one group are added up, or the worst of them is shown. */
    private enum Together {
        SUM,
        MOST
    }

    /** A measure of the client, by its name there. */
    private record Measure(String name, Together together, boolean counts, String description) {

        double of(Collection<? extends Metric> metrics) {
            return together == Together.SUM
                    ? values(metrics).sum()
                    : values(metrics).max().orElse(0);
        }

        /** A measure of the client as a whole has no tag but the client's id. */
        private DoubleStream values(Collection<? extends Metric> metrics) {
            return metrics.stream()
                    .filter(metric -> metric.metricName().name().equals(name))
                    .filter(metric -> CLIENT.containsAll(metric.metricName().tags().keySet()))
                    .map(Metric::metricValue)
                    .filter(Number.class::isInstance)
                    .mapToDouble(value -> ((Number) value).doubleValue())
                    .filter(Double::isFinite);
        }

        String meter(String prefix) {
            return prefix + name.replace('-', '.').replaceAll("\\.total$", "");
        }
    }

    private static final Set<String> CLIENT = Set.of("client-id");

    private static final List<Measure> CONSUMER =
            List.of(
                    counter("records-consumed-total", "Records that were polled"),
                    gauge("records-lag-max", "Records behind the end, of the worst partition"),
                    counter("rebalance-total", "Times the group was divided anew"),
                    counter("failed-rebalance-total", "Times that failed"),
                    gauge("fetch-latency-avg", "Milliseconds that a fetch takes"),
                    gauge("commit-latency-avg", "Milliseconds that a commit takes"),
                    gauge("last-poll-seconds-ago", "Since the thread has polled"),
                    gauge("last-heartbeat-seconds-ago", "Since the group was reached"));

    private static final List<Measure> PRODUCER =
            List.of(
                    counter("record-send-total", "Records that were sent"),
                    counter("record-error-total", "Records that could not be sent"),
                    counter("record-retry-total", "Records that were sent again"),
                    gauge("request-latency-avg", "Milliseconds that a broker takes to answer"),
                    gauge("record-queue-time-avg", "Milliseconds that a record waits to be sent"),
                    gauge("buffer-available-bytes", "Room for what waits to be sent"),
                    new Measure(
                            "connection-count",
                            Together.SUM,
                            false,
                            "Open connections to brokers"));

    private KafkaClientMeters() {}

    private static Measure counter(String name, String description) {
        return new Measure(name, Together.SUM, true, description);
    }

    private static Measure gauge(String name, String description) {
        return new Measure(name, Together.MOST, false, description);
    }

    /**
     * Shows what the consumers of a group measure.
     *
     * @param owner keeps the consumers; as long as it lives, the meters show something
     */
    public static <T> void ofConsumers(
            MeterRegistry meters,
            String group,
            T owner,
            Function<T, ? extends Collection<? extends Metric>> metrics) {
        for (var measure : CONSUMER) {
            register(meters, "kafka.consumer.", "group", group, measure, owner, metrics);
        }
    }

    /** Shows what the producer of a service measures. */
    static <T> void ofProducer(
            MeterRegistry meters,
            T producer,
            Function<T, ? extends Collection<? extends Metric>> metrics) {
        for (var measure : PRODUCER) {
            register(meters, "kafka.producer.", "client", "producer", measure, producer, metrics);
        }
    }

    private static <T> void register(
            MeterRegistry meters,
            String prefix,
            String label,
            String value,
            Measure measure,
            T owner,
            Function<T, ? extends Collection<? extends Metric>> metrics) {
        ToDoubleFunction<T> read = from -> measure.of(metrics.apply(from));
        if (measure.counts()) {
            FunctionCounter.builder(measure.meter(prefix), owner, read)
                    .description(measure.description())
                    .tag(label, value)
                    .register(meters);
        } else {
            Gauge.builder(measure.meter(prefix), owner, read)
                    .description(measure.description())
                    .tag(label, value)
                    .register(meters);
        }
    }
}
