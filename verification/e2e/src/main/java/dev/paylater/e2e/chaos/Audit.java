package dev.paylater.e2e.chaos;

import dev.paylater.e2e.Answer;
import dev.paylater.e2e.Merchant;
import dev.paylater.e2e.Provider;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/**
 * Holds what merchants were told against the payments and the provider's ledger. Reconcile finds
 * what the books say differently; this finds what all books agree on and nobody had asked for.
 */
final class Audit {

    private static final int PAGE = 100;
    private static final Duration UNTIL_SHOWN = Duration.ofSeconds(30);
    private static final long ASK_AGAIN_MILLIS = 200;
    private static final Set<String> BY_ITSELF =
            Set.of("automatic", "sequential_automatic", "scheduled");

    private static final Set<String> AUTHORIZED =
            Set.of(
                    "requires_capture",
                    "partially_captured_and_capturable",
                    "partially_captured",
                    "succeeded");

    private final Findings findings;

    Audit(Findings findings) {
        this.findings = findings;
    }

    /** What the provider has booked of one kind for a payment. */
    private record Booked(int times, long amount) {

        static Booked of(String operation, JsonNode entries) {
            var times = 0;
            var amount = 0L;
            for (var entry : entries) {
                if (entry.path("operation").asString("").equals(operation)) {
                    times++;
                    amount += entry.path("amount").asLong();
                }
            }
            return new Booked(times, amount);
        }
    }

    void payment(Purchase purchase) {
        var payment = oncePaymentShowsRefunds(purchase);
        var entries = Provider.entriesOf(purchase.paymentId());
        authorizations(purchase, payment, entries);
        captures(purchase, payment, entries);
        if (isOwn(payment.json().path("refunds"))) {
            givenBack(purchase, payment.string("status"), entries);
        } else {
            refunds(purchase, payment.json().path("refunds"), entries);
        }
    }

    /** A payment learns from refund-service's events, so its own list may be behind for a while. */
    private static Answer oncePaymentShowsRefunds(Purchase purchase) {
        var end = Instant.now().plus(UNTIL_SHOWN);
        while (true) {
            var payment =
                    purchase.plan()
                            .merchant()
                            .payment(purchase.paymentId() + "?expand_captures=true");
            var refunds = payment.json().path("refunds");
            if (isOwn(refunds)
                    || statuses(refunds).equals(purchase.accepted().refunds())
                    || Instant.now().isAfter(end)) {
                return payment;
            }
            PatientMerchant.sleep(ASK_AGAIN_MILLIS);
        }
    }

    private static Map<String, String> statuses(JsonNode refunds) {
        var statuses = new HashMap<String, String>();
        for (var refund : refunds) {
            statuses.put(refund.path("refund_id").asString(""), refund.path("status").asString(""));
        }
        return statuses;
    }

    private void authorizations(Purchase purchase, Answer payment, JsonNode entries) {
        var booked = Booked.of("authorize", entries);
        var most = purchase.plan().tag().isRefused() ? 0 : payment.number("attempt_count");
        var least = AUTHORIZED.contains(payment.string("status")) ? 1 : 0;
        if (booked.times() > most || booked.times() < least) {
            find(
                    purchase,
                    "is %s, authorized %d times, allowed %d to %d"
                            .formatted(payment.string("status"), booked.times(), least, most));
        }
    }

    /** No more than was accepted, exactly what is shown, and nothing accepted has vanished. */
    private void captures(Purchase purchase, Answer payment, JsonNode entries) {
        var captured = Booked.of("capture", entries);
        if (captured.amount() != payment.number("amount_received")) {
            find(
                    purchase,
                    "shows %d received, captured were %d"
                            .formatted(payment.number("amount_received"), captured.amount()));
        }
        var shown = payment.json().path("captures").size();
        if (shown < purchase.accepted().captures()) {
            find(
                    purchase,
                    "shows %d captures, accepted were %d"
                            .formatted(shown, purchase.accepted().captures()));
        }
        var byItself = BY_ITSELF.contains(purchase.plan().captureMethod());
        var accepted = purchase.accepted();
        var times = accepted.captures() + (byItself ? 1 : 0);
        var amount = accepted.capturedAmount() + (byItself ? purchase.plan().amount() : 0);
        atMost(purchase, "captured", times, amount, captured);
    }

    /** Whether the system refunds by itself what a provider approved and captured too late. */
    private static boolean isOwn(JsonNode refunds) {
        return refunds.path(0).path("refund_id").asString("").startsWith("late_");
    }

    /** Nothing was bought, so all that the provider has taken is given back, and no more. */
    private void givenBack(Purchase purchase, String status, JsonNode entries) {
        var captured = Booked.of("capture", entries).amount();
        var refunded = Booked.of("refund", entries).amount();
        if (!Set.of("failed", "cancelled").contains(status) || captured != refunded) {
            find(
                    purchase,
                    "is %s, captured %d and gave back %d".formatted(status, captured, refunded));
        }
    }

    private void refunds(Purchase purchase, JsonNode shown, JsonNode entries) {
        var known = statuses(shown);
        if (known.size() < shown.size()) {
            find(purchase, "shows a refund twice: " + shown);
        }
        if (!known.equals(purchase.accepted().refunds())) {
            find(
                    purchase,
                    "shows refunds %s, accepted were %s"
                            .formatted(known, purchase.accepted().refunds()));
        }
        // A refund of several captures may be several bookings, so only the sum is held.
        var refunded = Booked.of("refund", entries);
        var most = purchase.accepted().refundedAmount();
        var least = purchase.accepted().succeededRefunds();
        if (refunded.amount() > most || refunded.amount() < least) {
            find(
                    purchase,
                    "refunded %d in all, accepted were %d to %d"
                            .formatted(refunded.amount(), least, most));
        }
    }

    private void atMost(Purchase purchase, String what, int times, long amount, Booked booked) {
        if (booked.times() > times || booked.amount() > amount) {
            find(
                    purchase,
                    "%s %d times, %d in all; accepted were %d times, %d"
                            .formatted(what, booked.times(), booked.amount(), times, amount));
        }
    }

    /** Every accepted creation made one payment. */
    void list(Merchant merchant, Instant since, Collection<Purchase> purchases) {
        var wanted = new HashMap<String, String>();
        purchases.stream()
                .filter(purchase -> purchase.plan().merchant() == merchant)
                .forEach(purchase -> wanted.put(purchase.plan().mark(), purchase.paymentId()));
        var seen = marks(merchant, since);
        wanted.forEach(
                (mark, id) -> {
                    if (!seen.getOrDefault(mark, "").equals(id)) {
                        findings.add(mark, "is %s, listed is '%s'".formatted(id, seen.get(mark)));
                    }
                });
    }

    /** Payment ids by mark, joined where there are several. */
    private static Map<String, String> marks(Merchant merchant, Instant since) {
        var marks = new HashMap<String, String>();
        var after = "";
        while (true) {
            var page =
                    merchant.get(
                                    "/payments/list?limit=%d&created_gte=%s%s"
                                            .formatted(PAGE, since, after))
                            .expect(200)
                            .json()
                            .path(0)
                            .path("data");
            for (var payment : page) {
                var id = payment.path("payment_id").asString("");
                after = "&starting_after=" + id;
                var mark = payment.path("metadata").path("chaos").asString("");
                marks.merge(mark, id, (one, other) -> one + " and " + other);
            }
            if (page.size() < PAGE) {
                return marks;
            }
        }
    }

    private void find(Purchase purchase, String what) {
        findings.add(purchase.paymentId() + " (" + purchase.plan().mark() + ")", what);
    }
}
