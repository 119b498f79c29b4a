package dev.paylater.refund.http;

import dev.paylater.kernel.Stored;
import dev.paylater.refund.core.Refund;
import dev.paylater.refund.core.RefundCommand.DescribeRefund;
import dev.paylater.refund.core.RefundEvent;
import dev.paylater.refund.core.RefundEvent.RefundDescribed;
import java.time.Clock;
import org.springframework.stereotype.Component;

/** Gives a refund the merchant's new words, and tells its payment. */
@Component
final class NewDescription {

    private static final int MOST = 100;

    private final CommandSender commands;
    private final Clock clock;

    NewDescription(CommandSender commands, Clock clock) {
        this.commands = commands;
        this.clock = clock;
    }

    /**
     * Returns when the refund carries the words.
     *
     * @throws RequestRefused 400 IR_16 after too many times, since a refund is one document; 503
     *     when it takes too long, and it may still happen
     */
    void give(Stored<Refund, RefundEvent> stored, DescribeRefund words, String requestId) {
        if (stored.state().carries(words)) {
            return;
        }
        if (described(stored) >= MOST) {
            throw RequestRefused.of(
                    ErrorCode.IR_16,
                    "The refund was described %d times; it takes no more".formatted(MOST));
        }
        var order = stored.state().order();
        var given =
                commands.send(
                        order,
                        requestId,
                        dev.paylater.schemas.UpdateRefund.newBuilder()
                                .setMerchantId(order.merchantId())
                                .setPaymentId(order.paymentId())
                                .setIssuedAt(clock.millis())
                                .setRefundId(order.refundId())
                                .setReason(words.reason())
                                .setMetadata(words.metadata())
                                .build(),
                        (changed, _) -> changed.state().carries(words));
        if (!given) {
            throw RequestRefused.unavailable(
                    "The change is on its way and has not been made yet; repeat the request");
        }
    }

    private static long described(Stored<Refund, RefundEvent> stored) {
        return stored.journal().stream()
                .filter(entry -> entry.event() instanceof RefundDescribed)
                .count();
    }
}
