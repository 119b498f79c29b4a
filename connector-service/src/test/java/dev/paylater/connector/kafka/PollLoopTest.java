package dev.paylater.connector.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadFactory;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(20)
final class PollLoopTest {

    private static final String TOPIC = "connectors.sandbox";
    private static final TopicPartition ZERO = new TopicPartition(TOPIC, 0);
    private static final TopicPartition ONE = new TopicPartition(TOPIC, 1);

    private final Set<TopicPartition> away = ConcurrentHashMap.newKeySet();
    private final MockConsumer<byte[], byte[]> consumer =
            new MockConsumer<>("earliest") {
                @Override
                public Map<TopicPartition, Long> endOffsets(
                        Collection<TopicPartition> partitions, Duration timeout) {
                    if (partitions.stream().anyMatch(away::contains)) {
                        throw new TimeoutException("a broker is away");
                    }
                    return super.endOffsets(partitions, timeout);
                }
            };
    private final Map<Long, CountDownLatch> held = new ConcurrentHashMap<>();
    private final List<Long> handled = Collections.synchronizedList(new ArrayList<>());
    private final List<Long> tried = Collections.synchronizedList(new ArrayList<>());
    private final List<Thread> threads = Collections.synchronizedList(new ArrayList<>());
    private final ThreadFactory factory =
            task -> {
                var thread = Thread.ofVirtual().unstarted(task);
                threads.add(thread);
                return thread;
            };
    private final PollLoop loop = new PollLoop(consumer, TOPIC, 3, factory, this::handle);

    private void handle(ConsumerRecord<byte[], byte[]> message, boolean mayHaveBeenTried) {
        if (mayHaveBeenTried) {
            tried.add(message.offset());
        }
        var latch = held.get(message.offset());
        if (latch != null) {
            try {
                latch.await();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }
        handled.add(message.offset());
    }

    @BeforeEach
    void join() {
        consumer.subscribe(List.of(TOPIC), loop);
        consumer.updateBeginningOffsets(Map.of(ZERO, 0L, ONE, 0L));
        consumer.updateEndOffsets(Map.of(ZERO, 2L, ONE, 0L));
        consumer.rebalance(List.of(ZERO));
    }

    @AfterEach
    void release() {
        held.values().forEach(CountDownLatch::countDown);
    }

    @Test
    void a_slow_record_does_not_hold_up_the_next_but_its_commit() throws InterruptedException {
        hold(0);
        add(ZERO, 0, 1);

        loop.cycle();
        threads.get(1).join();
        cycleUntilCommitIsDue();

        assertThat(handled).containsExactly(1L);
        assertThat(committed(ZERO)).isEqualTo(-1);

        letGo(0L);
        threads.get(0).join();
        cycleUntilCommitIsDue();

        assertThat(committed(ZERO)).isEqualTo(2);
    }

    @Test
    void polling_pauses_at_the_bound_and_goes_on_below_it() throws InterruptedException {
        hold(0);
        hold(1);
        hold(2);
        add(ZERO, 0, 1, 2);

        loop.cycle();
        assertThat(loop.inFlight()).isEqualTo(3);
        assertThat(consumer.paused()).containsExactly(ZERO);

        letGo(1L);
        threads.get(1).join();
        loop.cycle();

        assertThat(consumer.paused()).isEmpty();
    }

    @Test
    void a_partition_that_comes_while_pausing_is_paused_too() {
        hold(0);
        hold(1);
        hold(2);
        add(ZERO, 0, 1, 2);
        loop.cycle();

        consumer.rebalance(List.of(ZERO, ONE));
        loop.cycle();

        assertThat(consumer.paused()).containsExactlyInAnyOrder(ZERO, ONE);
    }

    @Test
    void what_finishes_while_a_partition_is_given_away_is_committed() {
        hold(0);
        add(ZERO, 0);
        loop.cycle();
        Thread.ofVirtual().start(() -> letGo(0L));

        loop.onPartitionsRevoked(List.of(ZERO));

        assertThat(committed(ZERO)).isEqualTo(1);
        assertThat(loop.inFlight()).isZero();
    }

    @Test
    void nothing_is_committed_for_a_partition_that_was_lost() throws InterruptedException {
        hold(0);
        add(ZERO, 0);
        loop.cycle();

        loop.onPartitionsLost(List.of(ZERO));
        letGo(0L);
        threads.get(0).join();
        cycleUntilCommitIsDue();

        assertThat(committed(ZERO)).isEqualTo(-1);
    }

    @Test
    void records_from_before_the_assignment_are_marked() throws InterruptedException {
        add(ZERO, 0, 1, 2);

        loop.cycle();
        joinThreads();

        assertThat(tried).containsExactlyInAnyOrder(0L, 1L);
    }

    @Test
    void without_an_end_records_are_marked_until_it_is_known() throws InterruptedException {
        away.add(ONE);
        consumer.rebalance(List.of(ZERO, ONE));
        add(ONE, 0);
        loop.cycle();
        add(ONE, 1);
        loop.cycle();

        away.clear();
        consumer.updateEndOffsets(Map.of(ZERO, 2L, ONE, 3L));
        add(ONE, 2);
        loop.cycle();
        joinThreads();
        loop.cycle();
        add(ONE, 3);
        loop.cycle();
        joinThreads();

        assertThat(tried).containsExactlyInAnyOrder(0L, 1L, 2L);
        assertThat(handled).containsExactlyInAnyOrder(0L, 1L, 2L, 3L);
    }

    @Test
    void stopping_commits_and_leaves() throws InterruptedException {
        var fresh = new MockConsumer<byte[], byte[]>("earliest");
        fresh.updateBeginningOffsets(Map.of(ZERO, 0L));
        fresh.updateEndOffsets(Map.of(ZERO, 0L));
        var stopped = new PollLoop(fresh, TOPIC, 3, factory, this::handle);
        fresh.schedulePollTask(
                () -> {
                    fresh.rebalance(List.of(ZERO));
                    fresh.addRecord(message(ZERO, 0));
                });
        fresh.schedulePollTask(stopped::stop);

        var thread = Thread.ofPlatform().start(stopped::run);
        thread.join();

        assertThat(handled).containsExactly(0L);
        assertThat(fresh.closed()).isTrue();
    }

    private void joinThreads() throws InterruptedException {
        for (var thread : threads) {
            thread.join();
        }
    }

    private void hold(long offset) {
        held.put(offset, new CountDownLatch(1));
    }

    private void letGo(long offset) {
        Objects.requireNonNull(held.get(offset)).countDown();
    }

    private void add(TopicPartition partition, long... offsets) {
        for (var offset : offsets) {
            consumer.addRecord(message(partition, offset));
        }
    }

    private static ConsumerRecord<byte[], byte[]> message(TopicPartition partition, long offset) {
        return new ConsumerRecord<>(
                partition.topic(), partition.partition(), offset, new byte[0], new byte[0]);
    }

    private void cycleUntilCommitIsDue() throws InterruptedException {
        var until = System.nanoTime() + 150_000_000L;
        while (System.nanoTime() < until) {
            loop.cycle();
            Thread.sleep(10);
        }
    }

    private long committed(TopicPartition partition) {
        OffsetAndMetadata known = consumer.committed(Set.of(partition)).get(partition);
        return known == null ? -1 : known.offset();
    }
}
