package dev.paylater.kernel.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.Test;

class BatchSizeTest {

    private final BatchSize size = new BatchSize(1_000);

    private static List<ConsumerRecord<byte[], byte[]>> records(int... bytes) {
        return IntStream.range(0, bytes.length)
                .mapToObj(i -> new ConsumerRecord<>("topic", 0, i, new byte[1], new byte[bytes[i]]))
                .toList();
    }

    @Test
    void a_round_holds_no_more_bytes_than_there_is_room_for() {
        assertThat(size.firstOf(records(400, 400, 200, 1))).hasSize(3);
        assertThat(size.firstOf(records(400, 400, 201, 1))).hasSize(2);
    }

    @Test
    void a_record_that_is_larger_than_that_is_a_round_by_itself() {
        assertThat(size.firstOf(records(5_000, 1))).hasSize(1);
        assertThat(size.firstOf(records(1, 5_000))).hasSize(1);
    }

    @Test
    void a_record_without_a_value_takes_no_room() {
        var empty = new ConsumerRecord<byte[], byte[]>("topic", 0, 0, new byte[1], null);
        assertThat(size.firstOf(List.of(empty, empty))).hasSize(2);
    }

    @Test
    void after_a_failure_a_round_is_half_as_large_and_grows_again() {
        var many = records(new int[600]);
        assertThat(size.firstOf(many)).hasSize(512);
        size.failed(512);
        assertThat(size.firstOf(many)).hasSize(256);
        size.succeeded();
        assertThat(size.firstOf(many)).hasSize(512);
    }
}
