package dev.paylater.kernel.command;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.mongodb.MongoTimeoutException;
import dev.paylater.kernel.Stored;
import dev.paylater.kernel.store.MemoryStore;
import dev.paylater.kernel.store.UnreadableDocument;
import dev.paylater.kit.CrashPoint;
import dev.paylater.kit.kafka.DeadLetters;
import dev.paylater.kit.kafka.MessagePublisher;
import dev.paylater.kit.kafka.MessageReader;
import dev.paylater.messaging.AvroCodec;
import dev.paylater.messaging.RegistryUnavailable;
import dev.paylater.messaging.SchemaRegistry;
import dev.paylater.schemas.DeadlinePassed;
import dev.paylater.schemas.MessageHeaders;
import dev.paylater.schemas.SyncPayment;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import org.apache.avro.Schema;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.Callback;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.clients.producer.RoundRobinPartitioner;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.jspecify.annotations.Nullable;
import org.springframework.kafka.listener.BatchListenerFailedException;

/** A batch of counters with everything around it in memory, and all that happens written down. */
final class World {

    private static final String TOPIC = "counters";

    /** What happens, in its order: reads, writes, sends. */
    final List<String> happened = new ArrayList<>();

    final Store store = new Store();
    final Retries retries;
    final Registry registry = new Registry();
    final AvroCodec codec = AvroCodec.of(registry);
    Instant now = Instant.parse("2026-01-01T00:00:00Z");
    Function<ProducerRecord<byte[], byte[]>, @Nullable RuntimeException> sending = _ -> null;
    Runnable beforeDeciding = () -> {};

    /** What the group answers to a heartbeat; throws when it does not. */
    Runnable heartbeat = () -> {};

    /** How often what was sent was waited for as a whole. */
    int flushes;

    private int mostWritten;

    Runnable beforeCommit = () -> {};
    private final CommandBatch<Long, Counter.Add, Long> batch;
    final PendingSends pending = new PendingSends();
    private long offset;

    World() {
        var clock = new Ticking();
        var publisher = new MessagePublisher(new Sender(), codec);
        retries = new Retries(clock);
        batch =
                new CommandBatch<>(
                        new Counter(),
                        Counter::decode,
                        store,
                        new MessageReader(codec),
                        publisher,
                        new DeadLetters(publisher, new SimpleMeterRegistry()),
                        retries,
                        new CrashPoints(
                                CrashPoint.REFUND_BEFORE_WRITE,
                                CrashPoint.REFUND_AFTER_WRITE,
                                CrashPoint.REFUND_AFTER_SEND,
                                CrashPoint.REFUND_AFTER_COMMIT),
                        clock);
    }

    @SafeVarargs
    @SuppressWarnings("varargs") // the array is only read
    final void process(ConsumerRecord<byte[], byte[]>... records) {
        var lease = new Lease(this::nanos, nanos(), () -> heartbeat.run());
        var refusals = batch.process(List.of(records), pending, lease);
        pending.handled(List.of(records));
        try {
            pending.await();
        } catch (BatchInterrupted e) {
            process(records);
            return;
        }
        refusals.ifPresent(Runnable::run);
    }

    /** Processes the records by the listener, which commits before it answers refusals. */
    void listen(List<ConsumerRecord<byte[], byte[]>> records) {
        new CommandListener(batch::process, CrashPoint.REFUND_AFTER_COMMIT, this::nanos)
                .handle(
                        records,
                        pending,
                        nanos(),
                        offsets -> {
                            if (offsets.equals(ends(records))) {
                                beforeCommit.run();
                                happened.add("commits");
                            } else {
                                heartbeat.run();
                            }
                        });
    }

    /**
     * Hands records to the listener as its container does, and again what comes again.
     *
     * @return those that are left after so many polls
     */
    List<ConsumerRecord<byte[], byte[]>> poll(
            List<ConsumerRecord<byte[], byte[]>> records, int most) {
        var rest = records;
        for (var polls = 0; polls < most && !rest.isEmpty(); polls++) {
            var from = new HashMap<TopicPartition, Long>();
            try {
                listen(rest);
                pending.rewind(from::put);
                var first = from.getOrDefault(new TopicPartition(TOPIC, 0), Long.MAX_VALUE);
                rest = records.stream().filter(one -> one.offset() >= first).toList();
            } catch (BatchListenerFailedException e) {
                pass(Duration.ofMillis(500));
            }
        }
        return rest;
    }

    private static Map<TopicPartition, OffsetAndMetadata> ends(
            List<ConsumerRecord<byte[], byte[]>> records) {
        return Map.of(
                new TopicPartition(TOPIC, 0),
                new OffsetAndMetadata(records.getLast().offset() + 1));
    }

    private long nanos() {
        return Duration.between(Instant.EPOCH, now).toNanos();
    }

    /** Adds to a counter, whose own name is the key. */
    ConsumerRecord<byte[], byte[]> add(String commandId, String counter, long amount) {
        return command(
                commandId,
                counter,
                new SyncPayment("merchant", counter, 0L, null, Long.toString(amount)));
    }

