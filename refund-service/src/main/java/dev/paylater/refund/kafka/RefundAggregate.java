package dev.paylater.refund.kafka;

import dev.paylater.kernel.Decision;
import dev.paylater.kernel.Entry;
import dev.paylater.kernel.Refusal;
import dev.paylater.kernel.Step;
import dev.paylater.kernel.Stored;
import dev.paylater.kernel.command.Aggregate;
import dev.paylater.kit.kafka.Outgoing;
import dev.paylater.refund.core.ProviderCapabilities;
import dev.paylater.refund.core.Refund;
import dev.paylater.refund.core.RefundCommand;
import dev.paylater.refund.core.RefundContext;
import dev.paylater.refund.core.RefundDecider;
import dev.paylater.refund.core.RefundEvent;
import dev.paylater.refund.core.RefundEvolution;
import dev.paylater.refund.core.RefundInquiries;
import dev.paylater.refund.core.RefundMessage;
import dev.paylater.refund.core.RefundMessage.AnswerRefusal;
import dev.paylater.refund.core.RefundOrder;
import dev.paylater.refund.core.RefundReaction;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** The refund as the kernel handles it: what follows from a command, and what is sent for it. */
final class RefundAggregate implements Aggregate<Refund, RefundRequest, RefundEvent> {

    private final ProviderCapabilities capabilities;
    private final SiblingRefunds refunds;
    private final MessageWriter messages;

    RefundAggregate(
            ProviderCapabilities capabilities, SiblingRefunds refunds, MessageWriter messages) {
        this.capabilities = capabilities;
        this.refunds = refunds;
        this.messages = messages;
    }

    @Override
    public Decision<Refund, RefundEvent> decide(
            @Nullable Stored<Refund, RefundEvent> before,
            RefundRequest request,
            Collection<Stored<Refund, RefundEvent>> changed,
            Instant now) {
        return RefundDecider.decide(
                before == null ? null : before.state(),
                request.command(),
                context(request.command(), changed),
                now);
    }

    private RefundContext context(
            RefundCommand command, Collection<Stored<Refund, RefundEvent>> changed) {
        var order = newOrder(command);
        if (order == null || !capabilities.refundsPerCapture(order.connector(), order.isByLine())) {
            return RefundContext.PLAIN;
        }
        var siblings = new LinkedHashMap<String, Refund>();
        refunds.ofPayment(order.merchantId(), order.paymentId())
                .forEach(sibling -> siblings.put(sibling.id(), sibling.state()));
        changed.forEach(sibling -> siblings.put(sibling.id(), sibling.state()));
        siblings.remove(order.key());
        return new RefundContext(true, List.copyOf(siblings.values()));
    }

    private static @Nullable RefundOrder newOrder(RefundCommand command) {
        return switch (command) {
            case RefundCommand.ExecuteRefund(var order, _, _) -> order;
            case RefundCommand.RecordFoundRefund(var order) -> order;
            case RefundCommand.SyncRefund _,
                    RefundCommand.DeadlinePassed _,
                    RefundCommand.RecordProviderResult _,
                    RefundCommand.SettleRefund _,
                    RefundCommand.UpdateRefund _ ->
                    null;
        };
    }

    @Override
    public Refund evolve(@Nullable Refund refund, RefundEvent event, Instant at) {
        return RefundEvolution.evolve(refund, event, at);
    }

    @Override
    public List<Outgoing> react(String id, Step<Refund, RefundEvent> step, RefundRequest request) {
        var entry = step.entry();
        return write(
                "refund/%s#%s".formatted(id, entry.sequence()),
                RefundReaction.react(entry.event(), step.after(), entry.at()),
                step.before(),
                request);
    }

    @Override
    public Refused refuse(RefundRequest request, Refusal refusal, Instant now) {
        var all = RefundReaction.refuse(request.command(), refusal, now);
        Predicate<RefundMessage> isAnswer = AnswerRefusal.class::isInstance;
        return new Refused(
                write(
                        request.commandId() + "/refused",
                        all.stream().filter(isAnswer.negate()).toList(),
                        null,
                        request),
                write(
                        request.commandId() + "/answer",
                        all.stream().filter(isAnswer).toList(),
                        null,
                        request));
    }

    private List<Outgoing> write(
            String id,
            List<? extends RefundMessage> sent,
            @Nullable Refund before,
            RefundRequest request) {
        var written = new ArrayList<Outgoing>();
        var index = 0;
        for (var message : sent) {
            messages.write(id + "." + index++, message, before, request).ifPresent(written::add);
        }
        return written;
    }

    @Override
    public boolean isAtRest(Refund refund) {
        return refund.status().isFinal();
    }

    @Override
    public void compact(List<Entry<RefundEvent>> journal, RefundEvent next) {
        var latest = journal.subList(Math.max(0, journal.size() - 2), journal.size());
        if (RefundInquiries.supersedesLast(latest.stream().map(Entry::event).toList(), next)) {
            journal.removeLast();
        }
    }

    /** Who waits and who is answered are events of a refund; nothing is to be added to them. */
    @Override
    public Replies reply(
            RefundRequest request, Stored<Refund, RefundEvent> after, @Nullable Refusal refusal) {
        return new Replies(after.state().waiters(), List.of());
    }

    @Override
    public List<Outgoing> replyAgain(RefundRequest request, Stored<Refund, RefundEvent> stored) {
        return List.of();
    }

    /** orchestrator-service hands a refund over again until it has received the final status. */
    @Override
    public List<Outgoing> replyUnchanged(
            RefundRequest request, @Nullable Stored<Refund, RefundEvent> stored) {
        return stored == null
                ? List.of()
                : write(
                        request.commandId() + "/status",
                        RefundReaction.meetAgain(request.command(), stored.state()),
                        null,
                        request);
    }
}
