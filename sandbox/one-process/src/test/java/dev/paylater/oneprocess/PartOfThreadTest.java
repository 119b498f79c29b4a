package dev.paylater.oneprocess;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.spi.LoggingEvent;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;

class PartOfThreadTest {

    @Test
    void a_thread_belongs_to_the_part_of_the_one_that_started_it() {
        var found = new CompletableFuture<String>();
        Thread.ofPlatform()
                .start(
                        () -> {
                            PartOfThread.is(ProcessPart.REFUND);
                            Thread.ofPlatform()
                                    .start(() -> Thread.ofVirtual().start(() -> complete(found)));
                        });

        assertThat(found.join()).isEqualTo("refund-service");
    }

    @Test
    void threads_of_a_pool_belong_to_the_part_that_uses_it_first() {
        var found = new CompletableFuture<String>();
        Thread.ofPlatform()
                .start(
                        () -> {
                            PartOfThread.is(ProcessPart.STORE);
                            try (var pool = Executors.newVirtualThreadPerTaskExecutor()) {
                                pool.execute(() -> complete(found));
                            }
                        });

        assertThat(found.join()).isEqualTo("store");
    }

    @Test
    void other_threads_belong_to_the_process() {
        assertThat(ofThisThread()).isEqualTo("one-process");
    }

    private static void complete(CompletableFuture<String> found) {
        found.complete(ofThisThread());
    }

    private static String ofThisThread() {
        return new PartOfThread().getDiscriminatingValue(new LoggingEvent());
    }
}
