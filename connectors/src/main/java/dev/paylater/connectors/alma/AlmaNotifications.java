package dev.paylater.connectors.alma;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.paylater.connector.kit.Account;
import dev.paylater.connector.kit.Notice;
import dev.paylater.connector.kit.Notice.Reason;
import dev.paylater.connector.kit.Notification;
import dev.paylater.connector.kit.Secret;
import dev.paylater.connector.kit.Signature;
import dev.paylater.connector.kit.Verifications;
import dev.paylater.connector.kit.Webhooks;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Alma's notification (IPN): a GET of the payment's own address, with Alma's id of it and a
 * signature of that id with the API key. It comes once, when the customer has agreed, and says
 * nothing else. Alma's newer notifications are not here: they are a beta, and signed otherwise.
 */
final class AlmaNotifications {

    static final Webhooks WEBHOOKS =
            new Webhooks(AlmaNotifications::check, AlmaNotifications::read);

    private static final String ID = "pid";

    private AlmaNotifications() {}

    private static @Nullable Reason check(
            Notification notification, Account account, Secret secret, Instant now) {
        var key = account.credentials().get("api_key");
        var signature = notification.header("X-Alma-Signature");
        var id = notification.parameter(ID);
        return key != null
                        && signature != null
                        && id != null
                        && Signature.matches("HmacSHA256", key, signature, id.getBytes(UTF_8))
                ? Verifications.provenAddress().check(notification, account, secret, now)
                : Reason.FORGED;
    }

    private static Notice read(Notification notification, Account account) {
        return new Notice.Genuine(
                String.valueOf(notification.parameter(ID)),
                List.of(new Notice.Changed(Verifications.provenPayment(notification))));
    }
}
