package dev.paylater.connector.kafka;

import dev.paylater.connector.account.CapabilityCatalogue;
import dev.paylater.connector.kit.Connector;
import dev.paylater.kit.kafka.KafkaClientMeters;
import dev.paylater.kit.kafka.SchemaIds;
import dev.paylater.kit.kafka.TopicCreation;
import dev.paylater.schemas.Topic;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;

/**
 * Starts a worker per connector once the topics are there, and stops them before the producer and
 * the HTTP client go. Kafka or MongoDB may come up later than this process.
 */
final class Workers implements SmartLifecycle {

    private static final Logger log = LoggerFactory.getLogger(Workers.class);
    private static final Duration STOP_TIMEOUT = Duration.ofSeconds(10);

    private final Collection<Connector> connectors;
    private final TopicCreation topics;
    private final SchemaIds schemas;
    private final CapabilityCatalogue catalogue;
    private final List<Worker> workers;
    private final Thread opening =
            Thread.ofPlatform().name("workers-opening").unstarted(this::open);
    private volatile boolean opened;
    private volatile boolean running;
    private volatile boolean stopping;

    Workers(
            Collection<Connector> connectors,
            TopicCreation topics,
            SchemaIds schemas,
            CapabilityCatalogue catalogue,
            MeterRegistry meters,
            Function<Connector, Worker> workers) {
        this.connectors = connectors;
        this.topics = topics;
        this.schemas = schemas;
        this.catalogue = catalogue;
        this.workers = connectors.stream().map(workers).toList();
        for (var worker : this.workers) {
            Gauge.builder("paylater.connector.requests.in.flight", worker, Worker::inFlight)
                    .description("Requests that are being carried out")
                    .tag("connector", worker.connector())
                    .register(meters);
            KafkaClientMeters.ofConsumers(
                    meters,
                    Topic.CONNECTOR + "." + worker.connector(),
                    worker,
                    Worker::consumerMetrics);
        }
    }

    @Override
    public void start() {
        running = true;
        opening.start();
    }

    private void open() {
        try {
            Retry.retry("Preparing topics", List.of(RuntimeException.class), this::prepare);
        } catch (Retry.Interrupted e) {
            return;
        }
        synchronized (workers) {
            if (!stopping) {
                workers.forEach(Worker::start);
                opened = true;
            }
        }
        log.info("Working for {}", connectors.stream().map(Connector::name).toList());
    }

    private boolean prepare() {
        var wanted = new ArrayList<>(List.of(Topic.PAYMENT_COMMANDS, Topic.REFUND_COMMANDS));
        connectors.forEach(connector -> wanted.add(Topic.ofConnector(connector.name())));
        topics.ensure(wanted);
        schemas.ensure(Topic.CONNECTOR);
        catalogue.publish(connectors);
        return true;
    }

    @Override
    public void stop() {
        synchronized (workers) {
            stopping = true;
        }
        opening.interrupt();
        workers.forEach(Worker::stop);
        try {
            for (var worker : workers) {
                worker.awaitEnd(STOP_TIMEOUT);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        running = false;
    }

    @Override
    public boolean isRunning() {
        return running;
    }

    /** What keeps workers from taking requests, in words for whoever operates them. */
    List<String> troubles() {
        return opened
                ? workers.stream().map(Worker::trouble).flatMap(Optional::stream).toList()
                : List.of("Topics, schemas and capabilities are being prepared; the log has more");
    }
}
