package dev.paylater.webhook.send;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylater.webhook.send.World.Sent;
import java.time.Duration;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Date;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.stream.LongStream;
import org.bson.Document;
import org.junit.jupiter.api.Test;

class SenderTest {

    private static final DateTimeFormatter MILLIS =
            DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSS'Z'").withZone(ZoneOffset.UTC);

    private final World world = new World();

    private void awaitSent(int count) {
        World.await(() -> world.sent.size() >= count, count + " sent");
    }

    private void awaitStatuses(String... statuses) {
        World.await(
                () -> world.statuses().stream().sorted().toList().equals(List.of(statuses)),
                List.of(statuses).toString());
    }

    @Test
    void an_event_goes_to_every_endpoint_that_wants_it_and_to_no_other() {
        world.endpoint("we_1", false, "*");
        world.endpoint("we_2", false, "payment.*");
        world.endpoint("we_3", false, "refund.*");
        world.instance().take(List.of(world.event("pay_1", 1)));

        awaitStatuses("delivered", "delivered");
        assertThat(world.sent)
                .extracting(Sent::endpointId)
                .containsExactlyInAnyOrder("we_1", "we_2");
    }

    @Test
    void a_body_carries_the_status_of_its_event_and_no_client_secret() {
        world.endpoint("we_1", false, "*");
        world.instance().take(List.of(world.event("pay_1", 4)));

        awaitSent(1);
        assertThat(world.sent.getFirst().body())
                .isEqualTo(
                        "{\"type\":\"payment.processing\",\"timestamp\":\""
                                + MILLIS.format(world.clock.instant())
                                + "\",\"sequence\":4,\"api_version\":\"2026-11-01\",\"data\":{\"payment_id\":\"pay_1\","
                                + "\"status\":\"processing\",\"email\":\"ada@example.com\","
                                + "\"refunds\":[],\"captures\":[],\"next_action\":null}}");
    }

    @Test
    void an_event_that_is_taken_in_again_is_not_delivered_again() {
        world.endpoint("we_1", false, "*");
        var instance = world.instance();
        instance.take(List.of(world.event("pay_1", 1)));
        awaitStatuses("delivered");
        instance.take(List.of(world.event("pay_1", 1), world.event("pay_1", 2)));

        awaitStatuses("delivered", "delivered");
        assertThat(world.sent).extracting(Sent::sequence).containsExactly(1L, 2L);
    }

    @Test
    void what_fails_is_tried_again_when_its_time_has_come_under_the_same_id() {
        world.endpoint("we_1", false, "*");
        world.answers.put("we_1", 500);
        var instance = world.instance();
        instance.take(List.of(world.event("pay_1", 1)));
        awaitSent(1);
        World.await(() -> first().getInteger("tries") == 1, "noted");
        world.clock.pass(Duration.ofSeconds(4));
        instance.due().take();
        assertThat(world.sent).hasSize(1);
        world.answers.put("we_1", 204);
        world.clock.pass(Duration.ofSeconds(1));
        instance.due().take();

        awaitStatuses("delivered");
        assertThat(world.sent)
                .extracting(Sent::eventId)
                .containsExactly("evt_pay_1_1", "evt_pay_1_1");
        assertThat(first().getList("attempts", Object.class)).hasSize(2);
    }

    @Test
    void what_a_dead_instance_had_in_hand_is_taken_over_when_its_lease_has_ended() {
        world.endpoint("we_1", false, "*");
        world.hanging.put("we_1", new CountDownLatch(1));
        world.instance().take(List.of(world.event("pay_1", 1)));
        World.await(() -> world.held.get() == 1, "in hand");
        world.hanging.remove("we_1");
        var other = world.instance();
        world.clock.pass(Duration.ofSeconds(29));
        other.due().take();
        assertThat(world.sent).isEmpty();
        world.clock.pass(Duration.ofSeconds(2));
        other.due().take();

        awaitStatuses("delivered");
        assertThat(world.sent).hasSize(1);
    }

