package dev.paylater.connector.webhook;

import dev.paylater.connector.account.Accounts;
import dev.paylater.connector.call.OperationExecution;
import dev.paylater.connector.kit.Account;
import dev.paylater.connector.kit.Connector;
import dev.paylater.connector.kit.Notice;
import dev.paylater.connector.kit.Notice.Genuine;
import dev.paylater.connector.kit.Notice.ProviderEvent;
import dev.paylater.connector.kit.Notice.Reason;
import dev.paylater.connector.kit.Notice.Rejected;
import dev.paylater.connector.kit.Notice.Unproven;
import dev.paylater.connector.kit.Notification;
import dev.paylater.connector.kit.Operation;
import dev.paylater.connector.kit.UnreadableAnswer;
import dev.paylater.connector.message.Messages;
import dev.paylater.kit.CrashPoint;
import dev.paylater.kit.kafka.MessageContext;
import dev.paylater.kit.kafka.MessagePublisher;
import dev.paylater.kit.kafka.Outgoing;
import dev.paylater.schemas.Topic;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Takes a notification in: verified before anything else, remembered once, turned into messages.
 * The event is marked only after its messages are durable, and the messages' ids follow from the
 * event's, so that a crash in between costs a repetition and nothing else.
 */
public final class Reception {

    private static final int LONGEST_EVENT_ID = 255;

    private final Map<String, Connector> connectors;
    private final Accounts accounts;
    private final OperationExecution execution;
    private final WebhookEvents events;
    private final MessagePublisher publisher;
    private final Clock clock;

    public Reception(
            Map<String, Connector> connectors,
            Accounts accounts,
            OperationExecution execution,
            WebhookEvents events,
            MessagePublisher publisher,
            Clock clock) {
        this.connectors = connectors;
        this.accounts = accounts;
        this.execution = execution;
        this.events = events;
        this.publisher = publisher;
        this.clock = clock;
    }

    /** What became of a notification. */
    public enum Result {
        ACCEPTED,
        DUPLICATE,
        FORGED,
        STALE,
        UNREADABLE,
        NO_ACCOUNT,
        /** The provider could not be asked whether it is its own. */
        UNPROVEN
    }

    boolean knows(String connector) {
        return connectors.containsKey(connector);
    }

    /** Throws when the store or Kafka is away; the provider will try again. */
    public Result receive(
            String merchantId,
            String connectorName,
            Notification notification,
            MessageContext context) {
        var connector = connectors.get(connectorName);
        var candidates =
                connector == null ? List.<Account>of() : accounts.of(merchantId, connectorName);
        var result = Result.NO_ACCOUNT;
        for (var account : candidates) {
            switch (read(connector, notification, account)) {
                case Genuine genuine -> {
                    return accept(genuine, account, context);
                }
                case Rejected(var reason) -> result = worse(result, reason);
                case Unproven _ -> result = Result.UNPROVEN;
            }
        }
        return result;
    }

    private Notice read(@Nullable Connector connector, Notification notification, Account account) {
        if (connector == null) {
            return new Rejected(Reason.FORGED);
        }
        var notice = connector.read(notification, account, clock.instant());
        return notice instanceof Unproven unproven ? ask(unproven, account, connector) : notice;
    }

    private Notice ask(Unproven notice, Account account, Connector connector) {
        var answer = execution.prove(notice.call(), "webhook_verification", account, connector);
        try {
            return answer == null ? notice : notice.then().apply(answer);
        } catch (UnreadableAnswer e) {
            return notice;
        }
    }

    /** Of several accounts, the one whose secret fits says more than those whose does not. */
    private static Result worse(Result before, Reason reason) {
        var result =
                switch (reason) {
                    case FORGED -> Result.FORGED;
                    case STALE -> Result.STALE;
                    case UNREADABLE -> Result.UNREADABLE;
                };
        return result == Result.FORGED && before != Result.NO_ACCOUNT ? before : result;
    }

    private Result accept(Genuine genuine, Account account, MessageContext context) {
        if (genuine.eventId().length() > LONGEST_EVENT_ID) {
            return Result.UNREADABLE;
        }
        var id = account.merchantId() + "/" + account.connector() + "/" + genuine.eventId();
        if (!events.begin(id, account.merchantId(), account.connector(), clock.instant())) {
            return Result.DUPLICATE;
        }
        CrashPoint.WEBHOOK_AFTER_STORE.reached();
        publisher.publishAll(messages(id, genuine.news(), account, context));
        CrashPoint.WEBHOOK_AFTER_SEND.reached();
        events.markPublished(id);
        return Result.ACCEPTED;
    }

    private List<Outgoing> messages(
            String eventId, List<ProviderEvent> news, Account account, MessageContext context) {
        var messages = new ArrayList<Outgoing>();
        for (var piece : news) {
            var id = "webhook/" + eventId + "/" + messages.size();
            messages.add(message(id, piece, account, context));
        }
        return messages;
    }

    private Outgoing message(
            String id, ProviderEvent news, Account account, MessageContext context) {
        var now = clock.instant();
        var key = Topic.key(account.merchantId(), news.paymentId());
        var payments = Topic.PAYMENT_COMMANDS.name();
        return switch (news) {
            case Notice.Settled settled ->
                    Outgoing.of(
                            settled.operation() == Operation.REFUND
                                    ? Topic.REFUND_COMMANDS.name()
                                    : payments,
                            key,
                            id,
                            context,
                            Messages.settled(settled, account, now));
            case Notice.Changed(var paymentId) ->
                    Outgoing.of(
                            payments,
                            key,
                            id,
                            context,
                            Messages.sync(account.merchantId(), paymentId, now));
            case Notice.Disputed disputed ->
                    Outgoing.of(
                            payments, key, id, context, Messages.disputed(disputed, account, now));
        };
    }
}
