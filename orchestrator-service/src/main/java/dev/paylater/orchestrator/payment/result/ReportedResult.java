package dev.paylater.orchestrator.payment.result;

import dev.paylater.kernel.InquirySchedule;
import dev.paylater.orchestrator.payment.Attempt;
import dev.paylater.orchestrator.payment.Operation;
import dev.paylater.orchestrator.payment.PaymentCommand.RecordProviderResult;
import dev.paylater.orchestrator.payment.evolution.Changes;
import dev.paylater.provider.ProviderData;
import dev.paylater.provider.ProviderError;
import dev.paylater.provider.ProviderResult;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A provider's result beside what it is about.
 *
 * @param underWay the operation; null when that was decided before
 */
public record ReportedResult(RecordProviderResult command, @Nullable Operation underWay) {

    ProviderResult result() {
        return command.result();
    }

    ProviderData data() {
        return command.result().data();
    }

    ProviderError error() {
        return command.result().requireDecline().error();
    }

    Operation operation() {
        if (underWay == null) {
            throw new IllegalStateException(command.operationId() + " is not under way");
        }
        return underWay;
    }

    /**
     * Whether the provider was asked while a request that was sent then could still be carried out:
     * not found says nothing of it then, however late the answer is read.
     */
    boolean wasAskedInLifetimeOf(Instant sentAt, Changes changes) {
        var asked = command.requestedAt() == null ? changes.now() : command.requestedAt();
        return asked.isBefore(InquirySchedule.requestOverAt(sentAt));
    }

    Attempt attempt(Changes changes) {
        return changes.payment().attempt(command.attemptId());
    }

    /** Of a payment that was captured: what the provider's books show, where they do. */
    long capturedOr(long otherwise) {
        var books = result().books();
        return books == null || books.captured() == 0
                ? result().amountOr(otherwise)
                : books.captured();
    }

    /** The amount that it is good for: what the provider said, else what was requested. */
    long amount() {
        return command.result().amountOr(operation().amount());
    }
}
