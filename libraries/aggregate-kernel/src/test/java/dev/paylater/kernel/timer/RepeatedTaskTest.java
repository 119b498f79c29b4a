package dev.paylater.kernel.timer;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

final class RepeatedTaskTest {

    private static final Duration NONE = Duration.ofMillis(1);
    private static final long PATIENCE = 10;

    private final LinkedBlockingQueue<String> runs = new LinkedBlockingQueue<>();

    @Test
    void it_runs_again_and_again_in_a_thread_of_its_name_until_it_is_stopped() throws Exception {
        var task =
                new RepeatedTask(
                        "deadlines", () -> runs.add(Thread.currentThread().getName()), NONE);
        assertThat(task.isRunning()).isFalse();
        task.start();
        assertThat(task.isRunning()).isTrue();
        for (var run = 1; run <= 3; run++) {
            assertThat(runs.poll(PATIENCE, TimeUnit.SECONDS)).isEqualTo("deadlines");
        }
        task.stop();
        assertThat(task.isRunning()).isFalse();
        runs.clear();
        assertThat(runs.poll(50, TimeUnit.MILLISECONDS)).isNull();
    }

    @Test
    void a_long_run_of_one_delays_no_other() throws Exception {
        var end = new CountDownLatch(1);
        var begun = new CountDownLatch(1);
        var counting =
                new RepeatedTask(
                        "alarms",
                        () -> {
                            begun.countDown();
                            await(end);
                        },
                        NONE);
        var sweeping = new RepeatedTask("deadlines", () -> runs.add("sweep"), NONE);
        counting.start();
        assertThat(begun.await(PATIENCE, TimeUnit.SECONDS)).isTrue();
        sweeping.start();
        assertThat(runs.poll(PATIENCE, TimeUnit.SECONDS)).isEqualTo("sweep");
        end.countDown();
        sweeping.stop();
        counting.stop();
    }

    @Test
    void a_run_that_is_under_way_is_waited_for() throws Exception {
        var begun = new CountDownLatch(1);
        var task =
                new RepeatedTask(
                        "deadlines",
                        () -> {
                            begun.countDown();
                            runs.add("ended");
                        },
                        Duration.ofHours(1));
        task.start();
        assertThat(begun.await(PATIENCE, TimeUnit.SECONDS)).isTrue();
        task.stop();
        assertThat(runs).containsExactly("ended");
    }

    private static void await(CountDownLatch end) {
        try {
            end.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
