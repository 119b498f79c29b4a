package dev.paylater.ops.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * What is no difference, and how a difference is told; that each is found is in
 * ReconciliationRuleTest.
 */
class ComparisonTest {
    private final SoundBooks books = new SoundBooks();

    @Test
    void a_capture_that_happened_twice_at_the_provider_is_found() {
        books.bookedCaptured = 120;

        assertThat(differences()).containsExactly("pay_1_1 captured 60, but the ledger has 120");
    }

    @Test
    void captures_that_the_provider_has_for_another_attempt_are_found_although_totals_agree() {
        books.bookedCaptured = 50;
        books.ledger.book(SoundBooks.REFERENCE, "pay_1_2", "capture", 10, "EUR");
        assertThat(differences()).as("an attempt that is unknown here").isEmpty();

        var first = new AttemptRecord("pay_1_1", 100, 60, 40, 0, 60, 0, 0, 0);
        var second = new AttemptRecord("pay_1_2", 0, 0, 0, 0, 0, 0, 0, 0);
        var payment =
                new PaymentRecord(
                        "m/pay_1",
                        "partially_captured",
                        "EUR",
                        "mca_1",
                        0,
                        0,
                        0,
                        60,
                        60,
                        0,
                        List.of(first, second),
                        java.util.Map.of(),
                        0,
                        List.of(),
                        false,
                        false,
                        false,
                        false);
        var events = new EventLog();
        events.add("m/pay_1", 0, "event", "partially_captured");
        var ledger = new Ledger();
        ledger.book("pay_1", "pay_1_1", "authorize", 100, "EUR");
        ledger.book("pay_1", "pay_1_1", "capture", 50, "EUR");
        ledger.book("pay_1", "pay_1_1", "void", 40, "EUR");
        ledger.book("pay_1", "pay_1_2", "capture", 10, "EUR");
        var comparison =
                Comparison.of(
                        new ComparedBooks(
                                List.of(payment),
                                java.util.Map.of(),
                                events,
                                new EventLog(),
                                ComparedWebhooks.NONE,
                                Optional.of(ledger)));
        assertThat(comparison.differences())
                .extracting(Difference::what)
                .containsExactlyInAnyOrder(
                        "pay_1_1 captured 60, but the ledger has 50",
                        "pay_1_2 captured 0, but the ledger has 10");
    }

    @Test
    void what_is_settled_directly_is_not_expected_at_the_provider() {
        books.direct = 60;
        books.bookedCaptured = 0;
        books.bookedVoided = 100;

        assertThat(differences()).isEmpty();
    }

    @Test
    void a_refund_that_only_we_show_is_found_while_another_one_is_open() {
        books.bookedRefunded = 0;

        assertThat(differences()).containsExactly("pay_1_1 refunded 20, but the ledger has 0");
    }

    @Test
    void a_refund_that_is_open_may_have_been_made() {
        books.bookedRefunded = 25;

        assertThat(differences()).isEmpty();
    }

    @Test
    void a_refund_from_before_a_dispute_was_lost_is_no_difference() {
        books.dispute = new DisputeRecord("dp_1", "dispute_lost", 60, "EUR", 2_000);

        assertThat(differences()).isEmpty();
    }

    @Test
    void a_refund_after_a_dispute_was_lost_accepted_or_not_contested_is_a_difference() {
        for (var status : List.of("dispute_lost", "dispute_accepted", "dispute_expired")) {
            var disputed = new SoundBooks();
            disputed.dispute = new DisputeRecord("dp_1", status, 60, "EUR", 500);
            assertThat(disputed.differences())
                    .as(status)
                    .extracting(Difference::rule)
                    .containsExactly(ReconciliationRule.DISPUTED_MONEY_REFUNDED);
        }
        for (var status : List.of("dispute_opened", "dispute_challenged", "dispute_won")) {
            var disputed = new SoundBooks();
            disputed.dispute = new DisputeRecord("dp_1", status, 60, "EUR", 500);
            assertThat(disputed.differences()).as(status).isEmpty();
        }
    }

    @Test
    void a_payment_under_way_may_be_behind_the_ledger() {
        books.waiting = true;
        books.due = true;
        books.bookedCaptured = 120;

        assertThat(differences()).isEmpty();
        assertThat(new SoundBooks().comparison().inFlight()).isZero();
        assertThat(books.comparison().inFlight()).isEqualTo(1);
    }

    @Test
    void a_payment_that_a_provider_is_asked_about_is_in_flight_only_where_it_differs() {
        books.inquired = true;
        books.due = true;
        assertThat(books.comparison().inFlight()).isZero();

        var differing = new SoundBooks();
        differing.inquired = true;
        differing.due = true;
        differing.bookedRefunded = 60;
        assertThat(differing.comparison().differences()).isEmpty();
        assertThat(differing.comparison().inFlight()).isEqualTo(1);
    }

    @Test
    void an_event_without_a_delivery_is_found_for_each_endpoint_that_wants_it() {
        var webhooks =
                new ComparedWebhooks(
                        List.of(
                                endpoint("we_complete", "m", null, "*", 0),
                                endpoint("we_lacks_one", "m", "pro_1", "payment.*", 0),
                                endpoint("we_later", "m", null, "*", 60),
                                endpoint("we_refunds", "m", null, "refund.*", 0),
                                endpoint("we_profile", "m", "pro_2", "*", 0),
                                endpoint("we_other", "other", null, "*", 0)),
                        Set.of(
                                "we_complete pay_1 1 payment.created",
                                "we_complete pay_1 3 payment.succeeded",
                                "we_lacks_one pay_1 1 payment.created"));
        var created = new StatusEvent("m", "pro_1", "pay_1", 1, "payment.created", 50);
        var succeeded = new StatusEvent("m", "pro_1", "pay_1", 3, "payment.succeeded", 70);

        assertThat(webhooks.missing(created)).isEmpty();
        assertThat(webhooks.missing(succeeded))
                .extracting(ComparedWebhooks.Endpoint::id)
                .containsExactly("we_lacks_one", "we_later");
    }

    private static ComparedWebhooks.Endpoint endpoint(
            String id, String merchantId, @Nullable String profileId, String filter, long since) {
        return new ComparedWebhooks.Endpoint(id, merchantId, profileId, List.of(filter), since);
    }

    @Test
    void a_repetition_of_an_event_is_no_difference() {
        books.paymentEvents = List.of(1L, 2L, 2L, 3L);

        assertThat(differences()).isEmpty();
    }

    @Test
    void events_that_kafka_has_deleted_are_not_missing() {
        books.events.startsAt(500);
        books.eventsOfRefunds.startsAt(500);
        books.paymentEvents = List.of(2L, 3L);
        books.refundEvents = List.of(2L);
        assertThat(differences()).isEmpty();

        var gap = new SoundBooks();
        gap.events.startsAt(5);
        gap.paymentEvents = List.of(2L, 3L);
        assertThat(gap.differences())
                .extracting(Difference::what)
                .containsExactly("events [1] were never published");

        var old = new SoundBooks();
        old.events.startsAt(2_000);
        old.paymentEvents = List.of();
        assertThat(old.differences()).isEmpty();
    }

    private List<String> differences() {
        return books.differences().stream().map(Difference::what).toList();
    }
}
