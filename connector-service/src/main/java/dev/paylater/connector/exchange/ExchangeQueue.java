package dev.paylater.connector.exchange;

import dev.paylater.connector.call.FailedExchange;
import dev.paylater.connector.call.FailedExchanges;
import dev.paylater.kit.OnceAMinute;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/**
 * Stores exchanges on a thread of its own. Where the store is slow or away, exchanges are dropped
 * and counted; no operation waits for them.
 */
@Component
final class ExchangeQueue implements FailedExchanges, AutoCloseable {

    private static final Logger log = LoggerFactory.getLogger(ExchangeQueue.class);
    static final int CAPACITY = 200;

    private final BlockingQueue<Waiting> waiting = new ArrayBlockingQueue<>(CAPACITY);
    private final OnceAMinute warnings = new OnceAMinute(System::nanoTime);
    private final MongoExchanges exchanges;
    private final Clock clock;
    private final Counter dropped;
    private final Thread writer;

    private record Waiting(FailedExchange exchange, Instant at) {}

    ExchangeQueue(MongoExchanges exchanges, MeterRegistry meters, Clock clock) {
        this.exchanges = exchanges;
        this.clock = clock;
        this.dropped =
                Counter.builder("paylater.provider.exchanges.dropped")
                        .description("Failed exchanges with providers that were not kept")
                        .register(meters);
        this.writer = Thread.ofPlatform().name("exchanges").daemon().start(this::write);
    }

    @Override
    public void keep(FailedExchange exchange) {
        if (!waiting.offer(new Waiting(exchange, clock.instant()))) {
            dropped.increment();
        }
    }

    private void write() {
        try {
            while (true) {
                write(waiting.take());
            }
        } catch (InterruptedException _) {
            dropped.increment(waiting.size());
        }
    }

    private void write(Waiting next) {
        try {
            exchanges.write(next.exchange(), next.at());
        } catch (RuntimeException e) {
            dropped.increment();
            if (warnings.isDue(List.of("exchanges"))) {
                log.warn("Exchanges with providers are not kept: {}", e.toString());
            }
        }
    }

    @Override
    public void close() {
        writer.interrupt();
    }
}
