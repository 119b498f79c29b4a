package dev.paylater.api.command;

import dev.paylater.api.settings.ServiceUrls;
import dev.paylater.kit.kafka.ConsumerProgress;
import dev.paylater.kit.kafka.DeadLetters;
import dev.paylater.kit.kafka.KafkaConfiguration;
import dev.paylater.kit.kafka.KafkaSettings;
import dev.paylater.kit.kafka.MessageReader;
import dev.paylater.kit.kafka.TopicCreation;
import dev.paylater.messaging.RegistryUnavailable;
import dev.paylater.messaging.UnreadableMessage;
import dev.paylater.schemas.Reply;
import dev.paylater.schemas.Topic;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.WakeupException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;
import org.springframework.stereotype.Component;

/**
 * Reads the one partition of payments.replies that this instance asks for, and hands each reply to
 * the request that waits for it. The place in the partition is known before the first request is
 * served: a reply that comes sooner than that would be lost.
 */
@Component
public class Replies implements SmartLifecycle {

    private static final Logger log = LoggerFactory.getLogger(Replies.class);

    /** Before the web server starts to take requests, and after it has stopped. */
    private static final int PHASE = 0;

    private static final Duration POLL = Duration.ofMillis(500);
    private static final Duration STARTUP_PATIENCE = Duration.ofSeconds(30);
    private static final Duration PAUSE_AFTER_FAILURE = Duration.ofMillis(500);

    private final KafkaSettings settings;
    private final MessageReader reader;
    private final DeadLetters deadLetters;
    private final TopicCreation topics;
    private final String instance;
    private final Map<String, CompletableFuture<Reply>> waiting = new ConcurrentHashMap<>();

    private volatile @Nullable KafkaConsumer<byte[], byte[]> consumer;
    private volatile @Nullable Thread poller;
    private volatile int partition;
    private volatile long nextOffset;

    Replies(
            KafkaSettings settings,
            MessageReader reader,
            DeadLetters deadLetters,
            TopicCreation topics,
            ServiceUrls addresses) {
        this.settings = settings;
        this.reader = reader;
        this.deadLetters = deadLetters;
        this.topics = topics;
        this.instance = addresses.instance();
    }

    /** The partition that replies to this instance have to be sent to. */
    public int partition() {
        return partition;
    }

    /** Why replies are not read, in words for whoever operates it; empty while they are. */
    Optional<String> trouble() {
        var thread = poller;
        var reading = consumer;
        return thread == null || !thread.isAlive() || reading == null
                ? Optional.of("Nobody reads payments.replies; the log says why it ended")
                : ConsumerProgress.trouble(
                        Topic.PAYMENT_REPLIES.name(), reading.metrics().values());
    }

    /** Completes with the reply that carries this id; {@link #forget} it when nobody waits. */
    public CompletableFuture<Reply> await(String correlationId) {
        return waiting.computeIfAbsent(correlationId, _ -> new CompletableFuture<>());
    }

    public void forget(String correlationId) {
        waiting.remove(correlationId);
    }

    @Override
    public void start() {
        topics.ensure(List.of(Topic.PAYMENT_COMMANDS, Topic.PAYMENT_REPLIES, Topic.AUDIT_EVENTS));
        var started = newConsumer();
        partition = choosePartition(started);
        started.assign(List.of(assigned()));
        started.seekToEnd(List.of(assigned()));
        nextOffset = started.position(assigned(), STARTUP_PATIENCE);
        consumer = started;
        var thread = Thread.ofPlatform().name("replies").daemon().unstarted(this::run);
        poller = thread;
        thread.start();
        log.info("Replies come on partition {} from offset {}", partition, nextOffset);
    }

    /** Instances may share a partition: each ignores what it does not wait for. */
    private int choosePartition(KafkaConsumer<byte[], byte[]> started) {
        var partitions =
                started.partitionsFor(Topic.PAYMENT_REPLIES.name(), STARTUP_PATIENCE).size();
        var number =
                instance.matches("\\d{1,6}") ? Integer.parseInt(instance) - 1 : instance.hashCode();
        return Math.floorMod(number, partitions);
    }

    private TopicPartition assigned() {
        return new TopicPartition(Topic.PAYMENT_REPLIES.name(), partition);
    }

    private KafkaConsumer<byte[], byte[]> newConsumer() {
        var config = KafkaConfiguration.consumer(settings, "unused");
        config.remove(ConsumerConfig.GROUP_ID_CONFIG);
        config.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "latest");
        return new KafkaConsumer<>(config);
    }

    private void run() {
        while (poller != null) {
            try {
                pollUntilStopped();
            } catch (WakeupException _) {
                return;
            } catch (KafkaException e) {
                log.warn("Reading replies failed; starting over at {}", nextOffset, e);
                restart();
            }
        }
    }

    private void pollUntilStopped() {
        while (poller != null) {
            var polled = consumer;
            if (polled == null) {
                return;
            }
            for (var consumed : polled.poll(POLL)) {
                hand(consumed);
                nextOffset = consumed.offset() + 1;
            }
        }
    }

    private void hand(ConsumerRecord<byte[], byte[]> consumed) {
        try {
            if (!(reader.read(consumed).value() instanceof Reply reply)) {
                deadLetters.setAside(consumed, "not a reply");
                return;
            }
            var waiter = waiting.remove(reply.getCorrelationId());
            if (waiter != null) {
                waiter.complete(reply);
            }
        } catch (UnreadableMessage e) {
            deadLetters.setAside(consumed, String.valueOf(e.getMessage()));
        } catch (RegistryUnavailable e) {
            // Whoever waits for it looks at the payment instead.
            log.error("Reply at offset {} cannot be read", consumed.offset(), e);
        }
    }

    private void restart() {
        try {
            var broken = consumer;
            if (broken != null) {
                broken.close();
            }
            Thread.sleep(PAUSE_AFTER_FAILURE);
            var fresh = newConsumer();
            fresh.assign(List.of(assigned()));
            fresh.seek(assigned(), nextOffset);
            consumer = fresh;
        } catch (KafkaException e) {
            log.warn("Cannot start reading replies again yet", e);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void stop() {
        var thread = poller;
        poller = null;
        var stopped = consumer;
        if (stopped == null || thread == null) {
            return;
        }
        stopped.wakeup();
        try {
            thread.join(Duration.ofSeconds(2));
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
        stopped.close();
    }

    @Override
    public boolean isRunning() {
        return poller != null;
    }

    @Override
    public int getPhase() {
        return PHASE;
    }
}
