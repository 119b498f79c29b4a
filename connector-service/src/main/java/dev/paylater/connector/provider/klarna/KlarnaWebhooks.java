package dev.paylater.connector.provider.klarna;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.paylater.connector.provider.Account;
import dev.paylater.connector.provider.HttpAnswer;
import dev.paylater.connector.provider.Notice;
import dev.paylater.connector.provider.Notice.Reason;
import dev.paylater.connector.provider.Notification;
import dev.paylater.connector.provider.Order;
import dev.paylater.connector.provider.Signature;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Klarna's notifications are not signed. Each payment has an address of its own, with a proof that
 * only we can make, and all that a notification does is to have the payment looked at.
 */
final class KlarnaWebhooks {

    private static final String ALGORITHM = "HmacSHA256";
    private static final String PAYMENT = "payment_id";
    private static final String PROOF = "proof";

    private KlarnaWebhooks() {}

    /** Where news about this payment goes; none without a secret, since anybody could send some. */
    static @Nullable String address(Order order, Account account) {
        var secret = account.webhookSecret();
        return secret == null
                ? null
                : order.links().webhookUrl()
                        + "?"
                        + PAYMENT
                        + "="
                        + order.paymentId()
                        + "&"
                        + PROOF
                        + "="
                        + Signature.hex(ALGORITHM, secret, order.paymentId().getBytes(UTF_8));
    }

    static Notice read(Notification notification, Account account) {
        var secret = account.webhookSecret();
        var payment = notification.parameter(PAYMENT);
        var proof = notification.parameter(PROOF);
        if (secret == null
                || payment == null
                || proof == null
                || !Signature.matches(ALGORITHM, secret, proof, payment.getBytes(UTF_8))) {
            return new Notice.Rejected(Reason.FORGED);
        }
        return Notice.read(
                () ->
                        new Notice.Genuine(
                                payment + '/' + eventId(notification),
                                List.of(new Notice.Changed(payment))));
    }

    /** A fraud decision has no id of its own, and comes once for each order. */
    private static String eventId(Notification notification) {
        var event = notification.json();
        var id = HttpAnswer.text(event, "event_id");
        return id == null
                ? HttpAnswer.requiredText(event, "order_id")
                        + '/'
                        + HttpAnswer.requiredText(event, "event_type")
                : id;
    }
}
