package dev.paylater.connector.kafka;

import com.mongodb.MongoException;
import dev.paylater.connector.account.Accounts;
import dev.paylater.connector.call.OrderExecution;
import dev.paylater.connector.message.Messages;
import dev.paylater.connector.message.Opening;
import dev.paylater.connector.message.OwnCredentials;
import dev.paylater.connector.message.Task;
import dev.paylater.connector.provider.Connector;
import dev.paylater.connector.provider.Outcome;
import dev.paylater.connector.provider.ProviderError;
import dev.paylater.connector.provider.UnifiedError;
import dev.paylater.connector.provider.Verdict;
import dev.paylater.connector.provider.Verdict.Refused;
import dev.paylater.kit.CrashPoint;
import dev.paylater.kit.kafka.DeadLetters;
import dev.paylater.kit.kafka.Incoming;
import dev.paylater.kit.kafka.MessagePublisher;
import dev.paylater.kit.kafka.MessageReader;
import dev.paylater.kit.kafka.Outgoing;
import dev.paylater.kit.kafka.RegistryUnavailable;
import dev.paylater.kit.kafka.UnreadableMessage;
import dev.paylater.schemas.ConnectorOutcome;
import dev.paylater.schemas.ConnectorRequest;
import dev.paylater.schemas.Topic;
import java.time.Clock;
import java.util.List;
import java.util.Set;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.KafkaException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Handles one request from its record to the acknowledged outcome. Outcomes are the same message at
 * every delivery as long as they say the same: the verdict is part of the message's id, so that
 * what a second delivery finds out is not taken for a repetition.
 */
public final class RequestHandler implements PollLoop.Handler {

    private static final Logger log = LoggerFactory.getLogger(RequestHandler.class);
    private static final Set<String> OUTCOME_TOPICS =
            Set.of(Topic.PAYMENT_COMMANDS.name(), Topic.REFUND_COMMANDS.name());

    private final Connector connector;
    private final Outlet outlet;
    private final Accounts accounts;
    private final OrderExecution execution;
    private final Addresses addresses;
    private final Opening opening;
    private final Clock clock;

    /** Handles requests to one connector, where nothing was sealed on the way. */
    public static RequestHandler of(
            Connector connector,
            MessageReader reader,
            MessagePublisher publisher,
            DeadLetters deadLetters,
            Accounts accounts,
            OrderExecution execution,
            String publicUrl,
            Clock clock) {
        return new RequestHandler(
                connector,
                new Outlet(reader, publisher, deadLetters),
                accounts,
                execution,
                new Addresses(publicUrl),
                (fields, _) -> fields,
                clock);
    }

    RequestHandler(
            Connector connector,
            Outlet outlet,
            Accounts accounts,
            OrderExecution execution,
            Addresses addresses,
            Opening opening,
            Clock clock) {
        this.connector = connector;
        this.outlet = outlet;
        this.accounts = accounts;
        this.execution = execution;
        this.addresses = addresses;
        this.opening = opening;
        this.clock = clock;
    }

    @Override
    public void handle(ConsumerRecord<byte[], byte[]> message, boolean mayHaveBeenTried) {
        try {
            var incoming =
                    Stubborn.insist(
                            "Reading a request",
                            List.of(RegistryUnavailable.class),
                            () -> outlet.read(message));
            if (!(incoming.value() instanceof ConnectorRequest request)) {
                throw new IllegalArgumentException(
                        "not a ConnectorRequest: " + incoming.value().getClass());
            }
            try (var _ = LogKeys.of(request, incoming.context())) {
                carryOut(incoming, request, mayHaveBeenTried);
            }
        } catch (UnreadableMessage | IllegalArgumentException e) {
            bury(message, String.valueOf(e.getMessage()));
        }
    }

    private void carryOut(Incoming incoming, ConnectorRequest request, boolean mayHaveBeenTried) {
        if (!OUTCOME_TOPICS.contains(request.getOutcomeTopic())) {
            throw new IllegalArgumentException("unknown topic " + request.getOutcomeTopic());
        }
        var task = Task.of(request, mayHaveBeenTried, addresses.linksOf(request), opening);
        CrashPoint.CONNECTOR_BEFORE_CALL.reached();
        var outcome = outcome(task, request);
        CrashPoint.CONNECTOR_AFTER_CALL.reached();
        var told = Messages.outcome(request, outcome, clock.instant());
        publish(incoming, request, told);
        CrashPoint.CONNECTOR_AFTER_SEND.reached();
    }

    private Outcome outcome(Task task, ConnectorRequest request) {
        var id = request.getMerchantConnectorId();
        try {
            var account =
                    Stubborn.insist(
                            "Looking up account " + id,
                            List.of(MongoException.class),
                            () -> accounts.byId(id));
            return account == null
                            || !account.merchantId().equals(request.getMerchantId())
                            || !account.connector().equals(connector.name())
                    ? noAccount(task)
                    : execution.carryOut(task, connector, OwnCredentials.of(account, task.order()));
        } catch (IllegalArgumentException e) {
            log.error("The credentials of account {} cannot be opened", id, e);
            return noAccount(task);
        }
    }

    private static Outcome noAccount(Task task) {
        var message = "There is no usable connector account.";
        return Outcome.of(
                task.question() || task.mayHaveBeenTried()
                        ? Verdict.unknown(message)
                        : new Verdict.Declined(
                                Refused.FAILURE,
                                ProviderError.of(UnifiedError.PROVIDER_UNAVAILABLE, message)));
    }

    private void publish(Incoming incoming, ConnectorRequest request, ConnectorOutcome told) {
        var message =
                Outgoing.of(
                        request.getOutcomeTopic(),
                        Topic.key(request.getMerchantId(), request.getPaymentId()),
                        incoming.messageId() + ":" + told.getVerdict(),
                        incoming.context().causedBy(incoming.messageId()),
                        told);
        Stubborn.insist(
                "Publishing an outcome",
                List.of(KafkaException.class, RegistryUnavailable.class),
                () -> outlet.publish(message));
    }

    private void bury(ConsumerRecord<byte[], byte[]> message, String reason) {
        Stubborn.insist(
                "Burying a record",
                List.of(KafkaException.class),
                () -> outlet.bury(message, reason));
    }
}
