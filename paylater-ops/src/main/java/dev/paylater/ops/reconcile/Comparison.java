package dev.paylater.ops.reconcile;

import static java.util.stream.Collectors.groupingBy;

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
    private static final EventRules OF_PAYMENT =
            new EventRules(
                    ReconciliationRule.PAYMENT_EVENT_MISSING,
                    ReconciliationRule.PAYMENT_EVENT_AMBIGUOUS,
                    ReconciliationRule.PAYMENT_EVENT_STATUS);
    private static final EventRules OF_REFUND =
            new EventRules(
                    ReconciliationRule.REFUND_EVENT_MISSING,
                    ReconciliationRule.REFUND_EVENT_AMBIGUOUS,
                    ReconciliationRule.REFUND_EVENT_STATUS);

    private final ComparedBooks books;
    private final List<Difference> differences = new ArrayList<>();
    private long inFlight;

    private record EventRules(
            ReconciliationRule missing, ReconciliationRule ambiguous, ReconciliationRule status) {}

    private Comparison(ComparedBooks books) {
        this.books = books;
    }

    static Comparison of(ComparedBooks books) {
        var comparison = new Comparison(books);
        books.payments().forEach(comparison::payment);
        books.ledger().ifPresent(comparison::ledger);
        comparison.strangers();
        comparison.webhooks(books.paymentEvents(), ReconciliationRule.PAYMENT_WEBHOOK_MISSING);
        comparison.webhooks(books.refundEvents(), ReconciliationRule.REFUND_WEBHOOK_MISSING);
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
        String id = payment.id();
        same(
                ReconciliationRule.RECEIVED,
                id,
                "amount_received",
                payment.received(),
                payment.charged());
        same(
                ReconciliationRule.AMOUNT_REFUNDED,
                id,
                "amount_refunded",
                payment.amountRefunded(),
                payment.reservedForRefunds());
        payment.attempts().forEach(attempt -> attempt(id, attempt));
        payment.disputes().forEach(dispute -> dispute(payment, dispute));
        refunds(payment);
        EventLog log = books.paymentEvents();
        if (!log.mayLack(payment.updatedMillis()) || !log.isEmpty(id)) {
            events(payment, id, payment.status(), log, OF_PAYMENT);
            same(
                    ReconciliationRule.LAST_SEQUENCE,
                    id,
                    "last event",
                    log.last(id),
                    payment.sequence());
        }
        if (payment.inFlight()) {
            inFlight++;
        }
        if (payment.inFlight() && !payment.due()) {
            differ(
                    ReconciliationRule.STUCK,
                    id,
                    "is " + payment.status() + " and nothing is due: stuck");
        }
        if (!payment.inFlight() && payment.inquired() && !payment.due()) {
            differ(
                    ReconciliationRule.INQUIRY_STUCK,
                    id,
                    "is inquired about and nothing is due: stuck");
        }
    }

    private void attempt(String id, AttemptRecord attempt) {
        same(
                ReconciliationRule.ATTEMPT_CAPTURED,
                id,
                attempt.id() + " captured",
                attempt.captured(),
                attempt.charged());
        same(
                ReconciliationRule.ATTEMPT_REFUNDED,
                id,
                attempt.id() + " refunded",
                attempt.refunded(),
                attempt.reservedForRefunds());
        if (attempt.captured() + attempt.released() > attempt.authorized()) {
            differ(
                    ReconciliationRule.ATTEMPT_WITHIN_AUTHORIZED,
                    id,
                    "%s captured %s and released %s of %s"
                            .formatted(
                                    attempt.id(),
                                    attempt.captured(),
                                    attempt.released(),
                                    attempt.authorized()));
        }
        if (attempt.reservedForRefunds() > attempt.charged()) {
            differ(
                    ReconciliationRule.REFUNDS_WITHIN_CAPTURED,
                    id,
                    "%s refunded or is refunding %s of %s"
                            .formatted(
                                    attempt.id(), attempt.reservedForRefunds(), attempt.charged()));
        }
    }

    private void dispute(PaymentRecord payment, DisputeRecord dispute) {
        if (!dispute.currency().equals(payment.currency())) {
            differ(
                    ReconciliationRule.DISPUTE_CURRENCY,
                    payment.id(),
                    "is in %s: %s".formatted(payment.currency(), dispute));
        }
        if (dispute.amount() > payment.charged()) {
            differ(
                    ReconciliationRule.DISPUTE_WITHIN_CAPTURED,
                    payment.id(),
                    "captured %s: %s".formatted(payment.charged(), dispute));
        }
        if (dispute.givenUp()
                && payment.lastRefundMillis() > dispute.changedMillis()
                && payment.reservedForRefunds() + dispute.amount() > payment.charged()) {
            differ(
                    ReconciliationRule.DISPUTED_MONEY_REFUNDED,
                    payment.id(),
                    "captured %s, and refunded %s in all after %s"
                            .formatted(payment.charged(), payment.reservedForRefunds(), dispute));
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
                differ(
                        ReconciliationRule.REFUND_WITHOUT_RESERVATION,
                        payment.id(),
                        "refund " + recorded + " is unknown to the payment");
            } else if (recorded == null) {
                differ(
                        ReconciliationRule.REFUND_WITHOUT_RECORD,
                        payment.id(),
                        "refund " + reserved + " has no record");
            } else if (!reserved.equals(recorded)) {
                differ(
                        ReconciliationRule.REFUND_DIFFERS,
                        payment.id(),
                        "refund " + reserved + " is recorded as " + recorded);
            }
            if (recorded != null) {
                String subject = payment.id() + "/" + refundId;
                EventLog log = books.refundEvents();
                if (!log.mayLack(payment.createdMillis()) || !log.isEmpty(subject)) {
                    events(payment, subject, recorded.status(), log, OF_REFUND);
                }
            }
        }
    }

    private void events(
            PaymentRecord payment, String subject, String status, EventLog log, EventRules rules) {
        List<Long> missing = log.missing(subject, payment.createdMillis());
        if (!missing.isEmpty()) {
            differ(rules.missing(), subject, "events " + missing + " were never published");
        }
        if (!log.ambiguous(subject).isEmpty()) {
            differ(
                    rules.ambiguous(),
                    subject,
                    "events " + log.ambiguous(subject) + " exist in two versions");
        }
        if (!log.lastStatus(subject).equals(status)) {
            differ(
                    rules.status(),
                    subject,
                    "is %s, but the last event says '%s'"
                            .formatted(status, log.lastStatus(subject)));
        }
    }

    /** The provider knows payment ids only, and two merchants may use the same one. */
    private void ledger(Ledger ledger) {
        books.payments().stream()
                .collect(groupingBy(PaymentRecord::paymentId))
                .forEach(
                        (_, payments) -> {
                            if (payments.stream().noneMatch(PaymentRecord::inFlight)) {
                                atRest(payments, ledger);
                            }
                        });
    }

    /** What is being asked about may have happened and not be known here yet. */
    private void atRest(List<PaymentRecord> payments, Ledger ledger) {
        var before = differences.size();
        compare(payments, ledger);
        if (payments.stream().anyMatch(PaymentRecord::inquired) && differences.size() > before) {
            differences.subList(before, differences.size()).clear();
            inFlight++;
        }
    }

    private void compare(List<PaymentRecord> payments, Ledger ledger) {
        String id = payments.getFirst().id();
        Map<String, Ledger.Account> accounts = ledger.of(payments.getFirst().paymentId());
        Ledger.Account whole = Ledger.sum(accounts);
        Set<String> currencies =
                payments.stream().map(PaymentRecord::currency).collect(Collectors.toSet());
        if (!currencies.containsAll(whole.currencies())) {
            differ(
                    ReconciliationRule.CURRENCY_AT_PROVIDER,
                    id,
                    "is in %s, but booked in %s".formatted(currencies, whole.currencies()));
        }
        Map<String, AttemptRecord> attempts = new HashMap<>();
        payments.stream()
                .flatMap(payment -> payment.attempts().stream())
                .forEach(each -> attempts.merge(each.id(), each, AttemptRecord::plus));
        if (attempts.keySet().containsAll(accounts.keySet())) {
            attempts.forEach(
                    (attemptId, attempt) ->
                            compare(
                                    id,
                                    attempt,
                                    accounts.getOrDefault(attemptId, Ledger.Account.EMPTY)));
        } else {
            // A provider that does not know our attempts can only be compared as a whole.
            compare(id, sum(id, attempts), whole);
        }
        // What a provider refuses to release lapses there, and the payment says so.
        if (payments.stream().allMatch(p -> p.ended() && !p.voidRefused())
                && whole.held() > whole.captured()) {
            differ(
                    ReconciliationRule.STILL_HELD,
                    id,
                    "has ended, and the provider still holds money: " + whole);
        }
    }

    private static AttemptRecord sum(String id, Map<String, AttemptRecord> attempts) {
        return attempts.values().stream()
                .reduce(new AttemptRecord(id, 0, 0, 0, 0, 0, 0, 0, 0), AttemptRecord::plus);
    }

    private void compare(String id, AttemptRecord attempt, Ledger.Account account) {
        String of = attempt.id().equals(id) ? "" : attempt.id() + " ";
        // The provider gives up its hold of what is settled directly with the last capture.
        atMost(
                ReconciliationRule.HELD_ONLY_HERE,
                id,
                of + "held",
                attempt.held() - attempt.direct(),
                account.held());
        atLeast(
                ReconciliationRule.HELD_ONLY_AT_PROVIDER,
                id,
                of + "held",
                attempt.held(),
                account.held());
        long captured = attempt.charged() - attempt.direct();
        atMost(
                ReconciliationRule.CAPTURED_ONLY_HERE,
                id,
                of + "captured",
                captured,
                account.captured());
        atLeast(
                ReconciliationRule.CAPTURED_ONLY_AT_PROVIDER,
                id,
                of + "captured",
                captured,
                account.captured());
        // An open refund may have been carried out and not be known here yet.
        atMost(
                ReconciliationRule.REFUNDED_ONLY_HERE,
                id,
                of + "refunded",
                attempt.refundsDone(),
                account.refunded());
        atLeast(
                ReconciliationRule.REFUNDED_ONLY_AT_PROVIDER,
                id,
                of + "refunded or refunding",
                attempt.reservedForRefunds(),
                account.refunded());
    }

    private void strangers() {
        Set<String> known = new HashSet<>();
        Set<String> ids = new HashSet<>();
        for (PaymentRecord payment : books.payments()) {
            known.add(payment.paymentId());
            ids.add(payment.id());
        }
        Set<String> refunds = new HashSet<>();
        books.refundRecords()
                .forEach(
                        (id, all) -> {
                            all.keySet().forEach(each -> refunds.add(id + "/" + each));
                            if (!ids.contains(id)) {
                                differ(
                                        ReconciliationRule.REFUND_WITHOUT_PAYMENT,
                                        id,
                                        "has refunds and no document: " + all.values());
                            }
                        });
        books.ledger().ifPresent(ledger -> strangers(ledger, known));
        withoutDocument(ReconciliationRule.EVENTS_WITHOUT_PAYMENT, books.paymentEvents(), ids);
        withoutDocument(ReconciliationRule.EVENTS_WITHOUT_REFUND, books.refundEvents(), refunds);
    }

    private void strangers(Ledger ledger, Set<String> known) {
        ledger.payments().stream()
                .filter(reference -> !known.contains(reference))
                .forEach(
                        reference ->
                                differ(
                                        ReconciliationRule.PAYMENT_ONLY_AT_PROVIDER,
                                        reference,
                                        "only the provider knows it: " + ledger.of(reference)));
    }

    private void withoutDocument(ReconciliationRule rule, EventLog log, Set<String> documents) {
        log.subjects().stream()
                .filter(subject -> !documents.contains(subject))
                .forEach(subject -> differ(rule, subject, "has events and no document"));
    }

    private void webhooks(EventLog log, ReconciliationRule rule) {
        for (StatusEvent event : log.statuses()) {
            for (ComparedWebhooks.Endpoint endpoint : books.webhooks().missing(event)) {
                differ(
                        rule,
                        event.merchantId() + "/" + event.source(),
                        "%s (event %s) has no delivery for %s"
                                .formatted(event.type(), event.sequence(), endpoint.id()));
            }
        }
    }

    private void same(ReconciliationRule rule, String id, String what, long one, long two) {
        if (one != two) {
            differ(rule, id, "%s is %s, by what it is made of %s".formatted(what, one, two));
        }
    }

    private void atMost(ReconciliationRule rule, String id, String what, long here, long there) {
        if (here > there) {
            differ(rule, id, "%s %s, but the ledger has %s".formatted(what, here, there));
        }
    }

    private void atLeast(ReconciliationRule rule, String id, String what, long here, long there) {
        if (here < there) {
            differ(rule, id, "%s %s, but the ledger has %s".formatted(what, here, there));
        }
    }

    private void differ(ReconciliationRule rule, String id, String what) {
        differences.add(new Difference(id, rule, what));
    }
}
