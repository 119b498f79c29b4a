package dev.paylater.refund.core;

import dev.paylater.kernel.Refusal;
import dev.paylater.refund.core.RefundEvent.AccountRefused;
import dev.paylater.refund.core.RefundEvent.CallersAnswered;
import dev.paylater.refund.core.RefundEvent.NothingNew;
import dev.paylater.refund.core.RefundEvent.OutcomeUnknown;
import dev.paylater.refund.core.RefundEvent.PartRefunded;
import dev.paylater.refund.core.RefundEvent.PartRefused;
import dev.paylater.refund.core.RefundEvent.ProviderNotCalled;
import dev.paylater.refund.core.RefundEvent.RefundContradicted;
import dev.paylater.refund.core.RefundEvent.RefundCreated;
import dev.paylater.refund.core.RefundEvent.RefundFailed;
import dev.paylater.refund.core.RefundEvent.RefundInReview;
import dev.paylater.refund.core.RefundEvent.RefundPending;
import dev.paylater.refund.core.RefundEvent.RefundRequested;
import dev.paylater.refund.core.RefundEvent.RefundRequestedAgain;
import dev.paylater.refund.core.RefundEvent.RefundRetried;
import dev.paylater.refund.core.RefundEvent.RefundSettled;
import dev.paylater.refund.core.RefundEvent.RefundSucceeded;
import dev.paylater.refund.core.RefundEvent.RefundUpdated;
import dev.paylater.refund.core.RefundEvent.StatusInquired;
import dev.paylater.refund.core.RefundMessage.Announce;
import dev.paylater.refund.core.RefundMessage.Answer;
import dev.paylater.refund.core.RefundMessage.InquireStatus;
import dev.paylater.refund.core.RefundMessage.RaiseAlarm;
import dev.paylater.refund.core.RefundMessage.RecordStatus;
import dev.paylater.refund.core.RefundMessage.RequestRefund;
import java.time.Instant;
import java.util.List;

/** What an event has to be followed by, outside of the refund. */
public final class RefundReaction {

    private RefundReaction() {}

    /**
     * The messages of an event, always the same for the same event.
     *
     * @param refund as it was right after the event
     */
    public static List<? extends RefundMessage> react(
            RefundEvent event, Refund refund, Instant at) {
        return switch (event) {
            case RefundCreated _ -> List.of(new Announce("refund_created", refund, at));
            case RefundRequested e -> request(refund, e.operationId(), at);
            case RefundRequestedAgain e -> request(refund, e.operationId(), at);
            case RefundRetried e -> request(refund, e.operationId(), at);
            case StatusInquired e ->
                    List.of(new InquireStatus(refund, refund.part(e.operationId()), at));
            case RefundPending _ -> announce("refund_pending", refund, at);
            case RefundInReview _ -> announce("refund_in_review", refund, at);
            case RefundSucceeded _ -> announce("refund_succeeded", refund, at);
            case RefundFailed _ -> announce("refund_failed", refund, at);
            case RefundUpdated _ -> List.of(new RecordStatus(refund, at));
            case CallersAnswered e ->
                    e.waiters().stream().map(waiter -> new Answer(waiter, refund)).toList();
            case RefundContradicted e -> contradicted(refund, e, at);
            case ProviderNotCalled _,
                    OutcomeUnknown _,
                    PartRefunded _,
                    PartRefused _,
                    AccountRefused _,
                    RefundSettled _,
                    NothingNew _ ->
                    List.of();
        };
    }

    /**
     * The messages of a command that changes nothing.
     *
     * @param refund which is under this id already
     */
    public static List<RefundMessage> meetAgain(RefundCommand command, Refund refund) {
        return switch (command) {
            case RefundCommand.ExecuteRefund _, RefundCommand.RecordFoundRefund _ ->
                    List.of(new RecordStatus(refund, refund.updatedAt()));
            case RefundCommand.SettleRefund _,
                    RefundCommand.SyncRefund _,
                    RefundCommand.DeadlinePassed _,
                    RefundCommand.RecordProviderResult _,
                    RefundCommand.UpdateRefund _ ->
                    List.of();
        };
    }

    /** The messages of a refused command. */
    public static List<RefundMessage> refuse(RefundCommand command, Refusal refusal, Instant at) {
        return switch (command) {
            case RefundCommand.ExecuteRefund(var order, var waiter, _) -> {
                var dropped = new RefundMessage.DropReservation(order, at);
                yield waiter == null
                        ? List.of(dropped)
                        : List.of(dropped, new RefundMessage.AnswerRefusal(waiter, refusal));
            }
            case RefundCommand.SettleRefund settle when settle.waiter() != null ->
                    List.of(new RefundMessage.AnswerRefusal(settle.waiter(), refusal));
            case RefundCommand.SettleRefund _,
                    RefundCommand.RecordFoundRefund _,
                    RefundCommand.SyncRefund _,
                    RefundCommand.DeadlinePassed _,
                    RefundCommand.RecordProviderResult _,
                    RefundCommand.UpdateRefund _ ->
                    List.of();
        };
    }

    private static List<RefundMessage> request(Refund refund, String operationId, Instant at) {
        return List.of(new RequestRefund(refund, refund.part(operationId), at));
    }

    private static List<RefundMessage> contradicted(
            Refund refund, RefundContradicted event, Instant at) {
        var alarm = new RaiseAlarm(refund, event.operationId(), event.providerApproved());
        return event.nextInquiryAt() == null
                ? List.of(alarm)
                : List.of(alarm, new InquireStatus(refund, refund.part(event.operationId()), at));
    }

    private static List<RefundMessage> announce(String type, Refund refund, Instant at) {
        return List.of(new RecordStatus(refund, at), new Announce(type, refund, at));
    }
}
