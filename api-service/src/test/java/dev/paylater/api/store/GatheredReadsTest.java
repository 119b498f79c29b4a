package dev.paylater.api.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(value = 30, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
final class GatheredReadsTest {

    private final ConcurrentLinkedQueue<Set<String>> asked = new ConcurrentLinkedQueue<>();
    private final Semaphore answers = new Semaphore(0);

    @Test
    void what_is_wanted_while_reads_are_under_way_is_read_at_once() throws Exception {
        var reads = new GatheredReads<>(slowly(GatheredReadsTest::upperCase));
        try (var executor = Executors.newVirtualThreadPerTaskExecutor()) {
            var first = executor.submit(() -> reads.find("a"));
            awaitReads(1);
            var rest = new ArrayList<Future<Optional<String>>>();
            for (var number = 0; number < 150; number++) {
                var key = "key" + number;
                rest.add(executor.submit(() -> reads.find(key)));
            }
            while (reads.waiting() < 150) {
                TimeUnit.MILLISECONDS.sleep(1);
            }
            answers.release(100);
            assertThat(first.get()).contains("A");
            for (var number = 0; number < 150; number++) {
                assertThat(rest.get(number).get()).contains("KEY" + number);
            }
        }
        assertThat(asked).hasSize(3);
        assertThat(asked).allMatch(keys -> keys.size() <= 100);
    }

    @Test
    void what_is_not_there_is_empty() {
        var reads = new GatheredReads<String>(_ -> Map.of());
        assertThat(reads.find("nothing")).isEmpty();
    }

    @Test
    void a_failed_read_fails_for_those_who_wanted_it_and_for_nobody_after_them() {
        var broken = new CompletableFuture<Void>();
        var reads =
                new GatheredReads<String>(
                        keys -> {
                            if (!broken.isDone()) {
                                throw new IllegalStateException("the store is away");
                            }
                            return upperCase(keys);
                        });
        assertThatThrownBy(() -> reads.find("a")).hasMessage("the store is away");
        broken.complete(null);
        assertThat(reads.find("a")).contains("A");
    }

    @Test
    void a_read_sees_all_that_was_written_before_it_was_wanted() throws Exception {
        var stored = new ConcurrentHashMap<String, String>();
        var reads = new GatheredReads<String>(keys -> Map.copyOf(stored));
        try (var executor = Executors.newVirtualThreadPerTaskExecutor()) {
            var writers = new ArrayList<Future<Boolean>>();
            for (var number = 0; number < 200; number++) {
                var key = "key" + number;
                writers.add(
                        executor.submit(
                                () -> {
                                    stored.put(key, key);
                                    return reads.find(key).isPresent();
                                }));
            }
            for (var writer : writers) {
                assertThat(writer.get()).isTrue();
            }
        }
    }

    private Function<Set<String>, Map<String, String>> slowly(
            Function<Set<String>, Map<String, String>> read) {
        return keys -> {
            asked.add(keys);
            answers.acquireUninterruptibly();
            return read.apply(keys);
        };
    }

    private static Map<String, String> upperCase(Set<String> keys) {
        return keys.stream()
                .collect(Collectors.toMap(key -> key, key -> key.toUpperCase(Locale.ROOT)));
    }

    private void awaitReads(int count) throws InterruptedException {
        while (asked.size() < count) {
            TimeUnit.MILLISECONDS.sleep(1);
        }
    }
}
