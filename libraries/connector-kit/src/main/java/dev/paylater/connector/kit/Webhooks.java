package dev.paylater.connector.kit;

import dev.paylater.connector.kit.Notice.Reason;
import dev.paylater.connector.kit.Notice.Rejected;
import dev.paylater.connector.kit.Notice.Unproven;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * A provider's notifications: verified before anything is read.
 *
 * @param proof how the provider is asked, where only it can say that a notification is its own
 */
public record Webhooks(Verification verification, Events events, @Nullable Proof proof) {

    public Webhooks(Verification verification, Events events) {
        this(verification, events, null);
    }

    /** Proves where a notification comes from, with the account's webhook secret. */
    @FunctionalInterface
    public interface Verification {

        /** Null, or why the notification is not believed. */
        @Nullable Reason check(
                Notification notification, Account account, Secret secret, Instant now);
    }

    /**
     * The provider's own word that a notification is its own.
     *
     * @param call has no effect
     * @param confirms whether the answer says so
     */
    public record Proof(Call call, Predicate<JsonNode> confirms) {

        /** The call that asks it. */
        @FunctionalInterface
        public interface Call {
            HttpCall of(Notification notification, Account account, Secret secret);
        }

        private Notice asked(Notice read, HttpCall asking) {
            return new Unproven(
                    asking,
                    answer -> confirms.test(answer.json()) ? read : new Rejected(Reason.FORGED));
        }
    }

    /** Reads a notification that is proved to be the provider's. */
    @FunctionalInterface
    public interface Events {
        Notice read(Notification notification, Account account);
    }

    /**
     * Notifications that are only a reason to inquire.
     *
     * @param reference pointer to what we named it
     * @param first pointer to a text that each has, and with the others distinguishes it
     */
    public static Webhooks changes(
            Verification verification, String reference, String first, String... identity) {
        return new Webhooks(
                verification,
                (notification, _) -> {
                    var event = notification.json();
                    return Notice.Changed.genuine(
                            Json.identity(event, first, identity), Json.text(event, reference));
                });
    }

    /**
     * Notifications to an address of each payment's own, which are only a reason to inquire.
     *
     * @param identity pointers to texts that distinguish them, of which each has one at least
     */
    public static Webhooks proven(String... identity) {
        return new Webhooks(
                Verifications.provenAddress(),
                (notification, _) -> {
                    var payment = Verifications.provenPayment(notification);
                    return new Notice.Genuine(
                            payment + '/' + Json.anyIdentity(notification.json(), identity),
                            List.of(new Notice.Changed(payment)));
                });
    }

    /** A body that cannot be read is rejected as unreadable, an account without a secret always. */
    Notice read(Notification notification, Account account, Instant now) {
        var secret = account.webhookSecret();
        if (secret == null) {
            return new Rejected(Reason.FORGED);
        }
        try {
            var reason = verification.check(notification, account, secret, now);
            if (reason != null) {
                return new Rejected(reason);
            }
            var notice = events.read(notification, account);
            return proof == null
                    ? notice
                    : proof.asked(notice, proof.call().of(notification, account, secret));
        } catch (UnreadableAnswer | DateTimeException | NumberFormatException e) {
            return new Rejected(Reason.UNREADABLE);
        }
    }
}