    @Test
    void of_two_instances_that_look_at_once_one_sends() {
        world.endpoint("we_1", false, "*");
        world.resourcesAway = true;
        var one = world.instance();
        var other = world.instance();
        one.take(LongStream.range(0, 3).mapToObj(n -> world.event("pay_" + n, 1)).toList());
        World.await(
                () ->
                        world.stored.countDocuments(
                                        new Document(
                                                "due",
                                                new Document(
                                                        "$lt",
                                                        java.util.Date.from(
                                                                world.clock
                                                                        .instant()
                                                                        .plusSeconds(3)))))
                                == 3,
                "put back");
        world.resourcesAway = false;
        world.clock.pass(Duration.ofSeconds(2));
        one.due().take();
        other.due().take();

        awaitStatuses("delivered", "delivered", "delivered");
        assertThat(world.sent).hasSize(3);
        assertThat(first().getInteger("tries")).isEqualTo(1);
    }

    /** Who comes back to it and who has ended the one before it find it at the same time. */
    @Test
    void what_two_find_to_be_next_is_sent_by_one() {
        world.endpoint("we_1", true, "*");
        var instance = world.instance();
        for (var round = 1; round <= 60; round++) {
            var payment = "pay_" + round;
            instance.take(
                    LongStream.rangeClosed(1, 3).mapToObj(n -> world.event(payment, n)).toList());
        }
        World.await(
                () -> {
                    if (instance.guards().inHand() == 0) {
                        // No lease may end by this clock while its attempt is under way.
                        world.clock.pass(Duration.ofSeconds(2));
                    }
                    instance.due().take();
                    return world.stored.countDocuments(new Document("status", "delivered")) == 180;
                },
                "delivered");

        assertThat(world.sent).extracting(Sent::eventId).doesNotHaveDuplicates().hasSize(180);
    }

    /** An earlier event of the stream is sent again on demand meanwhile, and looks for the next. */
    @Test
    void what_is_in_hand_is_not_taken_up_as_the_next_of_its_stream() {
        world.endpoint("we_1", true, "*");
        var instance = world.instance();
        instance.take(List.of(world.event("pay_1", 1)));
        awaitStatuses("delivered");
        var earlier = first().getString("_id");
        var latch = new CountDownLatch(1);
        world.hanging.put("we_1", latch);
        instance.take(List.of(world.event("pay_1", 2)));
        World.await(() -> world.held.get() == 1, "in hand");
        world.hanging.remove("we_1");
        world.clock.pass(Duration.ofSeconds(1));
        world.resend(earlier);
        instance.due().take();
        awaitSent(2);
        World.await(() -> instance.guards().inHand() == 1, "ended");
        latch.countDown();

        awaitStatuses("delivered", "delivered");
        assertThat(world.sent).extracting(Sent::sequence).containsExactly(1L, 1L, 2L);
    }

    @Test
    void an_ordered_endpoint_gets_the_events_of_a_payment_one_after_the_other() {
        world.endpoint("we_1", true, "*");
        world.answers.put("we_1", 503);
        var instance = world.instance();
        instance.take(LongStream.rangeClosed(1, 3).mapToObj(n -> world.event("pay_1", n)).toList());
        awaitSent(1);
        World.await(() -> world.stored.find(new Document("tries", 1)).first() != null, "noted");
        instance.due().take();
        instance.take(List.of(world.event("pay_2", 1)));
        awaitSent(2);
        assertThat(world.sent)
                .extracting(Sent::eventId)
                .containsExactly("evt_pay_1_1", "evt_pay_2_1");
        world.answers.remove("we_1");
        World.await(() -> world.stored.countDocuments(new Document("tries", 1)) == 2, "noted");
        world.clock.pass(Duration.ofSeconds(6));
        World.await(
                () -> {
                    instance.due().take();
                    return world.sent.size() >= 6;
                },
                "all");

        awaitStatuses("delivered", "delivered", "delivered", "delivered");
        assertThat(world.sent.stream().filter(one -> one.eventId().startsWith("evt_pay_1")))
                .as("at least once, never after a later one")
                .extracting(Sent::sequence)
                .isSorted()
                .contains(1L, 2L, 3L);
    }

    @Test
    void an_endpoint_that_hangs_delays_nobody_else() {
        world.endpoint("we_hangs", false, "*");
        world.endpoint("we_works", false, "*");
        var latch = new CountDownLatch(1);
        world.hanging.put("we_hangs", latch);
        var instance = world.instance();
        for (var n = 0; n < 20; n++) {
            instance.take(List.of(world.event("pay_" + n, 1)));
        }
        instance.due().take();
        World.await(
                () -> {
                    instance.due().take();
                    return world.sent.size() >= 20;
                },
                "all of the endpoint that works");
        assertThat(world.sent).extracting(Sent::endpointId).containsOnly("we_works");
        latch.countDown();
        World.await(
                () -> {
                    instance.due().take();
                    return world.sent.size() == 40;
                },
                "the others, too");
    }

