package dev.paylater.connector.kit;

import dev.paylater.connector.kit.Notice.Reason;
import dev.paylater.connector.kit.Notice.Rejected;
import dev.paylater.connector.kit.Notice.Unproven;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * A provider's notifications: verified before anything is read.
 *
 * @param key what the account's notifications are proved with
 * @param proof how the provider is asked, where only it can say that a notification is its own
 */
public record Webhooks(
        Verification verification,
        Events events,
        Function<Account, @Nullable Secret> key,
        @Nullable Proof proof) {

    /** Proved with the account's webhook secret. */
    public Webhooks(Verification verification, Events events) {
        this(verification, events, Account::webhookSecret, null);
    }

    /** These notifications, proved with one of the account's credentials. */
    public Webhooks provedBy(String credential) {
        return new Webhooks(
                verification, events, account -> account.credentials().get(credential), proof);
    }

    /** These notifications, where the provider also has to say that one is its own. */
    public Webhooks confirmedBy(Proof asked) {
        return new Webhooks(verification, events, key, asked);
    }

    /** Proves where a notification comes from. */
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

    /**
     * A body that cannot be read is rejected as unreadable when it is proved to be the provider's,
     * else as forged; an account without a key rejects all.
     */
    Notice read(Notification notification, Account account, Instant now) {
        var secret = key.apply(account);
        if (secret == null) {
            return new Rejected(Reason.FORGED);
        }
        var isProved = false;
        try {
            var reason = verification.check(notification, account, secret, now);
            if (reason != null) {
                return new Rejected(reason);
            }
            isProved = proof == null;
            var notice = events.read(notification, account);
            return proof == null
                    ? notice
                    : proof.asked(notice, proof.call().of(notification, account, secret));
        } catch (UnreadableAnswer | DateTimeException | NumberFormatException e) {
            return new Rejected(isProved ? Reason.UNREADABLE : Reason.FORGED);
        }
    }
}
