package dev.paylater.connector.kafka;

import com.mongodb.MongoException;
import dev.paylater.connector.account.Accounts;
import dev.paylater.connector.kit.Account;
import dev.paylater.connector.kit.BadAccount;
import dev.paylater.connector.kit.Connector;
import dev.paylater.connector.lease.LeasedExecution;
import dev.paylater.connector.message.Decryption;
import dev.paylater.connector.message.Messages;
import dev.paylater.connector.message.OperationRequest;
import dev.paylater.kit.CrashPoint;
import dev.paylater.kit.OnceAMinute;
import dev.paylater.kit.kafka.DeadLetters;
import dev.paylater.kit.kafka.Incoming;
import dev.paylater.kit.kafka.MessagePublisher;
import dev.paylater.kit.kafka.MessageReader;
import dev.paylater.kit.kafka.Outgoing;
import dev.paylater.kit.log.LogKeys;
import dev.paylater.kit.security.CustomerAddresses;
import dev.paylater.kit.trace.SpanIds;
import dev.paylater.kit.trace.TraceParent;
import dev.paylater.kit.trace.TraceSpan;
import dev.paylater.kit.trace.Traces;
import dev.paylater.messaging.RegistryUnavailable;
import dev.paylater.messaging.UnreadableMessage;
import dev.paylater.provider.ProviderResult;
import dev.paylater.schemas.ConnectorOutcome;
import dev.paylater.schemas.ConnectorRequest;
import dev.paylater.schemas.Topic;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.KafkaException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Handles one request from its record to the acknowledged outcome. Outcomes are the same message at
 * every delivery as long as their status is the same: it is part of the message's id, so that
 * another result of a second delivery is not taken for a duplicate.
 */
public final class RequestHandler implements PollLoop.Handler {

    private static final Logger log = LoggerFactory.getLogger(RequestHandler.class);
    private static final Set<String> OUTCOME_TOPICS =
            Set.of(Topic.PAYMENT_COMMANDS.name(), Topic.REFUND_COMMANDS.name());

    private final Connector connector;
    private final ConnectorMessaging messaging;
    private final Accounts accounts;
    private final LeasedExecution execution;
    private final Addresses addresses;
    private final Decryption decryption;
    private final Deliveries deliveries;
    private final Traces traces;
    private final Clock clock;
    private final OnceAMinute alarms = new OnceAMinute(System::nanoTime);

    /** Handles requests to one connector, where nothing was sealed on the way. */
    public static RequestHandler of(
            Connector connector,
            MessageReader reader,
            MessagePublisher publisher,
            DeadLetters deadLetters,
            Accounts accounts,
            LeasedExecution execution,
            CustomerAddresses customerAddresses,
            Deliveries deliveries,
            Clock clock) {
        return new RequestHandler(
                connector,
                new ConnectorMessaging(reader, publisher, deadLetters),
                accounts,
                execution,
                new Addresses(customerAddresses),
                (fields, _, _) -> fields,
                deliveries,
                Traces.NONE,
                clock);
    }

    RequestHandler(
            Connector connector,
            ConnectorMessaging messaging,
            Accounts accounts,
            LeasedExecution execution,
            Addresses addresses,
            Decryption decryption,
            Deliveries deliveries,
            Traces traces,
            Clock clock) {
        this.connector = connector;
        this.messaging = messaging;
        this.accounts = accounts;
        this.execution = execution;
        this.addresses = addresses;
        this.decryption = decryption;
        this.deliveries = deliveries;
        this.traces = traces;
        this.clock = clock;
    }

    @Override
    public void handle(ConsumerRecord<byte[], byte[]> message, boolean mayHaveBeenTried) {
        try {
            var incoming =
                    Retry.retry(
                            "Reading a request",
                            List.of(RegistryUnavailable.class),
                            () -> messaging.read(message));
            if (!(incoming.value() instanceof ConnectorRequest request)) {
                throw new IllegalArgumentException(
                        "not a ConnectorRequest: " + incoming.value().getClass());
            }
            try (var _ = keys(request, incoming)) {
                deliveries.carryOut(
                        request.getMerchantId() + "/" + request.getOperationId(),
                        incoming.messageId(),
                        () -> carryOut(incoming, request, mayHaveBeenTried));
            }
        } catch (UnreadableMessage | IllegalArgumentException e) {
            deadLetter(message, String.valueOf(e.getMessage()));
        } catch (Retry.Interrupted e) {
            throw e;
        } catch (RuntimeException e) {
            // Its offset must not hold back all behind it; a status inquiry settles what it was.
            log.error("A request cannot be carried out and is set aside", e);
            deadLetter(message, "cannot be carried out: " + e);
        }
    }

    private static LogKeys keys(ConnectorRequest request, Incoming incoming) {
        return new LogKeys()
                .with("merchant_id", request.getMerchantId())
                .with("payment_id", request.getPaymentId())
                .with("attempt_id", request.getAttemptId())
                .with("connector", request.getConnector())
                .with("operation_id", request.getOperationId())
                .with(incoming.context());
    }

