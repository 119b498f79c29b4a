package dev.paylater.simulation;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.paylater.messaging.AvroCodec;
import dev.paylater.schemas.ConfirmPayment;
import dev.paylater.schemas.ConnectorBooks;
import dev.paylater.schemas.ConnectorError;
import dev.paylater.schemas.ConnectorOutcome;
import dev.paylater.schemas.ConnectorRequest;
import dev.paylater.schemas.MessageHeaders;
import dev.paylater.schemas.PaymentEvent;
import dev.paylater.schemas.RecordDispute;
import dev.paylater.schemas.RecordFoundRefund;
import dev.paylater.schemas.Reply;
import dev.paylater.schemas.SyncPayment;
import dev.paylater.schemas.Topic;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.jspecify.annotations.Nullable;

/** The planted bugs in the messages of a service. Without one it changes nothing. */
final class MessageFaults {

    private static final Set<String> FINAL = Set.of("approved", "declined");

    private final World world;
    private final MemoryLog log;
    private final AvroCodec codec;
    private final Set<String> kindsPublished = new HashSet<>();
    private final Map<String, String> saidOfRefunds = new HashMap<>();
    private final Map<String, Map.Entry<String, Long>> increments = new HashMap<>();
    private int published;
    private @Nullable String answered;

    MessageFaults(World world, MemoryLog log, AvroCodec codec) {
        this.world = world;
        this.log = log;
        this.codec = codec;
    }

    Optional<ProducerRecord<byte[], byte[]>> apply(ProducerRecord<byte[], byte[]> sent) {
        if (!world.isSabotaged()) {
            return Optional.of(sent);
        }
        return switch (codec.decode(sent.value())) {
            case PaymentEvent event -> event(sent, event);
            case ConnectorOutcome outcome when isSecondWord(sent, outcome) -> Optional.empty();
            case ConnectorOutcome outcome -> Optional.of(outcome(sent, outcome));
            case RecordDispute dispute when world.has(PlantedBug.DISPUTED_MONEY_REFUNDED) ->
                    Optional.of(with(sent, notLost(dispute)));
            case ConnectorRequest request when world.has(PlantedBug.CURRENCY_OF_PAYMENT) ->
                    Optional.of(with(sent, inLatestCurrency(request)));
            case ConnectorRequest request when world.has(PlantedBug.CURRENCY_IS_EURO) ->
                    Optional.of(
                            with(
                                    sent,
                                    ConnectorRequest.newBuilder(request)
                                            .setCurrency("EUR")
                                            .build()));
            case SyncPayment sync when world.has(PlantedBug.CHANGE_NOTIFIED_IGNORED) ->
                    Optional.of(sent).filter(_ -> !sync.getCause().equals("notification"));
            case Reply reply when world.has(PlantedBug.ANSWERS_MIXED_UP) ->
                    Optional.of(with(sent, toTheOneBefore(reply)));
            case RecordFoundRefund found when world.has(PlantedBug.FOUND_REFUND_EXECUTED) ->
                    Optional.of(with(sent, found.getRefund()));
            default -> Optional.of(sent);
        };
    }

    /** Whether the provider has said otherwise of this refund before. */
    private boolean isSecondWord(ProducerRecord<byte[], byte[]> sent, ConnectorOutcome outcome) {
        if (!world.has(PlantedBug.TURNED_REFUND_IGNORED)
                || !sent.topic().equals(Topic.REFUND_COMMANDS.name())
                || !FINAL.contains(outcome.getStatus())) {
            return false;
        }
        var before = saidOfRefunds.putIfAbsent(outcome.getOperationId(), outcome.getStatus());
        return before != null && !before.equals(outcome.getStatus());
    }

    private static RecordDispute notLost(RecordDispute dispute) {
        return ProviderDispute.LOST.equals(dispute.getDisputeStatus())
                ? RecordDispute.newBuilder(dispute).setDisputeStatus(ProviderDispute.WON).build()
                : dispute;
    }

    private ConnectorRequest inLatestCurrency(ConnectorRequest request) {
        var currency = request.getCurrency();
        for (var command : log.all(Topic.PAYMENT_COMMANDS.name())) {
            if (codec.decode(command.value()) instanceof ConfirmPayment confirm
                    && confirm.getPaymentId().equals(request.getPaymentId())
                    && confirm.getOptions().getCurrency() != null) {
                currency = confirm.getOptions().getCurrency();
            }
        }
        return ConnectorRequest.newBuilder(request).setCurrency(currency).build();
    }

    /** What the attempt's first increment was answered with, where this is another one. */
    private long older(String attemptId, String operationId, long amount) {
        var first = increments.computeIfAbsent(attemptId, _ -> Map.entry(operationId, amount));
        return first.getKey().equals(operationId) ? amount : first.getValue();
    }

