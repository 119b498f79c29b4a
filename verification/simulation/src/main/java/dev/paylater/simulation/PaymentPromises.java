package dev.paylater.simulation;

import dev.paylater.kernel.Entry;
import dev.paylater.kernel.Stored;
import dev.paylater.kernel.store.DocumentCodec;
import dev.paylater.orchestrator.mongo.PaymentDocument;
import dev.paylater.orchestrator.payment.Attempt;
import dev.paylater.orchestrator.payment.AttemptStage;
import dev.paylater.orchestrator.payment.Capture;
import dev.paylater.orchestrator.payment.Payment;
import dev.paylater.orchestrator.payment.PaymentEvent;
import dev.paylater.orchestrator.payment.PaymentState;
import dev.paylater.orchestrator.payment.Refund;
import dev.paylater.orchestrator.payment.evolution.PaymentEvolution;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** What must hold for a payment after every write. */
final class PaymentPromises implements WatchedStore.Promises<Payment, PaymentEvent> {

    /** Null: nobody has the provider's books at hand, so they are compared at the end alone. */
    private final @Nullable AtRest atRest;

    /** Where no provider has anything. */
    PaymentPromises() {
        this(null);
    }

    PaymentPromises(@Nullable AtRest atRest) {
        this.atRest = atRest;
    }

    @Override
    public void check(
            @Nullable Stored<Payment, PaymentEvent> before, Stored<Payment, PaymentEvent> after) {
        if (before != null) {
            Violation.unless(
                    isEndKept(before.state(), after.state()),
                    "%s left its final status %s for %s",
                    after.id(),
                    before.state().status(),
                    after.state().status());
            Violation.unless(
                    isGoneOnWith(lasting(before), lasting(after)),
                    "the journal of %s was rewritten",
                    after.id());
            isHandledOnce(before, after);
        }
        sums(after.state());
        Violation.unless(
                foldOn(before, after).equals(after.state()),
                "the journal of %s does not fold to its state",
                after.id());
        Disputed.check(before, after);
        if (atRest != null) {
            atRest.check(before, after);
        }
    }

    private static boolean isGoneOnWith(
            List<Entry<PaymentEvent>> before, List<Entry<PaymentEvent>> after) {
        return after.size() >= before.size() && after.subList(0, before.size()).equals(before);
    }

    /** Without routine inquiries, of which the first and the latest may stand for the others. */
    private static List<Entry<PaymentEvent>> lasting(Stored<Payment, PaymentEvent> stored) {
        return stored.journal().stream().filter(entry -> !isRoutine(entry.event())).toList();
    }

    private static boolean isRoutine(PaymentEvent event) {
        return switch (event) {
            case PaymentEvent.StatusInquired _,
                    PaymentEvent.ResultUnknown _,
                    PaymentEvent.ResultPending _,
                    PaymentEvent.AccountRefused _ ->
                    true;
            default -> false;
        };
    }

    /** A failed payment may be tried again with a new attempt; every other end is for ever. */
    private static boolean isEndKept(Payment before, Payment after) {
        return !before.state().isFinal()
                || before.state().getClass() == after.state().getClass()
                || (before.state() instanceof PaymentState.Failed failed
                        && failed.retryUntil() != null
                        && after.attempts().size() > before.attempts().size());
    }

    /**
     * A routine result that leaves the journal may be decided again, to no more than another
     * inquiry: it moves nothing.
     */
    private static void isHandledOnce(
            Stored<Payment, PaymentEvent> before, Stored<Payment, PaymentEvent> after) {
        var known = before.journal().stream().map(Entry::cause).collect(Collectors.toSet());
        var lasting = lasting(before).stream().map(Entry::cause).collect(Collectors.toSet());
        WatchedStore.added(before, after).stream()
                .filter(entry -> !isRoutine(entry.event()))
                .filter(
                        entry ->
                                lasting.contains(entry.cause())
                                        || !(entry.event()
                                                instanceof PaymentEvent.AuthorizationInquired))
                .map(Entry::cause)
                .filter(known::contains)
                .findFirst()
                .ifPresent(
                        cause -> {
                            throw new Violation("%s handled %s twice".formatted(after.id(), cause));
                        });
    }

    /**
     * Added up from captures and refunds: the attempts' own amounts cannot be wrong by themselves,
     * as they refuse to be made so.
     */
    private static void sums(Payment payment) {
        for (var attempt : payment.attempts()) {
            var amounts = attempt.amounts();
            var captured = captured(payment, attempt);
            Violation.unless(
                    captured + amounts.released() <= amounts.authorized(),
                    "%s: captured %d and released %d of %d",
                    attempt.attemptId(),
                    captured,
                    amounts.released(),
                    amounts.authorized());
            var refunded = refunded(payment, attempt);
            Violation.unless(
                    refunded <= captured,
                    "%s: refunded %d of %d",
                    attempt.attemptId(),
                    refunded,
                    captured);
            Violation.unless(
                    amounts.captured() == captured,
                    "%s: the attempt captured %d, its captures %d",
                    attempt.attemptId(),
                    amounts.captured(),
                    captured);
            Violation.unless(
                    amounts.refunded() == refunded,
                    "%s: the attempt refunded %d, its refunds %d",
                    attempt.attemptId(),
                    amounts.refunded(),
                    refunded);
        }
    }

