package dev.paylater.simulator.riverty;

import com.github.f4b6a3.ulid.UlidCreator;
import dev.paylater.simulator.book.BookJson;
import dev.paylater.simulator.book.Webhook;
import dev.paylater.simulator.payment.SimulatedEvent;
import dev.paylater.simulator.payment.SimulatedPayment;
import org.jspecify.annotations.Nullable;

/** What Riverty notifies of: a message about an order's number. */
final class RivertyWebhooks {

    private RivertyWebhooks() {}

    static @Nullable Webhook notice(SimulatedPayment payment, SimulatedEvent happening, long now) {
        var name = name(happening);
        if (payment.webhookUrl() == null || name == null) {
            return null;
        }
        var id = UlidCreator.getMonotonicUlid().toString();
        var message = BookJson.MAPPER.createObjectNode();
        message.putObject("Header")
                .put("MessageName", name)
                .put("MessageId", id)
                .put("TransmittedTimestamp", BookJson.time(now))
                .put("ClientId", 1)
                .put("ShopId", payment.account())
                .put("CountryCode", "DE")
                .put("Version", "1.0");
        message.putObject("Body").put("OrderNumber", payment.key());
        return Webhook.about(payment, id, message);
    }

    private static @Nullable String name(SimulatedEvent happening) {
        return switch (happening.kind()) {
            case AUTHORIZED -> "AuthorizeAccepted";
            case DECLINED -> "CustomerAuthenticationCompleted";
            case CAPTURED -> "InvoiceCreated";
            case CANCELLED, VOIDED, EXPIRED -> "CancellationEvent";
            case REQUIRES_ACTION,
                    PENDING,
                    REVIEW,
                    CAPTURE_FAILED,
                    REFUNDED,
                    REFUND_FAILED,
                    DISPUTE_OPENED,
                    DISPUTE_UPDATED ->
                    null;
        };
    }
}
