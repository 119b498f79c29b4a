package dev.paylater.launcher.reconcile;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Holds the books against each other. What is still under way may differ from the ledger for a
 * moment; what has come to rest must agree to the last unit.
 */
final class Comparison {
    private final Books books;
    private final List<Difference> differences = new ArrayList<>();
    private long inFlight;

    private Comparison(Books books) {
        this.books = books;
    }

    static Comparison of(Books books) {
        var comparison = new Comparison(books);
        books.payments().forEach(comparison::payment);
        comparison.ledger();
        comparison.strangers();
        comparison.webhooks(books.paymentEvents());
        comparison.webhooks(books.refundEvents());
        return comparison;
    }

    List<Difference> differences() {
        return differences;
    }

    /** Payments that are moving, or that differ and that a provider is being asked about. */
    long inFlight() {
        return inFlight;
    }

    private void payment(PaymentRecord payment) {
        rules(payment);
        refunds(payment);
        events(payment.id(), payment.status(), books.paymentEvents());
        long last = books.paymentEvents().last(payment.id());
        same(payment.id(), "last event", last, "document's sequence", payment.sequence());
        if (payment.inFlight()) {
            inFlight++;
        }
        if ((payment.inFlight() || payment.inquired()) && !payment.due()) {
            differ(payment.id(), "is " + payment.status() + " and nothing is due: stuck");
        }
    }

    private void rules(PaymentRecord payment) {
        String id = payment.id();
        same(id, "amount_received", payment.received(), "captures", payment.charged());
        same(id, "attempts' captured", payment.attemptsCaptured(), "captures", payment.charged());
        if (payment.charged() > payment.held() && !payment.inFlight()) {
            differ(id, "captured %d of %d".formatted(payment.charged(), payment.held()));
        }
        if (payment.reservedForRefunds() > payment.charged()) {
            differ(
                    id,
                    "refunded or being refunded %d of %d"
                            .formatted(payment.reservedForRefunds(), payment.charged()));
        }
    }

    private void refunds(PaymentRecord payment) {
        Map<String, RefundRecord> records =
                books.refundRecords().getOrDefault(payment.id(), Map.of());
        Set<String> ids = new HashSet<>(records.keySet());
        ids.addAll(payment.refunds().keySet());
        for (String refundId : ids) {
            RefundRecord reserved = payment.refunds().get(refundId);
            RefundRecord recorded = records.get(refundId);
            if (reserved == null) {
                differ(payment.id(), "refund " + recorded + " is unknown to the payment");
            } else if (recorded == null) {
                differ(payment.id(), "refund " + reserved + " has no record");
            } else if (!reserved.equals(recorded)) {
                differ(payment.id(), "refund " + reserved + " is recorded as " + recorded);
            }
            if (recorded != null) {
                String subject = payment.id() + "/" + refundId;
                events(subject, recorded.status(), books.refundEvents());
            }
        }
    }

    private void events(String subject, String status, EventLog log) {
        if (!log.missing(subject).isEmpty()) {
            differ(subject, "events " + log.missing(subject) + " were never published");
        }
        if (!log.ambiguous(subject).isEmpty()) {
            differ(subject, "events " + log.ambiguous(subject) + " exist in two versions");
        }
        if (!log.lastStatus(subject).equals(status)) {
            differ(
                    subject,
                    "is %s, but the last event says '%s'"
                            .formatted(status, log.lastStatus(subject)));
        }
    }

    /** The provider knows payment ids only, and two merchants may use the same one. */
    private void ledger() {
        Map<String, List<PaymentRecord>> byReference = new HashMap<>();
        for (PaymentRecord payment : books.payments()) {
            byReference.computeIfAbsent(payment.paymentId(), _ -> new ArrayList<>()).add(payment);
        }
        byReference.forEach(
                (_, payments) -> {
                    if (payments.stream().noneMatch(PaymentRecord::inFlight)) {
                        atRest(payments);
                    }
                });
    }

    /** What is being asked about may have happened and not be known here yet. */
    private void atRest(List<PaymentRecord> payments) {
        var before = differences.size();
        compare(payments);
        if (payments.stream().anyMatch(PaymentRecord::inquired) && differences.size() > before) {
            differences.subList(before, differences.size()).clear();
            inFlight++;
        }
    }

    private void compare(List<PaymentRecord> payments) {
        String id = payments.getFirst().id();
        Ledger.Account account = books.ledger().of(payments.getFirst().paymentId());
        Set<String> currencies =
                payments.stream().map(PaymentRecord::currency).collect(Collectors.toSet());
        if (!currencies.containsAll(account.currencies())) {
            differ(id, "is in %s, but booked in %s".formatted(currencies, account.currencies()));
        }
        long held = sum(payments, PaymentRecord::held);
        same(id, "held", held, "ledger's authorized less voided", account.held());
        long charged = sum(payments, PaymentRecord::charged);
        long direct = sum(payments, PaymentRecord::direct);
        same(id, "captured", charged - direct, "ledger's captured", account.captured());
        if (payments.stream().noneMatch(PaymentRecord::hasOpenRefund)) {
            long refunded = sum(payments, PaymentRecord::refunded);
            same(id, "refunded", refunded, "ledger's refunded", account.refunded());
        }
        // What a provider refuses to release lapses there, and the payment says so.
        if (payments.stream().allMatch(p -> p.ended() && !p.voidRefused())
                && account.held() - account.captured() - direct > 0) {
            differ(id, "has ended, and the provider still holds money: " + account);
        }
    }

    private void strangers() {
        Set<String> known = new HashSet<>();
        Set<String> ids = new HashSet<>();
        Set<String> refunds = new HashSet<>();
        books.refundRecords()
                .forEach((id, all) -> all.keySet().forEach(each -> refunds.add(id + "/" + each)));
        for (PaymentRecord payment : books.payments()) {
            known.add(payment.paymentId());
            ids.add(payment.id());
        }
        books.ledger()
                .accounts()
                .forEach(
                        (reference, account) -> {
                            if (!known.contains(reference)) {
                                differ(reference, "only the provider knows it: " + account);
                            }
                        });
        withoutDocument(books.paymentEvents(), ids);
        withoutDocument(books.refundEvents(), refunds);
    }

    private void withoutDocument(EventLog log, Set<String> documents) {
        log.subjects().stream()
                .filter(subject -> !documents.contains(subject))
                .forEach(subject -> differ(subject, "has events and no document"));
    }

    private void webhooks(EventLog log) {
        for (StatusEvent event : log.statuses()) {
            for (Webhooks.Endpoint endpoint : books.webhooks().missing(event)) {
                differ(
                        event.merchantId() + "/" + event.source(),
                        "%s (event %d) has no delivery for %s"
                                .formatted(event.type(), event.sequence(), endpoint.id()));
            }
        }
    }

    private interface Amount {
        long of(PaymentRecord payment);
    }

    private static long sum(List<PaymentRecord> payments, Amount amount) {
        return payments.stream().mapToLong(amount::of).sum();
    }

    private void same(String id, String what, long one, String other, long two) {
        if (one != two) {
            differ(id, "%s %d, but %s %d".formatted(what, one, other, two));
        }
    }

    private void differ(String id, String what) {
        differences.add(new Difference(id, what));
    }
}
