package dev.paylater.webhook.send;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylater.teststack.Finds.Explained;
import dev.paylater.webhook.delivery.Delivery;
import dev.paylater.webhook.send.World.Sent;
import java.time.Duration;
import java.util.stream.IntStream;
import org.bson.Document;
import org.junit.jupiter.api.Test;

class DueDeliveriesTest {

    private static final int BATCH = 2_000;

    private final World world = new World();

    /** Puts deliveries into the store that are due. */
    private void backlog(String endpointId, int count) {
        var endpoint = world.endpoints.read(endpointId).orElseThrow();
        var now = world.clock.instant();
        for (var from = 0; from < count; from += BATCH) {
            world.deliveries.insert(
                    IntStream.range(from, Math.min(count, from + BATCH))
                            .mapToObj(n -> world.event("pay_%s_%d".formatted(endpointId, n), 1))
                            .map(event -> Delivery.of(event, endpoint, now, now))
                            .toList());
        }
    }

    @Test
    void what_is_due_behind_20_000_of_an_endpoint_that_rests_is_sent_without_looking_at_them() {
        world.endpoint("we_rests", false, "*");
        world.endpoint("we_works", false, "*");
        backlog("we_rests", 20_000);
        world.clock.pass(Duration.ofSeconds(1));
        backlog("we_works", 1);
        var instance = world.instance();
        instance.guards().rest("we_rests", world.clock.instant(), Duration.ofMinutes(10));
        world.finds.clear();

        instance.due().take();

        World.await(() -> !world.sent.isEmpty(), "sent");
        assertThat(world.sent).extracting(Sent::endpointId).containsExactly("we_works");
        assertThat(world.finds.explained(world.database))
                .allSatisfy(find -> assertThat(find.plan()).doesNotContain("COLLSCAN", "SORT"))
                .extracting(Explained::examined)
                .allSatisfy(examined -> assertThat(examined).isLessThanOrEqualTo(101));
    }

    @Test
    void of_more_endpoints_with_a_backlog_than_one_look_serves_each_has_its_turn() {
        world.endpoint("we_rests", false, "*");
        backlog("we_rests", 200);
        world.clock.pass(Duration.ofSeconds(1));
        var endpoints = IntStream.range(0, 250).mapToObj("we_%03d"::formatted).toList();
        for (var endpointId : endpoints) {
            world.endpoint(endpointId, false, "*");
            backlog(endpointId, 1);
        }
        var instance = world.instance();
        instance.guards().rest("we_rests", world.clock.instant(), Duration.ofMinutes(10));

        World.await(
                () -> {
                    instance.due().take();
                    return world.sent.size() == 250;
                },
                "all of those that do not rest");
        assertThat(world.sent)
                .extracting(Sent::endpointId)
                .containsExactlyInAnyOrderElementsOf(endpoints);
    }

    @Test
    void a_backlog_is_sent_one_after_the_other_without_waiting_for_the_next_look()
            throws Exception {
        world.endpoint("we_1", false, "*");
        backlog("we_1", 300);
        var instance = world.instance();
        var looking = Thread.ofVirtual().start(() -> instance.due().take(Duration.ofMinutes(5)));

        World.await(
                () -> world.stored.countDocuments(new Document("status", "delivered")) == 300,
                "all of 300, three at once, in one look");
        looking.interrupt();
        looking.join();
        assertThat(world.sent).extracting(Sent::eventId).doesNotHaveDuplicates();
    }

    @Test
    void an_ordered_backlog_keeps_its_order() throws Exception {
        world.endpoint("we_1", true, "*");
        var endpoint = world.endpoints.read("we_1").orElseThrow();
        var now = world.clock.instant();
        for (var n = 1; n <= 20; n++) {
            var sequence = n;
            world.deliveries.insert(
                    IntStream.range(0, 5)
                            .mapToObj(payment -> world.event("pay_" + payment, sequence))
                            .map(event -> Delivery.of(event, endpoint, now, now))
                            .toList());
        }
        var instance = world.instance();

        World.await(
                () -> {
                    instance.due().take(Duration.ofMillis(50));
                    if (instance.guards().inHand() == 0) {
                        world.clock.pass(Duration.ofSeconds(1));
                    }
                    return world.sent.size() == 100;
                },
                "all of five payments");
        IntStream.range(0, 5)
                .forEach(
                        payment ->
                                assertThat(world.sent)
                                        .filteredOn(
                                                one ->
                                                        one.eventId()
                                                                .startsWith("evt_pay_" + payment))
                                        .extracting(Sent::sequence)
                                        .isSorted()
                                        .hasSize(20));
    }
}