    private Reply toTheOneBefore(Reply reply) {
        var before = answered;
        answered = reply.getCorrelationId();
        return before == null ? reply : Reply.newBuilder(reply).setCorrelationId(before).build();
    }

    private Optional<ProducerRecord<byte[], byte[]>> event(
            ProducerRecord<byte[], byte[]> sent, PaymentEvent event) {
        if (world.has(PlantedBug.NEW_MESSAGE_ID_ON_RESEND)) {
            sent.headers().remove(MessageHeaders.MESSAGE_ID);
            sent.headers()
                    .add(
                            MessageHeaders.MESSAGE_ID,
                            ("evt-" + world.happened() + "-" + ++published).getBytes(UTF_8));
        }
        return world.has(PlantedBug.SECOND_EVENT_DROPPED)
                        && !kindsPublished.add(event.getPaymentId() + event.getType())
                ? Optional.empty()
                : Optional.of(sent);
    }

    private ProducerRecord<byte[], byte[]> outcome(
            ProducerRecord<byte[], byte[]> sent, ConnectorOutcome outcome) {
        var books = outcome.getBooks();
        if (books != null && world.has(PlantedBug.FOUND_CAPTURE_IGNORED)) {
            return with(sent, showing(outcome, 0, books.getRefunded()));
        }
        if (books != null && world.has(PlantedBug.FOUND_REFUND_IGNORED)) {
            return with(sent, showing(outcome, books.getCaptured(), 0));
        }
        var ofRefund = sent.topic().equals(Topic.REFUND_COMMANDS.name());
        if (world.has(PlantedBug.INCREMENT_SHRINKS)
                && outcome.getOperation().equals("increment")
                && outcome.getAmount() != null) {
            var older =
                    older(outcome.getAttemptId(), outcome.getOperationId(), outcome.getAmount());
            return with(sent, ConnectorOutcome.newBuilder(outcome).setAmount(older).build());
        }
        if (world.has(PlantedBug.CAPTURE_NOT_MADE_IS_BOOKED)
                && outcome.getOperation().equals("capture")
                && outcome.getStatus().equals("declined")) {
            return with(sent, ConnectorOutcome.newBuilder(outcome).setStatus("approved").build());
        }
        if (isTakenAsDecline(outcome, ofRefund)) {
            return with(sent, declined(outcome));
        }
        if (!outcome.getStatus().equals("unknown") || outcome.getInquiry()) {
            return sent;
        }
        if (world.has(ofRefund ? PlantedBug.UNKNOWN_REFUND_FAILS : PlantedBug.TIMEOUT_IS_DECLINE)) {
            return with(sent, declined(outcome));
        }
        if (world.has(PlantedBug.SHIPMENT_LOST_IS_TAKEN) && outcome.getOperation().equals("ship")) {
            return with(sent, ConnectorOutcome.newBuilder(outcome).setStatus("approved").build());
        }
        if (!ofRefund && world.has(PlantedBug.TIMEOUT_IS_APPROVAL)) {
            return with(sent, ConnectorOutcome.newBuilder(outcome).setStatus("approved").build());
        }
        return sent;
    }

    private static ConnectorOutcome showing(
            ConnectorOutcome outcome, long captured, long refunded) {
        return ConnectorOutcome.newBuilder(outcome)
                .setBooks(new ConnectorBooks(captured, refunded, outcome.getBooks().getReleased()))
                .build();
    }

    private boolean isTakenAsDecline(ConnectorOutcome outcome, boolean ofRefund) {
        return switch (outcome.getStatus()) {
            case "unauthorized" -> world.has(PlantedBug.REFUSED_ACCOUNT_IS_DECLINE);
            case "not_found" ->
                    world.has(
                            ofRefund
                                    ? PlantedBug.REFUND_NOT_FOUND_IS_DECLINE
                                    : PlantedBug.NOT_FOUND_AT_PAGE_IS_DECLINE);
            default -> false;
        };
    }

    private static ConnectorOutcome declined(ConnectorOutcome outcome) {
        return ConnectorOutcome.newBuilder(outcome)
                .setStatus("declined")
                .setAttemptStatus("failure")
                .setError(
                        ConnectorError.newBuilder()
                                .setUnifiedCode("declined")
                                .setUnifiedMessage("No.")
                                .build())
                .build();
    }

    private ProducerRecord<byte[], byte[]> with(
            ProducerRecord<byte[], byte[]> sent, SpecificRecord value) {
        return new ProducerRecord<>(
                sent.topic(), null, sent.key(), codec.encode(sent.topic(), value), sent.headers());
    }
}
