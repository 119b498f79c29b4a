package dev.paylater.messaging;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * Reads the dead-letter topics and puts letters back where they came from. What has been put back
 * is remembered by a consumer group ({@link Replayed}), so that nothing is replayed twice by
 * accident. At most 16 MiB of letters are read at a time.
 */
public final class DeadLetterOffice implements AutoCloseable {

    /** The consumer group that remembers what was put back. */
    public static final String GROUP = "paylater-dlq-replay";

    private static final int MAX_BYTES = 16 * 1024 * 1024;
    private static final int MAX_AT_ONCE = 500;
    private static final int FETCHED_BYTES = 4 * 1024 * 1024;
    private static final Duration POLL = Duration.ofMillis(500);
    private static final Duration PATIENCE = Duration.ofSeconds(5);

    private final KafkaConsumer<byte[], byte[]> consumer;
    private final Map<String, Object> producerSettings;
    private final Predicate<String> topics;

    /**
     * With clients of somebody's own settings.
     *
     * @param topics which dead-letter topics
     */
    public DeadLetterOffice(
            Map<String, Object> consumerSettings,
            Map<String, Object> producerSettings,
            Predicate<String> topics) {
        var settings = new HashMap<>(consumerSettings);
        settings.putAll(
                Map.of(
                        ConsumerConfig.GROUP_ID_CONFIG,
                        GROUP,
                        ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG,
                        false,
                        ConsumerConfig.AUTO_OFFSET_RESET_CONFIG,
                        "earliest",
                        ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG,
                        false,
                        ConsumerConfig.FETCH_MAX_BYTES_CONFIG,
                        FETCHED_BYTES,
                        ConsumerConfig.DEFAULT_API_TIMEOUT_MS_CONFIG,
                        (int) PATIENCE.toMillis()));
        this.consumer =
                new KafkaConsumer<>(
                        settings, new ByteArrayDeserializer(), new ByteArrayDeserializer());
        this.producerSettings = producerSettings;
        this.topics = topics;
    }

    /**
     * The letters of a partition, which has some.
     *
     * @param first offset of the oldest
     * @param end offset after the newest
     * @param next offset of the oldest that was not put back; the end when there is none
     * @param waiting how many were not put back
     */
    public record Pile(String topic, int partition, long first, long end, long next, long waiting) {

        private TopicPartition at() {
            return new TopicPartition(topic, partition);
        }

        public long size() {
            return end - first;
        }
    }

    /** All of them, by topic. */
    public List<Pile> piles() {
        return asking(
                () -> {
                    var partitions =
                            consumer.listTopics().values().stream()
                                    .flatMap(Collection::stream)
                                    .filter(info -> topics.test(info.topic()))
                                    .map(info -> new TopicPartition(info.topic(), info.partition()))
                                    .toList();
                    var firsts = consumer.beginningOffsets(partitions);
                    var ends = consumer.endOffsets(partitions);
                    var replayed = replayed(Set.copyOf(partitions));
                    return partitions.stream()
                            .map(
                                    at -> {
                                        var first = offset(firsts, at);
                                        var end = offset(ends, at);
                                        var done = of(replayed, at);
                                        return new Pile(
                                                at.topic(),
                                                at.partition(),
                                                first,
                                                end,
                                                Math.clamp(done.next(), first, end),
                                                done.left(first, end));
                                    })
                            .filter(pile -> pile.size() > 0)
                            .sorted(
                                    Comparator.comparing(Pile::topic)
                                            .thenComparingInt(Pile::partition))
                            .toList();
                });
    }

    private static long offset(Map<TopicPartition, Long> offsets, TopicPartition at) {
        return Objects.requireNonNullElse(offsets.get(at), 0L);
    }

    private static Replayed of(Map<TopicPartition, Replayed> replayed, TopicPartition at) {
        return Objects.requireNonNullElseGet(replayed.get(at), () -> Replayed.of(null));
    }

