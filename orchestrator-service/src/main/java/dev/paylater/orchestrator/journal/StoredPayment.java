package dev.paylater.orchestrator.journal;

import dev.paylater.orchestrator.payment.Decision;
import dev.paylater.orchestrator.payment.Payment;
import dev.paylater.orchestrator.payment.PaymentEvent;
import dev.paylater.orchestrator.payment.PaymentEvolution;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A payment as it is stored: its state, every event that led there, and who waits for an answer.
 *
 * @param version counts the writes; a write is conditional on it
 * @param taken bytes of all messages that changed it, a measure of what the document has grown to
 */
public record StoredPayment(
        String id,
        long version,
        Payment payment,
        List<JournalEntry> journal,
        List<Waiter> waiters,
        long taken) {

    /** An event and the payment right after it. */
    public record Step(JournalEntry entry, Payment after) {}

    /**
     * What a decision led to.
     *
     * @param stored the payment after it, ready to be written as the next version
     */
    public record Change(StoredPayment stored, List<Step> steps) {}

    /** Applies what was decided. */
    public static Change after(
            String id,
            @Nullable StoredPayment before,
            Decision decision,
            String cause,
            Instant now) {
        var payment = before == null ? null : before.payment();
        var journal = new ArrayList<JournalEntry>(before == null ? List.of() : before.journal());
        var steps = new ArrayList<Step>(decision.events().size());
        for (var event : decision.events()) {
            payment = PaymentEvolution.evolve(payment, event, now);
            var entry = new JournalEntry(journal.size() + 1L, now, cause, event);
            journal.add(entry);
            steps.add(new Step(entry, payment));
        }
        if (payment == null) {
            throw new IllegalArgumentException("Nothing happened to " + id);
        }
        var stored =
                new StoredPayment(
                        id,
                        before == null ? 1 : before.version() + 1,
                        payment,
                        List.copyOf(journal),
                        before == null ? List.of() : before.waiters(),
                        before == null ? 0 : before.taken());
        return new Change(stored, List.copyOf(steps));
    }

    public boolean hasHandled(String commandId) {
        return journal.stream().anyMatch(entry -> entry.cause().equals(commandId));
    }

    public boolean isAwaited(String commandId) {
        return waiters.stream().anyMatch(waiter -> waiter.commandId().equals(commandId));
    }

    public StoredPayment withWaiters(List<Waiter> changed) {
        return new StoredPayment(id, version, payment, journal, List.copyOf(changed), taken);
    }

    public StoredPayment havingTaken(int bytes) {
        return new StoredPayment(id, version, payment, journal, waiters, taken + bytes);
    }

    /** As the version that follows the one that was read, however many changes are between them. */
    public StoredPayment writtenAfter(@Nullable StoredPayment read) {
        return new StoredPayment(
                id, read == null ? 1 : read.version() + 1, payment, journal, waiters, taken);
    }

    /** What a command led to, each event with the payment as it was then. */
    public List<Step> stepsCausedBy(String commandId) {
        var steps = new ArrayList<Step>();
        Payment past = null;
        for (var entry : journal) {
            past = PaymentEvolution.evolve(past, entry.event(), entry.at());
            if (entry.cause().equals(commandId)) {
                steps.add(new Step(entry, past));
            }
        }
        return steps;
    }

    /**
     * The payment as its journal tells it; equal to {@link #payment} unless something is broken.
     */
    public Payment fold() {
        Payment past = null;
        for (var entry : journal) {
            past = PaymentEvolution.evolve(past, entry.event(), entry.at());
        }
        if (past == null) {
            throw new IllegalStateException("No event in the journal of " + id);
        }
        return past;
    }

    /** Names the last event's kind, for logs. */
    public static String nameOf(PaymentEvent event) {
        return event.getClass().getSimpleName();
    }
}