    ConsumerRecord<byte[], byte[]> unreadable(String commandId, String key) {
        return command(commandId, key, new DeadlinePassed("merchant", key, 0L, 0L));
    }

    private ConsumerRecord<byte[], byte[]> command(
            String commandId, String key, SpecificRecord value) {
        var command =
                new ConsumerRecord<>(
                        TOPIC, 0, offset++, key.getBytes(UTF_8), codec.encode(TOPIC, value));
        command.headers().add(MessageHeaders.MESSAGE_ID, commandId.getBytes(UTF_8));
        return command;
    }

    /** Message ids of what went to the dead letters. */
    List<String> dead() {
        return happened.stream()
                .filter(what -> what.startsWith("sends counters.dlt "))
                .map(what -> what.substring("sends counters.dlt ".length()))
                .toList();
    }

    Map<String, Long> sums() {
        var sums = new HashMap<String, Long>();
        store.all().forEach(stored -> sums.put(stored.id(), stored.state()));
        return sums;
    }

    /** Counters that can be made to fail. */
    final class Store extends MemoryStore<Long, Long> {

        Predicate<Stored<Long, Long>> meetsConflict = _ -> false;

        /** What a write that seemed to have failed does after all. */
        Runnable becomesDurable = () -> {};

        Function<Stored<Long, Long>, @Nullable RuntimeException> writing = _ -> null;
        Set<String> unreadable = Set.of();
        Consumer<Collection<String>> reading = _ -> {};

        /** More documents than this take longer to write than is waited for. */
        int most = Integer.MAX_VALUE;

        Store() {
            super(_ -> Optional.empty(), Stored::id);
        }

        @Override
        public Map<String, Stored<Long, Long>> find(Collection<String> ids) {
            if (!ids.isEmpty()) {
                happened.add("reads " + ids.stream().sorted().toList());
                beforeDeciding.run();
                reading.accept(ids);
            }
            for (var id : ids) {
                if (unreadable.contains(id)) {
                    throw new UnreadableDocument(
                            id, "written by a newer version", new IllegalStateException());
                }
            }
            return super.find(ids);
        }

        @Override
        public Map<String, Stored<Long, Long>> findNewest(Collection<String> ids) {
            happened.add("reads the newest " + ids.stream().sorted().toList());
            becomesDurable.run();
            return super.find(ids);
        }

        @Override
        public Set<String> write(Collection<Stored<Long, Long>> changed) {
            if (changed.size() > most) {
                throw new MongoTimeoutException("too slow");
            }
            for (var next : changed) {
                var failure = writing.apply(next);
                if (failure != null) {
                    throw failure;
                }
            }
            mostWritten = Math.max(mostWritten, changed.size());
            changed.forEach(
                    next -> happened.add("writes %s@%d".formatted(next.id(), next.version())));
            return super.write(changed);
        }

        @Override
        public boolean replace(Stored<Long, Long> next) {
            return !meetsConflict.test(next) && super.replace(next);
        }
    }

    private final class Sender extends MockProducer<byte[], byte[]> {

        Sender() {
            super(
                    true,
                    new RoundRobinPartitioner(),
                    new ByteArraySerializer(),
                    new ByteArraySerializer());
        }

        @Override
        public synchronized void flush() {
            flushes++;
            super.flush();
        }

        @Override
        public synchronized Future<RecordMetadata> send(
                ProducerRecord<byte[], byte[]> sent, @Nullable Callback callback) {
            var id =
                    new String(sent.headers().lastHeader(MessageHeaders.MESSAGE_ID).value(), UTF_8);
            var failure = sending.apply(sent);
            if (failure != null) {
                happened.add("cannot send " + sent.topic() + " " + id);
                Objects.requireNonNull(callback).onCompletion(null, failure);
                return CompletableFuture.failedFuture(failure);
            }
            happened.add("sends " + sent.topic() + " " + id);
            return super.send(sent, callback);
        }
    }

    int mostWrittenAtOnce() {
        return mostWritten;
    }

    /** A store that takes so long for each document. */
    void storeTakes(Duration each) {
        store.reading = ids -> pass(each.multipliedBy(ids.size()));
    }

    void pass(Duration time) {
        now = now.plus(time);
    }

    private final class Ticking extends Clock {
        @Override
        public Instant instant() {
            return now;
        }

        @Override
        public ZoneId getZone() {
            return ZoneOffset.UTC;
        }

        @Override
        public Clock withZone(ZoneId zone) {
            return this;
        }
    }

    static final class Registry implements SchemaRegistry {

        boolean away;
        private final List<Schema> schemas = new ArrayList<>();

        @Override
        public int idOf(String subject, Schema schema) {
            if (!schemas.contains(schema)) {
                schemas.add(schema);
            }
            return schemas.indexOf(schema);
        }

        @Override
        public Schema schemaOf(int id) {
            if (away) {
                throw new RegistryUnavailable("away", null);
            }
            return schemas.get(id);
        }
    }
}
