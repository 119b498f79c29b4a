package dev.paylater.ops.reconcile;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Books of one payment that agree: of 100, 60 are captured and 40 released, 20 of them refunded and
 * 5 being refunded, and a dispute is open over 10. A test changes what shall differ.
 */
final class SoundBooks {
    static final String REFERENCE = "pay_1";
    static final String ID = "m/" + REFERENCE;
    static final String ATTEMPT = "pay_1_1";
    static final String DONE = "ref_1";
    static final String OPEN = "ref_2";

    String status = "partially_captured";
    String announcedStatus = status;
    String announcedRefundStatus = "succeeded";
    long sequence = 3;
    long received = 60;
    long charged = 60;
    long amountRefunded = 25;
    long authorized = 100;
    long attemptCaptured = 60;
    long attemptCharged = 60;
    long direct;
    long released = 40;
    long attemptRefunded = 25;
    long refundsDone = 20;
    long refundsOpen = 5;
    long lastRefundMillis = 1_000;
    long bookedCaptured = 60;
    long bookedVoided = 40;
    long bookedRefunded = 20;
    long createdMillis = 10;
    long updatedMillis = 1_000;
    boolean waiting;
    boolean inquired;
    boolean due;
    DisputeRecord dispute = new DisputeRecord("dp_1", "dispute_opened", 10, "EUR", 500);
    List<Long> paymentEvents = List.of(1L, 2L, 3L);
    List<Long> refundEvents = List.of(1L, 2L);

    final Map<String, RefundRecord> reserved = new HashMap<>();
    final Map<String, RefundRecord> recorded = new HashMap<>();
    final Map<String, Map<String, RefundRecord>> recordsOfOthers = new HashMap<>();
    final Set<String> deliveries = new java.util.HashSet<>();
    final EventLog events = new EventLog();
    final EventLog eventsOfRefunds = new EventLog();
    final Ledger ledger = new Ledger();

    SoundBooks() {
        refund(new RefundRecord(DONE, "succeeded", 20, "EUR"));
        refund(new RefundRecord(OPEN, "pending", 5, "EUR"));
        deliveries.add("we_1 pay_1 3 payment.partially_captured");
        deliveries.add("we_1 ref_1 2 refund.succeeded");
    }

    void refund(RefundRecord refund) {
        reserved.put(refund.refundId(), refund);
        recorded.put(refund.refundId(), refund);
    }

    /** A refund that only refund-service has. */
    void record(String paymentId, RefundRecord refund) {
        recordsOfOthers
                .computeIfAbsent(paymentId, _ -> new HashMap<>())
                .put(refund.refundId(), refund);
        eventsOfRefunds.add(paymentId + "/" + refund.refundId(), 1, "event", refund.status());
    }

    List<Difference> differences() {
        return comparison().differences();
    }

    Comparison comparison() {
        return Comparison.of(books());
    }

    private ComparedBooks books() {
        ledger.book(REFERENCE, ATTEMPT, "authorize", 100, "EUR");
        ledger.book(REFERENCE, ATTEMPT, "capture", bookedCaptured, "EUR");
        ledger.book(REFERENCE, ATTEMPT, "void", bookedVoided, "EUR");
        ledger.book(REFERENCE, ATTEMPT, "refund", bookedRefunded, "EUR");
        for (long each : paymentEvents) {
            events.add(ID, each, "event-" + each, announcedStatus);
        }
        events.add(new StatusEvent("m", "pro", REFERENCE, 3, "payment.partially_captured", 70));
        for (long each : refundEvents) {
            eventsOfRefunds.add(ID + "/" + DONE, each, "event-" + each, announcedRefundStatus);
        }
        eventsOfRefunds.add(new StatusEvent("m", "pro", DONE, 2, "refund.succeeded", 70));
        if (recorded.containsKey(OPEN)) {
            eventsOfRefunds.add(ID + "/" + OPEN, 1, "event", "pending");
        }
        Map<String, Map<String, RefundRecord>> records = new HashMap<>(recordsOfOthers);
        records.computeIfAbsent(ID, _ -> new HashMap<>()).putAll(recorded);
        return new ComparedBooks(
                new ArrayList<>(List.of(payment())),
                records,
                events,
                eventsOfRefunds,
                new ComparedWebhooks(
                        List.of(new ComparedWebhooks.Endpoint("we_1", "m", null, List.of("*"), 0)),
                        deliveries),
                Optional.of(ledger));
    }

    private PaymentRecord payment() {
        return new PaymentRecord(
                ID,
                status,
                "EUR",
                "mca_1",
                createdMillis,
                updatedMillis,
                sequence,
                received,
                charged,
                amountRefunded,
                List.of(
                        new AttemptRecord(
                                ATTEMPT,
                                authorized,
                                attemptCaptured,
                                released,
                                attemptRefunded,
                                attemptCharged,
                                direct,
                                refundsDone,
                                refundsOpen)),
                reserved,
                lastRefundMillis,
                List.of(dispute),
                false,
                waiting,
                inquired,
                due);
    }
}