    private Map<TopicPartition, Replayed> replayed(Set<TopicPartition> partitions) {
        Map<TopicPartition, Replayed> replayed = new HashMap<>();
        consumer.committed(partitions)
                .forEach((partition, committed) -> replayed.put(partition, Replayed.of(committed)));
        return replayed;
    }

    /**
     * Letters in the order in which they were set aside; none when there are none from there on.
     *
     * @param from offset of the first that is wanted
     * @param most fewer come when they are large
     */
    public List<DeadLetter> read(Pile pile, long from, int most) {
        return asking(() -> readNow(pile, Math.max(from, pile.first()), most));
    }

    private List<DeadLetter> readNow(Pile pile, long from, int most) {
        var at = pile.at();
        var replayed = of(replayed(Set.of(at)), at);
        List<DeadLetter> letters = new ArrayList<>();
        if (from >= pile.end()) {
            return letters;
        }
        consumer.assign(List.of(at));
        consumer.seek(at, from);
        var bytes = 0L;
        var until = System.nanoTime() + PATIENCE.toNanos();
        while (consumer.position(at) < pile.end()) {
            var polled = consumer.poll(POLL);
            if (polled.isEmpty() && System.nanoTime() - until > 0) {
                throw new org.apache.kafka.common.errors.TimeoutException(
                        at + " was not read within " + PATIENCE.toSeconds() + " s");
            }
            for (var kept : polled) {
                var size = Math.max(0, kept.serializedValueSize());
                var isTooMuch = !letters.isEmpty() && bytes + size > MAX_BYTES;
                if (kept.offset() >= pile.end() || letters.size() == most || isTooMuch) {
                    return letters;
                }
                letters.add(new DeadLetter(kept, replayed.has(kept.offset())));
                bytes += size;
            }
        }
        return letters;
    }

    /**
     * Puts letters of a pile back, the oldest first, a part at a time.
     *
     * @param which of those that are in the pile
     * @param most how many at most
     * @return how many were put back
     */
    public int replay(Pile pile, Predicate<DeadLetter> which, int most) {
        var done = 0;
        var letters = read(pile, pile.first(), MAX_AT_ONCE);
        while (!letters.isEmpty() && done < most) {
            var wanted = letters.stream().filter(which).limit(most - done).toList();
            replay(pile, wanted);
            done += wanted.size();
            letters = read(pile, letters.getLast().offset() + 1, MAX_AT_ONCE);
        }
        return done;
    }

    /** Comes back when Kafka has them for certain. */
    private void replay(Pile pile, List<DeadLetter> letters) {
        if (letters.isEmpty()) {
            return;
        }
        asking(
                () -> {
                    var at = pile.at();
                    var offsets =
                            letters.stream().map(DeadLetter::offset).collect(Collectors.toSet());
                    var progress =
                            of(replayed(Set.of(at)), at).with(offsets, pile.first()).committed();
                    send(letters);
                    consumer.commitSync(Map.<TopicPartition, OffsetAndMetadata>of(at, progress));
                    return at;
                });
    }

    private void send(List<DeadLetter> letters) {
        var originals = letters.stream().map(DeadLetter::original).toList();
        try (var producer =
                new KafkaProducer<>(
                        producerSettings, new ByteArraySerializer(), new ByteArraySerializer())) {
            List<Future<?>> sent = new ArrayList<>();
            originals.forEach(original -> sent.add(producer.send(original)));
            for (Future<?> each : sent) {
                each.get();
            }
        } catch (ExecutionException e) {
            if (e.getCause() instanceof AuthorizationException) {
                throw new ReplayRefused(
                        "This login at Kafka may not write to "
                                + originals.getFirst().topic()
                                + ": replay with paylater-ops dlq as an operator of Kafka");
            }
            throw new KafkaException("A letter could not be put back", e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new KafkaException("Interrupted while letters were put back", e);
        }
    }

    private static <T> T asking(Supplier<T> question) {
        try {
            return question.get();
        } catch (KafkaException e) {
            throw new DeadLettersUnavailable(e);
        }
    }

    @Override
    public void close() {
        consumer.close(CloseOptions.timeout(PATIENCE));
    }
}