    private void carryOut(Incoming incoming, ConnectorRequest request, boolean mayHaveBeenTried) {
        if (!OUTCOME_TOPICS.contains(request.getOutcomeTopic())) {
            throw new IllegalArgumentException("unknown topic " + request.getOutcomeTopic());
        }
        OperationRequest.operation(request);
        CrashPoint.CONNECTOR_BEFORE_CALL.reached();
        var begun = clock.instant();
        var result = result(request, mayHaveBeenTried);
        CrashPoint.CONNECTOR_AFTER_CALL.reached();
        var answered = clock.instant();
        var outcome = Messages.outcome(request, result, answered);
        publish(incoming, request, outcome);
        CrashPoint.CONNECTOR_AFTER_SEND.reached();
        if (TraceParent.isSampled(incoming.context().traceparent())) {
            trace(incoming, request, outcome, begun, answered);
        }
    }

    /** The request from its call to its published outcome, and the call to the provider in it. */
    private void trace(
            Incoming incoming,
            ConnectorRequest request,
            ConnectorOutcome outcome,
            Instant begun,
            Instant answered) {
        var trace = TraceParent.of(incoming.context().traceparent());
        if (trace.isEmpty()) {
            return;
        }
        var operation = OperationRequest.operation(request).wireName();
        var handling =
                TraceSpan.handling(
                                trace.get(),
                                incoming.context(),
                                incoming.messageId(),
                                "connector " + operation,
                                begun,
                                clock.instant())
                        .with("merchant_id", request.getMerchantId())
                        .with("payment_id", request.getPaymentId())
                        .with("attempt_id", request.getAttemptId())
                        .with("operation_id", request.getOperationId())
                        .with("request_id", incoming.context().requestId());
        traces.tell(handling);
        traces.tell(
                new TraceSpan(
                                handling.traceId(),
                                SpanIds.of(incoming.messageId() + "/call"),
                                handling.spanId(),
                                TraceSpan.Kind.CLIENT,
                                request.getConnector() + " " + operation,
                                begun,
                                answered,
                                Map.of(),
                                null)
                        .with("connector", request.getConnector())
                        .with("merchant_connector_id", request.getMerchantConnectorId())
                        .with("outcome", outcome.getStatus()));
    }

    private ProviderResult result(ConnectorRequest request, boolean mayHaveBeenTried) {
        var account = account(request);
        var mayHaveActed = mayHaveBeenTried && !OperationRequest.isInquiry(request);
        if (account == null) {
            return noAccount(mayHaveActed);
        }
        try {
            var links = addresses.linksOf(request);
            var operation =
                    OperationRequest.of(request, mayHaveBeenTried, account, links, decryption);
            var delivery = UUID.randomUUID().toString();
            return Retry.retry(
                    "Taking a lease",
                    List.of(MongoException.class),
                    () -> execution.carryOut(operation, connector, delivery));
        } catch (BadAccount e) {
            var message = String.valueOf(e.getMessage());
            if (alarms.isDue(List.of(account.id(), message))) {
                log.error("Account {} cannot be used: {}", account.id(), message);
            }
            return noAccount(mayHaveActed);
        }
    }

    private @Nullable Account account(ConnectorRequest request) {
        var id = request.getMerchantConnectorId();
        try {
            var account =
                    Retry.retry(
                            "Looking up account " + id,
                            List.of(MongoException.class),
                            () -> accounts.byId(id));
            return account != null
                            && account.merchantId().equals(request.getMerchantId())
                            && account.connector().equals(connector.name())
                    ? account
                    : null;
        } catch (IllegalArgumentException e) {
            if (alarms.isDue(id)) {
                log.error("The credentials of account {} cannot be decrypted", id, e);
            }
            return null;
        }
    }

    /** An inquiry that no account can make settles nothing, and is said as it is. */
    private static ProviderResult noAccount(boolean mayHaveActed) {
        var message = "There is no usable connector account.";
        return mayHaveActed
                ? ProviderResult.unknown(message)
                : ProviderResult.unauthorized(message);
    }

    private void publish(Incoming incoming, ConnectorRequest request, ConnectorOutcome outcome) {
        var message =
                Outgoing.of(
                        request.getOutcomeTopic(),
                        Topic.key(request.getMerchantId(), request.getPaymentId()),
                        incoming.messageId() + ":" + outcome.getStatus(),
                        incoming.context().causedBy(incoming.messageId()),
                        outcome);
        Retry.retry(
                "Publishing an outcome",
                List.of(KafkaException.class, RegistryUnavailable.class),
                () -> messaging.publish(message));
    }

    private void deadLetter(ConsumerRecord<byte[], byte[]> message, String reason) {
        Retry.retry(
                "Setting a record aside",
                List.of(KafkaException.class),
                () -> messaging.deadLetter(message, reason));
    }
}
