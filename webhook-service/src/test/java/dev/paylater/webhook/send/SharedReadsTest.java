package dev.paylater.webhook.send;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.paylater.webhook.send.Resources.Kind;
import dev.paylater.webhook.send.Resources.NotAvailable;
import dev.paylater.webhook.send.Resources.Resource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.bson.Document;
import org.junit.jupiter.api.Test;

class SharedReadsTest {

    private static final Resource PAYMENT = new Resource(Kind.PAYMENT, "merchant", "pay_1");

    private final AtomicLong state = new AtomicLong(1);
    private final List<Resource> begun = Collections.synchronizedList(new ArrayList<>());
    private final AtomicInteger underWay = new AtomicInteger();
    private final CountDownLatch answers = new CountDownLatch(1);
    private volatile boolean hangs;
    private final SharedReads reads = new SharedReads(this::read);

    /** What is read is the state at the beginning, the earliest that a store may answer with. */
    private byte[] read(Resource resource) {
        assertThat(underWay.incrementAndGet()).as("reads of this at a time").isEqualTo(1);
        var read = Long.toString(state.get()).getBytes(UTF_8);
        begun.add(resource);
        if (hangs) {
            awaitAnswers();
        }
        underWay.decrementAndGet();
        return read;
    }

    private void awaitAnswers() {
        try {
            answers.await();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private static long value(Supplier<byte[]> read) {
        return Long.parseLong(new String(read.get(), UTF_8));
    }

    /** Begins to get it, which others do as well. */
    private static Future<Long> inBackground(Supplier<byte[]> read) {
        var value = new CompletableFuture<Long>();
        Thread.startVirtualThread(
                () -> {
                    try {
                        value.complete(value(read));
                    } catch (RuntimeException | Error e) {
                        value.completeExceptionally(e);
                    }
                });
        return value;
    }

    @Test
    void all_who_asked_before_it_began_share_a_read() {
        var asked = IntStream.range(0, 10).mapToObj(_ -> reads.next(PAYMENT)).toList();
        state.set(2);

        assertThat(asked).extracting(SharedReadsTest::value).containsOnly(2L).hasSize(10);
        assertThat(begun).hasSize(1);
    }

    @Test
    void who_asks_after_it_began_gets_one_that_begins_later() throws Exception {
        hangs = true;
        var first = inBackground(reads.next(PAYMENT));
        World.await(() -> begun.size() == 1, "begun");
        state.set(2);
        var second = inBackground(reads.next(PAYMENT));
        state.set(3);
        var third = inBackground(reads.next(PAYMENT));
        answers.countDown();

        assertThat(first.get()).isEqualTo(1);
        assertThat(second.get()).isEqualTo(3);
        assertThat(third.get()).isEqualTo(3);
        assertThat(begun).as("what waited together was read once").hasSize(2);
    }

    @Test
    void a_read_that_has_ended_serves_nobody_who_asks_later() {
        assertThat(value(reads.next(PAYMENT))).isEqualTo(1);
        state.set(2);
        assertThat(value(reads.next(PAYMENT))).isEqualTo(2);
    }

    @Test
    void nothing_is_shared_between_merchants_kinds_or_ids() {
        var all =
                List.of(
                        PAYMENT,
                        new Resource(Kind.PAYMENT, "other", "pay_1"),
                        new Resource(Kind.REFUND, "merchant", "pay_1"),
                        new Resource(Kind.PAYMENT, "merchant", "pay_2"));
        var asked = all.stream().map(reads::next).toList();

        assertThat(asked).extracting(SharedReadsTest::value).containsOnly(1L);
        assertThat(begun).containsExactlyElementsOf(all);
    }

    @Test
    void a_failure_is_that_of_all_who_share_the_read_and_of_nobody_else() {
        var calls = new AtomicInteger();
        var failing =
                new SharedReads(
                        _ -> {
                            if (calls.incrementAndGet() == 1) {
                                throw new NotAvailable("away", new IllegalStateException());
                            }
                            return new byte[0];
                        });
        var one = failing.next(PAYMENT);
        var other = failing.next(PAYMENT);

        assertThatThrownBy(one::get).isInstanceOf(NotAvailable.class).hasMessage("away");
        assertThatThrownBy(other::get).isInstanceOf(NotAvailable.class).hasMessage("away");
        assertThat(failing.next(PAYMENT).get()).isEmpty();
        assertThat(calls).hasValue(2);
    }

    /** The state rises before each asks, as it does before an event of it arrives. */
    @Test
    void whatever_happens_at_once_nobody_gets_a_state_from_before_they_asked() throws Exception {
        var clients = 8;
        var rounds = 3_000;
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var running =
                    IntStream.range(0, clients)
                            .mapToObj(
                                    _ ->
                                            threads.submit(
                                                    () -> {
                                                        for (var i = 0; i < rounds; i++) {
                                                            var known = state.incrementAndGet();
                                                            assertThat(value(reads.next(PAYMENT)))
                                                                    .isGreaterThanOrEqualTo(known);
                                                        }
                                                    }))
                            .toList();
            for (var client : running) {
                client.get();
            }
        }
        assertThat(begun).as("reads").hasSizeLessThan(clients * rounds);
    }

    @Test
    void the_deliveries_of_a_poll_read_each_payment_once() {
        var world = new World();
        for (var i = 0; i < 10; i++) {
            world.endpoint("we_" + i, false, "*");
        }
        var instance = world.instance();
        instance.take(
                List.of(world.event("pay_1", 1), world.event("pay_2", 1), world.event("pay_1", 2)));
        // What was sent is still in hand for a moment, and three are an endpoint's most.
        World.await(() -> world.sent.size() == 30 && instance.guards().inHand() == 0, "sent");
        assertThat(world.reads).containsExactlyInAnyOrder("pay_1", "pay_2");
        instance.take(List.of(world.event("pay_1", 3)));
        World.await(() -> world.sent.size() == 40, "sent, too");

        assertThat(world.reads).containsExactlyInAnyOrder("pay_1", "pay_2", "pay_1");
    }

    @Test
    void a_body_of_ids_only_reads_nothing() {
        var world = new World();
        world.endpoint("we_1", false, "*");
        world.change("we_1", new Document("$set", new Document("payload", "thin")));
        world.instance().take(List.of(world.event("pay_1", 1)));
        World.await(() -> world.sent.size() == 1, "sent");

        assertThat(world.reads).isEmpty();
    }
}