    @Test
    void an_endpoint_that_is_dead_for_an_hour_loses_nothing_and_delays_nobody() {
        world.endpoint("we_dead", false, "*");
        world.endpoint("we_works", false, "*");
        world.answers.put("we_dead", World.DEAD);
        var instance = world.instance();
        for (var minute = 0; minute < 60; minute++) {
            var number = minute;
            instance.take(List.of(world.event("pay_" + number, 1)));
            for (var look = 0; look < 3; look++) {
                instance.due().take();
                assertThat(instance.guards().inHand())
                        .as("what waits is in the store, not in memory")
                        .isLessThanOrEqualTo(6);
                // No lease may end by this clock while its attempt takes its time.
                World.await(() -> instance.guards().inHand() == 0, "nothing under way");
                world.clock.pass(Duration.ofSeconds(20));
            }
            World.await(
                    () -> {
                        instance.due().take();
                        return world.sent.size() == number + 1;
                    },
                    "all of the endpoint that works");
        }
        assertThat(world.sent).hasSize(60).extracting(Sent::endpointId).containsOnly("we_works");
        world.answers.remove("we_dead");
        World.await(
                () -> {
                    World.await(() -> instance.guards().inHand() == 0, "nothing under way");
                    world.clock.pass(Duration.ofSeconds(20));
                    instance.due().take();
                    return world.stored.countDocuments(new Document("status", "delivered")) == 120;
                },
                "all delivered");
        assertThat(
                        world.sent.stream()
                                .filter(one -> one.endpointId().equals("we_dead"))
                                .map(Sent::eventId)
                                .distinct())
                .hasSize(60);
    }

    @Test
    void an_endpoint_that_is_gone_is_disabled_and_the_others_are_told() {
        world.endpoint("we_gone", false, "*");
        world.endpoint("we_other", false, "webhook_endpoint.*");
        world.answers.put("we_gone", 410);
        var instance = world.instance();
        instance.take(List.of(world.event("pay_1", 1)));
        World.await(
                () -> {
                    instance.due().take();
                    return world.sent.size() == 2;
                },
                "both");

        assertThat(world.sent.getLast().endpointId()).isEqualTo("we_other");
        assertThat(world.sent.getLast().body())
                .contains("\"type\":\"webhook_endpoint.disabled\"", "it answered 410 Gone");
        awaitDisabled("we_gone");
        instance.take(List.of(world.event("pay_2", 1)));
        awaitStatuses("delivered", "failed");
    }

    @Test
    void an_endpoint_that_asks_to_be_left_alone_is_with_everything_and_loses_nothing() {
        world.endpoint("we_1", false, "*");
        world.answers.put("we_1", 429);
        var instance = world.instance();
        instance.take(List.of(world.event("pay_1", 1)));
        World.await(() -> first().getInteger("tries") == 1, "noted");
        instance.take(List.of(world.event("pay_2", 1)));
        world.clock.pass(Duration.ofSeconds(119));
        instance.due().take();
        World.await(() -> instance.guards().inHand() == 0, "nothing under way");
        assertThat(world.sent).extracting(Sent::eventId).containsExactly("evt_pay_1_1");
        world.answers.remove("we_1");
        world.clock.pass(Duration.ofSeconds(1));
        instance.due().take();

        awaitStatuses("delivered", "delivered");
        assertThat(world.sent)
                .extracting(Sent::eventId)
                .containsExactlyInAnyOrder("evt_pay_1_1", "evt_pay_1_1", "evt_pay_2_1");
    }

    /** Who dies between telling the others and disabling does both once more. */
    @Test
    void the_others_are_told_once_however_often_an_endpoint_is_disabled() {
        world.endpoint("we_gone", false, "*");
        world.endpoint("we_other", false, "webhook_endpoint.*");
        world.answers.put("we_gone", 410);
        var instance = world.instance();
        instance.take(List.of(world.event("pay_1", 1)));
        awaitDisabled("we_gone");
        world.change("we_gone", new Document("$set", new Document("enabled", true)));
        world.clock.pass(Duration.ofSeconds(1));
        instance.take(List.of(world.event("pay_2", 1)));
        awaitDisabled("we_gone");
        World.await(
                () -> {
                    instance.due().take();
                    return world.statuses().contains("delivered");
                },
                "told");

        awaitStatuses("delivered", "failed", "failed");
    }

