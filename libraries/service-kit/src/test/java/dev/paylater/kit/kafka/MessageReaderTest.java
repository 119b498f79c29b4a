package dev.paylater.kit.kafka;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.paylater.messaging.AvroCodec;
import dev.paylater.messaging.RegistryUnavailable;
import dev.paylater.messaging.UnreadableMessage;
import dev.paylater.schemas.MessageHeaders;
import dev.paylater.schemas.Refusal;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.TimestampType;
import org.junit.jupiter.api.Test;

/** What a schema id means that the registry does not know. */
final class MessageReaderTest {

    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");

    private final AvroCodec codec = AvroCodec.of(new MemoryRegistry());
    private final MessageReader reader = new MessageReader(codec, InstantSource.fixed(NOW));

    @Test
    void a_schema_id_that_the_registry_does_not_know_yet_is_waited_for() {
        codec.encode("topic", new Refusal("IR_16", "no", null));

        assertThatThrownBy(() -> reader.read(written(2, Duration.ofSeconds(119))))
                .isInstanceOf(RegistryUnavailable.class)
                .hasMessageContaining("topic-3@17");
    }

    @Test
    void a_schema_id_that_has_not_become_known_within_two_minutes_is_nobodys() {
        assertThatThrownBy(() -> reader.read(written(2, Duration.ofMinutes(2))))
                .isInstanceOf(UnreadableMessage.class);
    }

    @Test
    void a_record_from_a_clock_that_is_far_ahead_is_not_waited_for() {
        assertThatThrownBy(() -> reader.read(written(2, Duration.ofHours(-1))))
                .isInstanceOf(UnreadableMessage.class);
    }

    @Test
    void noise_that_looks_like_a_schema_id_is_not_waited_for() {
        assertThatThrownBy(() -> reader.read(written(987_654, Duration.ZERO)))
                .isInstanceOf(UnreadableMessage.class);
        assertThatThrownBy(() -> reader.read(written(-5, Duration.ZERO)))
                .isInstanceOf(UnreadableMessage.class);
    }

    private static ConsumerRecord<byte[], byte[]> written(int schemaId, Duration ago) {
        var value = ByteBuffer.allocate(9).put((byte) 0).putInt(schemaId).array();
        var headers = new RecordHeaders();
        headers.add(MessageHeaders.MESSAGE_ID, "message-1".getBytes(UTF_8));
        return new ConsumerRecord<>(
                "topic",
                3,
                17,
                NOW.minus(ago).toEpochMilli(),
                TimestampType.CREATE_TIME,
                1,
                value.length,
                new byte[] {1},
                value,
                headers,
                Optional.empty());
    }
}