    private static long captured(Payment payment, Attempt attempt) {
        return payment.captures().stream()
                .filter(capture -> capture.attemptId().equals(attempt.attemptId()))
                .filter(capture -> capture.status() == Capture.Status.CHARGED)
                .mapToLong(Capture::amount)
                .sum();
    }

    private static long refunded(Payment payment, Attempt attempt) {
        return payment.refunds().stream()
                .filter(refund -> refund.attemptId().equals(attempt.attemptId()))
                .filter(refund -> refund.status() != Refund.Status.FAILED)
                .mapToLong(Refund::amount)
                .sum();
    }

    /**
     * The payment as its journal tells it. What was written before has been folded then: where its
     * entries are still there, only those behind them are.
     */
    private static Payment foldOn(
            @Nullable Stored<Payment, PaymentEvent> before, Stored<Payment, PaymentEvent> after) {
        var known = before == null ? 0 : before.journal().size();
        var entries = after.journal();
        if (before == null || entries.size() < known) {
            return fold(after);
        }
        for (var i = 0; i < known; i++) {
            if (!entries.get(i).equals(before.journal().get(i))) {
                return fold(after);
            }
        }
        return fold(before.state(), entries.subList(known, entries.size()));
    }

    /** The payment as its journal tells it. */
    static Payment fold(Stored<Payment, PaymentEvent> stored) {
        return fold(stored.journal());
    }

    static Payment fold(List<Entry<PaymentEvent>> journal) {
        return fold(null, journal);
    }

    private static Payment fold(@Nullable Payment before, List<Entry<PaymentEvent>> journal) {
        var payment = before;
        for (var entry : journal) {
            payment = PaymentEvolution.evolve(payment, entry.event(), entry.at());
        }
        return Objects.requireNonNull(payment, "No event in the journal");
    }

    @Override
    public DocumentCodec<Payment, PaymentEvent> form() {
        return PaymentDocument.CODEC;
    }

    @Override
    public PlantedBug versionNotChecked() {
        return PlantedBug.VERSION_NOT_CHECKED;
    }

    @Override
    public PlantedBug deadlinesMissed() {
        return PlantedBug.DEADLINES_MISSED;
    }

    @Override
    public Stored<Payment, PaymentEvent> planted(
            World world,
            @Nullable Stored<Payment, PaymentEvent> before,
            Stored<Payment, PaymentEvent> next) {
        if (world.has(PlantedBug.HANDLED_COMMANDS_FORGOTTEN)) {
            return with(
                    next,
                    next.journal().stream()
                            .map(
                                    e ->
                                            new Entry<>(
                                                    e.sequence(),
                                                    e.at(),
                                                    "unknown-" + e.sequence(),
                                                    e.event()))
                            .toList());
        }
        if (world.has(PlantedBug.RESERVATION_FORGOTTEN)) {
            var kept = new ArrayList<Entry<PaymentEvent>>();
            for (var entry : next.journal()) {
                if (!(entry.event() instanceof PaymentEvent.RefundReserved)) {
                    kept.add(
                            new Entry<>(
                                    kept.size() + 1L, entry.at(), entry.cause(), entry.event()));
                }
            }
            return kept.size() == next.journal().size() ? next : with(next, kept);
        }
        if (before != null) {
            var journal = JournalSabotage.apply(world, before, next);
            if (!journal.equals(next.journal())) {
                return with(next, journal);
            }
        }
        return world.has(PlantedBug.FINAL_STATUS_OVERWRITTEN)
                        && WatchedStore.added(before, next).stream()
                                .anyMatch(e -> e.event() instanceof PaymentEvent.LateApprovalFound)
                ? with(next, revived(next.state()), next.journal())
                : next;
    }

    private static Payment revived(Payment payment) {
        return payment.withAttempts(
                payment.attempts().stream()
                        .map(attempt -> attempt.withStage(new AttemptStage.Authorized()))
                        .toList());
    }

    private static Stored<Payment, PaymentEvent> with(
            Stored<Payment, PaymentEvent> stored, List<Entry<PaymentEvent>> journal) {
        return with(stored, fold(journal), journal);
    }

    private static Stored<Payment, PaymentEvent> with(
            Stored<Payment, PaymentEvent> stored,
            Payment payment,
            List<Entry<PaymentEvent>> journal) {
        return new Stored<>(
                stored.id(),
                stored.version(),
                payment,
                journal,
                stored.waiters(),
                stored.taken(),
                stored.refused(),
                stored.asRead());
    }
}