    private void awaitDisabled(String endpointId) {
        World.await(() -> !world.isEnabled(endpointId), endpointId + " disabled");
    }

    @Test
    void an_endpoint_that_has_failed_for_five_days_is_disabled_and_the_others_are_told() {
        world.endpoint("we_fails", false, "*");
        world.endpoint("we_other", false, "webhook_endpoint.*");
        world.change("we_fails", failingFor(Duration.ofDays(5).plusSeconds(1)));
        world.answers.put("we_fails", 500);
        var instance = world.instance();
        instance.take(List.of(world.event("pay_1", 1)));
        World.await(
                () -> {
                    instance.due().take();
                    return world.sent.size() == 2;
                },
                "both");

        assertThat(world.sent.getLast().body())
                .contains("\"type\":\"webhook_endpoint.disabled\"", "it has failed for PT120H");
        awaitDisabled("we_fails");
        assertThat(auditLine())
                .containsEntry("outcome", "done")
                .containsEntry("action", "disableWebhookEndpoint")
                .containsEntry("actor", "webhook-service")
                .containsEntry("merchant_id", World.MERCHANT)
                .containsEntry("resource_id", "we_fails")
                .containsEntry("before", "{\"enabled\":true}")
                .containsEntry(
                        "after",
                        "{\"enabled\":false,\"disabled_reason\":\"it has failed for PT120H\"}")
                .containsEntry("at", java.util.Date.from(world.clock.instant()));
    }

    @Test
    void the_time_in_which_we_were_down_does_not_count_against_an_endpoint() {
        world.endpoint("we_1", false, "*");
        world.answers.put("we_1", 500);
        var instance = world.instance();
        world.uptime.beat();
        instance.take(List.of(world.event("pay_1", 1)));
        awaitTries("pay_1", 1);

        world.clock.pass(Duration.ofDays(6));
        instance.due().take();
        awaitTries("pay_1", 2);
        assertThat(world.isEnabled("we_1")).isTrue();
        assertThat(world.statuses()).containsExactly("pending");

        passWhileWeRun(Duration.ofDays(4));
        instance.take(List.of(world.event("pay_2", 1)));
        awaitTries("pay_2", 1);
        assertThat(world.isEnabled("we_1")).isTrue();

        passWhileWeRun(Duration.ofDays(1).plusSeconds(1));
        instance.take(List.of(world.event("pay_3", 1)));
        awaitDisabled("we_1");
    }

    /** Another instance gave signs of life all the while. */
    private void passWhileWeRun(Duration time) {
        world.clock.pass(time);
        world.database
                .getCollection("webhook_uptime")
                .updateOne(
                        new Document(),
                        new Document(
                                "$set", new Document("seen", Date.from(world.clock.instant()))));
    }

    private void awaitTries(String paymentId, int tries) {
        World.await(
                () ->
                        world.stored.countDocuments(
                                        new Document("payment_id", paymentId)
                                                .append("tries", tries))
                                == 1,
                tries + " tries for " + paymentId);
    }

    /** It has answered another delivery while this one was under way. */
    @Test
    void an_endpoint_that_has_answered_meanwhile_is_not_disabled() {
        world.endpoint("we_1", false, "*");
        world.change("we_1", failingFor(Duration.ofDays(6)));
        world.answers.put("we_1", 500);
        var latch = new CountDownLatch(1);
        world.hanging.put("we_1", latch);
        world.instance().take(List.of(world.event("pay_1", 1)));
        World.await(() -> world.held.get() == 1, "in hand");
        world.change("we_1", new Document("$unset", new Document("failing_since", "")));
        latch.countDown();

        World.await(() -> first().getInteger("tries") == 1, "noted");
        assertThat(world.isEnabled("we_1")).isTrue();
    }

    /** The only one, of which api-service knows that it has to be published. */
    private Document auditLine() {
        var lines =
                world.database.getCollection("audit_log").find().into(new java.util.ArrayList<>());
        assertThat(lines).hasSize(1);
        var line = lines.getFirst();
        assertThat(world.database.getCollection("audit_unpublished").find())
                .containsExactly(new Document("_id", line.getString("_id")));
        return line;
    }

    private Document failingFor(Duration time) {
        var since = java.util.Date.from(world.clock.instant().minus(time));
        return new Document("$set", new Document("failing_since", since));
    }

    private Document first() {
        return Objects.requireNonNull(world.stored.find().first());
    }
}
