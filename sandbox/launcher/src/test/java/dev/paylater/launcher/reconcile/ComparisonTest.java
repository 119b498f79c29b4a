package dev.paylater.launcher.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ComparisonTest {
    private static final String ID = "merchant_sandbox/pay_1";

    private final List<PaymentRecord> payments = new ArrayList<>();
    private final Map<String, Map<String, RefundRecord>> refunds = new HashMap<>();
    private final EventLog events = new EventLog();
    private final EventLog refundEvents = new EventLog();
    private final Ledger ledger = new Ledger();
    private Webhooks webhooks = Webhooks.NONE;

    @Test
    void a_captured_and_partly_refunded_payment_agrees() {
        var refund = new RefundRecord("ref_1", "succeeded", 40, "EUR");
        payments.add(payment("succeeded", 100, 100, Map.of("ref_1", refund), false));
        refunds.put(ID, Map.of("ref_1", refund));
        book(100, 100, 0, 40);
        publish(1, 2, 3);
        publishRefund("ref_1", "succeeded");

        assertThat(differences()).isEmpty();
    }

    @Test
    void a_capture_that_happened_twice_at_the_provider_is_found() {
        payments.add(payment("succeeded", 100, 100, Map.of(), false));
        book(100, 200, 0, 0);
        publish(1, 2, 3);

        assertThat(differences()).containsExactly("captured 100, but ledger's captured 200");
    }

    @Test
    void money_in_another_currency_is_found_at_the_provider_and_at_a_refund() {
        var refund = new RefundRecord("ref_1", "succeeded", 40, "EUR");
        payments.add(payment("succeeded", 100, 100, Map.of("ref_1", refund), false));
        refunds.put(ID, Map.of("ref_1", new RefundRecord("ref_1", "succeeded", 40, "JPY")));
        ledger.book("pay_1", "authorize", 100, "EUR");
        ledger.book("pay_1", "capture", 100, "EUR");
        ledger.book("pay_1", "refund", 40, "JPY");
        publish(1, 2, 3);
        publishRefund("ref_1", "succeeded");

        assertThat(differences())
                .hasSize(2)
                .anySatisfy(each -> assertThat(each).startsWith("refund").contains("EUR", "JPY"))
                .contains("is in [EUR], but booked in [EUR, JPY]");
    }

    @Test
    void an_approval_left_open_after_the_end_is_found() {
        payments.add(payment("failed", 100, 0, Map.of(), false));
        book(100, 0, 0, 0);
        publish(1, 2, 3);

        assertThat(differences())
                .singleElement()
                .asString()
                .contains("has ended, and the provider still holds money");
    }

    @Test
    void an_event_without_a_delivery_is_found_for_each_endpoint_that_wants_it() {
        payments.add(payment("succeeded", 100, 100, Map.of(), false));
        book(100, 100, 0, 0);
        publish(1, 2, 3);
        events.add(new StatusEvent("merchant_sandbox", "pro_1", "pay_1", 1, "payment.created", 50));
        events.add(
                new StatusEvent("merchant_sandbox", "pro_1", "pay_1", 3, "payment.succeeded", 70));
        webhooks =
                new Webhooks(
                        List.of(
                                endpoint("we_complete", "merchant_sandbox", null, "*", 0),
                                endpoint(
                                        "we_lacks_one",
                                        "merchant_sandbox",
                                        "pro_1",
                                        "payment.*",
                                        0),
                                endpoint("we_later", "merchant_sandbox", null, "*", 60),
                                endpoint("we_refunds", "merchant_sandbox", null, "refund.*", 0),
                                endpoint("we_profile", "merchant_sandbox", "pro_2", "*", 0),
                                endpoint("we_other", "merchant_other", null, "*", 0)),
                        Set.of(
                                "we_complete pay_1 1 payment.created",
                                "we_complete pay_1 3 payment.succeeded",
                                "we_lacks_one pay_1 1 payment.created"));

        assertThat(differences())
                .containsExactly(
                        "payment.succeeded (event 3) has no delivery for we_lacks_one",
                        "payment.succeeded (event 3) has no delivery for we_later");
    }

    private static Webhooks.Endpoint endpoint(
            String id, String merchantId, @Nullable String profileId, String filter, long since) {
        return new Webhooks.Endpoint(id, merchantId, profileId, List.of(filter), since);
    }

    @Test
    void a_payment_under_way_may_be_behind_the_ledger() {
        payments.add(payment("processing", 0, 0, Map.of(), true));
        book(100, 0, 0, 0);
        publish(1, 2, 3);

        assertThat(differences()).isEmpty();
    }

    @Test
    void a_payment_that_a_provider_is_asked_about_is_in_flight_only_where_it_differs() {
        payments.add(inquired(payment("succeeded", 100, 100, Map.of(), false)));
        book(100, 100, 0, 0);
        publish(1, 2, 3);
        assertThat(comparison().inFlight()).isZero();

        book(0, 0, 0, 40);
        assertThat(differences()).isEmpty();
        assertThat(comparison().inFlight()).isEqualTo(1);
    }

    @Test
    void a_payment_under_way_for_which_nothing_is_due_is_stuck() {
        payments.add(
                new PaymentRecord(
                        ID,
                        "processing",
                        "EUR",
                        3,
                        0,
                        0,
                        0,
                        0,
                        0,
                        0,
                        0,
                        Map.of(),
                        false,
                        true,
                        false,
                        false));
        publish(1, 2, 3);

        assertThat(differences()).singleElement().asString().contains("stuck");
    }

    @Test
    void a_refund_without_record_and_one_in_another_status_are_found() {
        var reserved = new RefundRecord("ref_1", "succeeded", 40, "EUR");
        payments.add(
                payment(
                        "succeeded",
                        100,
                        100,
                        Map.of(
                                "ref_1",
                                reserved,
                                "ref_2",
                                new RefundRecord("ref_2", "pending", 5, "EUR")),
                        false));
        refunds.put(ID, Map.of("ref_1", new RefundRecord("ref_1", "failed", 40, "EUR")));
        book(100, 100, 0, 40);
        publish(1, 2, 3);
        publishRefund("ref_1", "failed");

        assertThat(differences())
                .hasSize(2)
                .anySatisfy(each -> assertThat(each).contains("ref_2").contains("has no record"))
                .anySatisfy(each -> assertThat(each).contains("ref_1").contains("failed"));
    }

    @Test
    void a_lost_event_and_one_with_two_versions_are_found_but_not_a_repetition() {
        payments.add(payment("requires_capture", 100, 0, Map.of(), false));
        book(100, 0, 0, 0);
        publish(1, 1, 3);
        events.add(ID, 3, "another", "requires_capture");

        assertThat(differences())
                .containsExactly(
                        "events [2] were never published", "events [3] exist in two versions");
    }

    @Test
    void an_event_that_does_not_tell_the_last_word_is_found() {
        var refund = new RefundRecord("ref_1", "succeeded", 40, "EUR");
        payments.add(payment("succeeded", 100, 100, Map.of("ref_1", refund), false));
        refunds.put(ID, Map.of("ref_1", refund));
        book(100, 100, 0, 40);
        publish(1, 2, 3);
        publishRefund("ref_1", "pending");

        assertThat(differences())
                .containsExactly("is succeeded, but the last event says 'pending'");
    }

    @Test
    void what_only_the_provider_knows_is_found() {
        ledger.book("pay_unknown", "authorize", 100, "EUR");

        assertThat(differences()).singleElement().asString().contains("only the provider knows it");
    }

    @Test
    void a_released_rest_agrees_with_its_void() {
        payments.add(captured60Of(60, false));
        book(100, 60, 40, 0);
        publish(1, 2, 3);

        assertThat(differences()).isEmpty();
    }

    @Test
    void a_rest_that_nobody_released_is_found_but_for_what_the_provider_refuses_to_release() {
        payments.add(captured60Of(100, false));
        book(100, 60, 0, 0);
        publish(1, 2, 3);

        assertThat(differences()).singleElement().asString().contains("still holds money");

        payments.set(0, captured60Of(100, true));
        assertThat(differences()).isEmpty();
    }

    private static PaymentRecord captured60Of(long held, boolean voidRefused) {
        return new PaymentRecord(
                ID,
                "partially_captured",
                "EUR",
                3,
                held,
                0,
                60,
                60,
                60,
                0,
                0,
                Map.of(),
                voidRefused,
                false,
                false,
                false);
    }

    private static PaymentRecord payment(
            String status,
            long held,
            long charged,
            Map<String, RefundRecord> refunds,
            boolean waiting) {
        long reserved = refunds.values().stream().mapToLong(RefundRecord::amount).sum();
        return new PaymentRecord(
                ID,
                status,
                "EUR",
                3,
                held,
                held - charged,
                charged,
                charged,
                charged,
                0,
                reserved,
                refunds,
                false,
                waiting,
                false,
                waiting);
    }

    private static PaymentRecord inquired(PaymentRecord payment) {
        return new PaymentRecord(
                payment.id(),
                payment.status(),
                payment.currency(),
                payment.sequence(),
                payment.held(),
                payment.capturable(),
                payment.received(),
                payment.attemptsCaptured(),
                payment.charged(),
                payment.direct(),
                payment.reservedForRefunds(),
                payment.refunds(),
                payment.voidRefused(),
                false,
                true,
                true);
    }

    private void book(long authorized, long captured, long voided, long refunded) {
        ledger.book("pay_1", "authorize", authorized, "EUR");
        ledger.book("pay_1", "capture", captured, "EUR");
        ledger.book("pay_1", "void", voided, "EUR");
        ledger.book("pay_1", "refund", refunded, "EUR");
    }

    private void publish(long... sequences) {
        for (long sequence : sequences) {
            events.add(ID, sequence, "event-" + sequence, payments.getFirst().status());
        }
    }

    private void publishRefund(String refundId, String status) {
        refundEvents.add(ID + "/" + refundId, 1, refundId + "-1", "pending");
        refundEvents.add(ID + "/" + refundId, 2, refundId + "-2", status);
    }

    private List<String> differences() {
        return comparison().differences().stream().map(Difference::what).toList();
    }

    private Comparison comparison() {
        return Comparison.of(new Books(payments, refunds, events, refundEvents, webhooks, ledger));
    }
}
