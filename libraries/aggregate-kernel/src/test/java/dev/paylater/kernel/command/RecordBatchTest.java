package dev.paylater.kernel.command;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.paylater.kernel.timer.SetClock;
import dev.paylater.kit.kafka.DeadLetters;
import dev.paylater.kit.kafka.DeadLetters.Letter;
import dev.paylater.kit.kafka.MessagePublisher;
import dev.paylater.messaging.DeadLetter;
import dev.paylater.messaging.RegistryUnavailable;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.stream.LongStream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.Test;
import org.springframework.boot.health.contributor.Status;

/** Records that stand for themselves: what becomes of one that cannot be handled. */
final class RecordBatchTest {

    private final SetClock clock = new SetClock(Instant.parse("2026-01-01T00:00:00Z"));
    private final Retries retries = new Retries(clock);
    private final MockProducer<byte[], byte[]> producer =
            new MockProducer<>(true, null, new ByteArraySerializer(), new ByteArraySerializer());
    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private final List<Long> handled = new ArrayList<>();
    private RuntimeException failure = new IllegalStateException("nobody has thought of it");

    private final RecordBatch batch =
            new RecordBatch(
                    this::handle,
                    new DeadLetters(new MessagePublisher(producer, new World().codec), meters),
                    retries,
                    clock);

    /** All but the third. */
    private void handle(List<ConsumerRecord<byte[], byte[]>> records, Collection<Letter> letters) {
        if (records.stream().anyMatch(one -> one.offset() == 2)) {
            throw failure;
        }
        records.forEach(one -> handled.add(one.offset()));
    }

    @Test
    void an_unexpected_failure_stops_only_the_record_that_it_is_about() {
        for (var i = 0; i < 3; i++) {
            assertThatThrownBy(() -> process(0, 5)).isSameAs(failure);
        }
        process(0, 5);

        assertThat(handled).containsExactly(0L, 1L, 3L, 4L);
        assertThat(deadOffsets()).containsExactly("2");
        assertThat(retries.longest()).isEmpty();
    }

    @Test
    void what_keeps_failing_is_seen_in_health() {
        var health = new CommandsHealth("events", new FakeContainer().container(), retries, meters);
        failure = new RegistryUnavailable("away", null);
        for (var i = 0; i < 62; i++) {
            assertThatThrownBy(() -> process(0, 5)).isSameAs(failure);
            clock.pass(Duration.ofSeconds(1));
        }

        assertThat(health.health().getStatus()).isEqualTo(Status.DOWN);
        assertThat(deadOffsets()).isEmpty();
    }

    @Test
    void a_record_that_fails_alone_is_set_aside_after_a_minute() {
        for (var i = 0; i < 61; i++) {
            assertThatThrownBy(() -> process(2, 3)).isSameAs(failure);
            clock.pass(Duration.ofSeconds(1));
        }
        process(2, 3);

        assertThat(deadOffsets()).containsExactly("2");
    }

    private void process(long from, long to) {
        var records =
                LongStream.range(from, to)
                        .mapToObj(
                                offset ->
                                        new ConsumerRecord<>(
                                                "events", 0, offset, new byte[1], new byte[1]))
                        .toList();
        batch.process(records, new PendingSends(), new Lease(() -> 0, 0, () -> {}));
    }

    private List<String> deadOffsets() {
        return producer.history().stream()
                .map(sent -> sent.headers().lastHeader(DeadLetter.ORIGINAL_OFFSET).value())
                .map(offset -> new String(offset, UTF_8))
                .toList();
    }
}
