package dev.paylater.connector.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(20)
final class DeliveriesTest {

    private final List<String> carriedOut = Collections.synchronizedList(new ArrayList<>());
    private final CountDownLatch aDeliveryWaits = new CountDownLatch(1);
    private final Deliveries deliveries =
            new Deliveries(
                    millis -> {
                        aDeliveryWaits.countDown();
                        LockSupport.parkNanos(millis);
                    });

    @Test
    void a_message_is_carried_out_once() {
        deliver("authorize", "m-1");
        deliver("authorize", "m-1");

        assertThat(carriedOut).containsExactly("m-1");
    }

    @Test
    void another_message_about_the_operation_is_carried_out() {
        deliver("authorize", "m-1");
        deliver("authorize", "m-2");

        assertThat(carriedOut).containsExactly("m-1", "m-2");
    }

    @Test
    void a_message_that_failed_is_carried_out_when_it_comes_again() {
        assertThatThrownBy(
                        () ->
                                deliveries.carryOut(
                                        "authorize",
                                        "m-1",
                                        () -> {
                                            throw new IllegalStateException("broken");
                                        }))
                .hasMessage("broken");

        deliver("authorize", "m-1");

        assertThat(carriedOut).containsExactly("m-1");
    }

    @Test
    void an_inquiry_waits_until_the_call_that_it_asks_about_has_ended()
            throws InterruptedException {
        var calling = new CountDownLatch(1);
        var answer = new CountDownLatch(1);
        var call =
                Thread.ofVirtual()
                        .start(
                                () ->
                                        deliveries.carryOut(
                                                "authorize",
                                                "call",
                                                () -> {
                                                    calling.countDown();
                                                    await(answer);
                                                    carriedOut.add("call");
                                                }));
        calling.await();
        var inquiry = Thread.ofVirtual().start(() -> deliver("authorize", "inquiry"));
        aDeliveryWaits.await();

        deliver("capture", "other operation");
        answer.countDown();
        call.join();
        inquiry.join();

        assertThat(carriedOut).containsExactly("other operation", "call", "inquiry");
    }

    private void deliver(String operation, String messageId) {
        deliveries.carryOut(operation, messageId, () -> carriedOut.add(messageId));
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
