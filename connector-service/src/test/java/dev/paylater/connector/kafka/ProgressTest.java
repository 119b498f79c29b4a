package dev.paylater.connector.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Random;
import java.util.TreeSet;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;

final class ProgressTest {

    private final Progress progress = new Progress();

    @Test
    void nothing_is_to_be_committed_before_something_has_finished() {
        progress.start(5);

        assertThat(progress.finishedUpTo()).isEqualTo(-1);
    }

    @Test
    void a_record_that_takes_long_holds_back_those_behind_it() {
        var slow = progress.start(5);
        var fast = progress.start(6);

        progress.finish(fast);
        assertThat(progress.finishedUpTo()).isEqualTo(-1);
        progress.finish(slow);
        assertThat(progress.finishedUpTo()).isEqualTo(7);
    }

    @Test
    void offsets_may_have_gaps() {
        var first = progress.start(5);
        var second = progress.start(9);

        progress.finish(first);
        assertThat(progress.finishedUpTo()).isEqualTo(6);
        progress.finish(second);
        assertThat(progress.finishedUpTo()).isEqualTo(10);
    }

    @Test
    void finishing_twice_counts_once() {
        var first = progress.start(5);
        progress.start(6);

        progress.finish(first);
        progress.finish(first);

        assertThat(progress.inFlight()).isEqualTo(1);
    }

    @Test
    void only_records_from_before_the_known_end_may_have_been_tried() {
        assertThat(progress.mayHaveBeenTried(10)).isTrue();

        progress.endedAt(10);

        assertThat(progress.mayHaveBeenTried(9)).isTrue();
        assertThat(progress.mayHaveBeenTried(10)).isFalse();
    }

    @Test
    void waiting_ends_when_nothing_is_in_flight() throws InterruptedException {
        var record = progress.start(1);
        assertThat(progress.awaitIdle(Duration.ofMillis(20))).isFalse();

        Thread.ofVirtual().start(() -> progress.finish(record));

        assertThat(progress.awaitIdle(Duration.ofSeconds(5))).isTrue();
    }

    @RepeatedTest(20)
    void whatever_the_order_only_the_prefix_without_a_gap_is_committed(RepetitionInfo repetition) {
        var random = new Random(repetition.getCurrentRepetition());
        var records = new ArrayList<Progress.Started>();
        var open = new TreeSet<Long>();
        for (long offset = 0; offset < 200; offset++) {
            records.add(progress.start(offset));
            open.add(offset);
        }
        var order = new ArrayList<>(records);
        Collections.shuffle(order, random);
        for (var record : order) {
            progress.finish(record);
            open.remove((long) records.indexOf(record));
            var expected = open.isEmpty() ? 200 : open.first() == 0 ? -1 : open.first();
            assertThat(progress.finishedUpTo()).isEqualTo(expected);
        }
        assertThat(progress.uncommitted()).isZero();
    }
}
