package dev.paylater.orchestrator.kafka;

import dev.paylater.kernel.Decision;
import dev.paylater.kernel.Entry;
import dev.paylater.kernel.Refusal;
import dev.paylater.kernel.Step;
import dev.paylater.kernel.Stored;
import dev.paylater.kernel.Waiter;
import dev.paylater.kernel.command.Aggregate;
import dev.paylater.kit.kafka.Outgoing;
import dev.paylater.orchestrator.payment.Payment;
import dev.paylater.orchestrator.payment.PaymentCommand;
import dev.paylater.orchestrator.payment.PaymentEvent;
import dev.paylater.orchestrator.payment.Refusals;
import dev.paylater.orchestrator.payment.decision.PaymentDecider;
import dev.paylater.orchestrator.payment.evolution.PaymentEvolution;
import dev.paylater.orchestrator.payment.request.RoutineInquiries;
import dev.paylater.schemas.ConnectorOutcome;
import dev.paylater.schemas.ReserveRefund;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The payment as the kernel handles it: what follows from a command, and who is answered when. */
final class PaymentAggregate implements Aggregate<Payment, PaymentRequest, PaymentEvent> {

    private final CommandReader commands;
    private final PaymentMessages messages;

    PaymentAggregate(CommandReader commands, PaymentMessages messages) {
        this.commands = commands;
        this.messages = messages;
    }

    @Override
    public void prepare(
            Collection<PaymentRequest> requests,
            Function<String, @Nullable Stored<Payment, PaymentEvent>> known) {
        commands.prepare(
                requests,
                id -> {
                    var stored = known.apply(id);
                    return stored == null ? null : stored.state();
                });
    }

    @Override
    public Decision<Payment, PaymentEvent> decide(
            @Nullable Stored<Payment, PaymentEvent> before,
            PaymentRequest request,
            Collection<Stored<Payment, PaymentEvent>> changed,
            Instant now) {
        if (before == null && request.message().value() instanceof ConnectorOutcome outcome) {
            // It may be about money, so that nobody may drop it.
            throw new IllegalArgumentException(
                    "There is no payment of operation " + outcome.getOperationId());
        }
        if (request.isOver(now)) {
            return new Decision.Refused<>(Refusals.requestIsOver(request.issuedAt()));
        }
        var payment = before == null ? null : before.state();
        var decision = PaymentDecider.decide(payment, read(request, before), now);
        if (decision.changes().isEmpty()) {
            return withoutEvents(request, payment, decision.refusal());
        }
        if (request.replyTo() == null) {
            return new Decision.Accepted<>(decision.changes(), decision.refusal());
        }
        return PaymentLimits.refusal(request, before, decision.changes().getLast().after())
                .<Decision<Payment, PaymentEvent>>map(Decision.Refused::new)
                .orElseGet(() -> new Decision.Accepted<>(decision.changes(), decision.refusal()));
    }

    private static Decision<Payment, PaymentEvent> withoutEvents(
            PaymentRequest request, @Nullable Payment payment, @Nullable Refusal refusal) {
        if (refusal != null) {
            return new Decision.Refused<>(refusal);
        }
        return isSettledLater(request, payment)
                ? new Decision.Accepted<>(List.of(), null)
                : new Decision.Unchanged<>();
    }

    /** Who asks while an answer is out waits for it: that answer is theirs as well. */
    private static boolean isSettledLater(PaymentRequest request, @Nullable Payment payment) {
        var replyTo = request.replyTo();
        return replyTo != null
                && !replyTo.getOnAcceptance()
                && payment != null
                && payment.awaitsAnswer();
    }

    private PaymentCommand read(
            PaymentRequest request, @Nullable Stored<Payment, PaymentEvent> before) {
        if (before == null) {
            return commands.read(request, null);
        }
        var read = commands.read(request, before.state());
        return read instanceof PaymentCommand.RecordRefundStatus status
                        && !PaymentLimits.hasRoomFor(status, before)
                ? status.withoutDescription()
                : read;
    }

    @Override
    public Payment evolve(@Nullable Payment payment, PaymentEvent event, Instant at) {
        return PaymentEvolution.evolve(payment, event, at);
    }

    @Override
    public void compact(List<Entry<PaymentEvent>> journal, PaymentEvent next) {
        var from = Math.max(0, journal.size() - RoutineInquiries.LOOKED_AT);
        var latest = journal.subList(from, journal.size());
        var superseded =
                RoutineInquiries.superseded(latest.stream().map(Entry::event).toList(), next);
        latest.subList(superseded.from(), superseded.to()).clear();
    }

    @Override
    public List<Outgoing> react(
            String id, Step<Payment, PaymentEvent> step, PaymentRequest request) {
        return messages.of(id, step, request);
    }

    @Override
    public boolean isAtRest(Payment payment) {
        return payment.isAtRest();
    }

    @Override
    public Replies reply(
            PaymentRequest request,
            Stored<Payment, PaymentEvent> after,
            @Nullable Refusal refusal) {
        var waiters = new ArrayList<>(after.waiters());
        var replies = new ArrayList<Outgoing>();
        var sender = sender(request);
        if (sender != null) {
            if (refusal != null) {
                replies.add(messages.refusal(request, sender, refusal));
            } else if (request.isAnsweredOnAcceptance()) {
                replies.add(messages.reply(request, sender, after));
            } else {
                waiters.add(sender);
            }
        }
        if (after.state().awaitsAnswer()) {
            return new Replies(waiters, replies);
        }
        waiters.forEach(waiter -> replies.add(messages.reply(request, waiter, after)));
        return new Replies(List.of(), replies);
    }

    @Override
    public List<Outgoing> replyAgain(PaymentRequest request, Stored<Payment, PaymentEvent> stored) {
        return stored.isAwaited(request.commandId()) ? List.of() : replyUnchanged(request, stored);
    }

    @Override
    public List<Outgoing> replyUnchanged(
            PaymentRequest request, @Nullable Stored<Payment, PaymentEvent> stored) {
        var sender = sender(request);
        return sender == null || stored == null
                ? List.of()
                : List.of(messages.reply(request, sender, stored));
    }

    @Override
    public Refused refuse(PaymentRequest request, Refusal refusal, Instant now) {
        var sender = request.sender();
        return new Refused(
                List.of(),
                sender == null ? List.of() : List.of(messages.refusal(request, sender, refusal)));
    }

    /**
     * Who waits for this service's answer. A reserved refund is answered by refund-service, once it
     * knows what came of it.
     */
    private static @Nullable Waiter sender(PaymentRequest request) {
        return request.message().value() instanceof ReserveRefund ? null : request.sender();
    }
}
