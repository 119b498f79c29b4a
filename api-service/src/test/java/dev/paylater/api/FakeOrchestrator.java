package dev.paylater.api;

import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.ReplaceOptions;
import dev.paylater.connector.kit.Capabilities.Feature;
import dev.paylater.connector.kit.Market;
import dev.paylater.connectors.Connectors;
import dev.paylater.kit.kafka.Incoming;
import dev.paylater.kit.kafka.KafkaConfiguration;
import dev.paylater.kit.kafka.KafkaSettings;
import dev.paylater.kit.kafka.MessageContext;
import dev.paylater.kit.kafka.MessagePublisher;
import dev.paylater.kit.kafka.MessageReader;
import dev.paylater.kit.kafka.Outgoing;
import dev.paylater.kit.kafka.TopicCreation;
import dev.paylater.options.LinkLifetime;
import dev.paylater.schemas.AcceptDispute;
import dev.paylater.schemas.AddShipment;
import dev.paylater.schemas.ApprovePayment;
import dev.paylater.schemas.CancelPayment;
import dev.paylater.schemas.CapturePayment;
import dev.paylater.schemas.ChallengeDispute;
import dev.paylater.schemas.ConfirmPayment;
import dev.paylater.schemas.CreatePayment;
import dev.paylater.schemas.IncrementAuthorization;
import dev.paylater.schemas.PaymentOptions;
import dev.paylater.schemas.Refusal;
import dev.paylater.schemas.RejectPayment;
import dev.paylater.schemas.Reply;
import dev.paylater.schemas.ReplyTo;
import dev.paylater.schemas.ReserveRefund;
import dev.paylater.schemas.RevokeMandate;
import dev.paylater.schemas.SettleOperation;
import dev.paylater.schemas.SettleRefund;
import dev.paylater.schemas.SettleUnwantedMoney;
import dev.paylater.schemas.SyncRefund;
import dev.paylater.schemas.Topic;
import dev.paylater.schemas.UpdatePayment;
import dev.paylater.schemas.UpdateRefund;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Date;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.errors.WakeupException;
import org.bson.Document;
import org.bson.RawBsonDocument;
import org.bson.codecs.DocumentCodec;
import org.jspecify.annotations.Nullable;
import org.springframework.context.ApplicationContext;

/**
 * Stands for orchestrator-service and refund-service in the tests of the API: it stores payments
 * and refunds in their documented form, drops repeated commands, replies, and can be told to keep
 * its replies.
 */
final class FakeOrchestrator implements AutoCloseable {

    private final KafkaConsumer<byte[], byte[]> consumer;
    private final MessageReader reader;
    private final MessagePublisher publisher;
    private final MongoCollection<Document> payments;
    private final MongoCollection<Document> refunds;
    private final Set<String> handled = new HashSet<>();
    private final List<Incoming> received = new CopyOnWriteArrayList<>();
    private final Thread thread;

    /** While it is set, commands are carried out and nobody hears of it. */
    volatile boolean mute;

    /** Whether commands are left where they are. */
    volatile boolean absent;

    FakeOrchestrator(ApplicationContext context) {
        reader = context.getBean(MessageReader.class);
        publisher = context.getBean(MessagePublisher.class);
        payments = context.getBean(MongoDatabase.class).getCollection("payments");
        refunds = context.getBean(MongoDatabase.class).getCollection("refunds");
        declareCapabilities(context.getBean(MongoDatabase.class));
        context.getBean(TopicCreation.class).ensure(List.of(Topic.REFUND_COMMANDS));
        consumer =
                new KafkaConsumer<>(
                        KafkaConfiguration.consumer(
                                context.getBean(KafkaSettings.class), "fake-" + UUID.randomUUID()));
        consumer.subscribe(List.of(Topic.PAYMENT_COMMANDS.name(), Topic.REFUND_COMMANDS.name()));
        thread = Thread.ofPlatform().name("fake-orchestrator").daemon().start(this::run);
    }

    /** As connector-service does at its start. */
    private static void declareCapabilities(MongoDatabase database) {
        var declared = database.getCollection("connector_capabilities");
        for (var connector : Connectors.all()) {
            var served = connector.capabilities();
            declared.replaceOne(
                    new Document("_id", connector.name()),
                    new Document("_id", connector.name())
                            .append("currencies", List.copyOf(served.currencies()))
                            .append("countries", List.copyOf(served.countries()))
                            .append(
                                    "markets",
                                    served.markets().stream().map(Market::wireName).toList())
                            .append(
                                    "payment_method_types",
                                    List.copyOf(served.paymentMethodTypes()))
                            .append("capture_methods", List.copyOf(served.captureMethods()))
                            .append(
                                    "features",
                                    served.features().stream().map(Feature::wireName).toList()),
                    new ReplaceOptions().upsert(true));
        }
    }

    /** The commands of one kind, repetitions included. */
    <T extends SpecificRecord> List<T> received(Class<T> type) {
        return received.stream()
                .map(Incoming::value)
                .filter(type::isInstance)
                .map(type::cast)
                .toList();
    }

    private void run() {
        try (consumer) {
            while (true) {
                for (var consumed : consumer.poll(Duration.ofMillis(200))) {
                    var message = reader.read(consumed);
                    received.add(message);
                    handle(message);
                }
            }
        } catch (WakeupException _) {
            // The test is over.
        }
    }

    private void handle(Incoming message) {
        if (absent) {
            return;
        }
        var id = message.key();
        var stored = payments.find(new Document("_id", id)).first();
        var isNew = handled.add(message.messageId());
        switch (message.value()) {
            case CreatePayment create -> {
                if (isNew && stored != null) {
                    refuse(create.getReplyTo(), "HE_01", "A payment exists already");
                } else {
                    var payment = stored == null ? create(create) : stored;
                    store(payment, message);
                    reply(create.getReplyTo(), payment);
                }
            }
            case UpdatePayment update -> {
                putLinkConfig(stored, update.getTerms());
                change(update.getReplyTo(), stored, message, null);
            }
            case ConfirmPayment confirm ->
                    change(confirm.getReplyTo(), stored, message, "requires_capture");
            case CapturePayment capture ->
                    change(capture.getReplyTo(), stored, message, "succeeded");
            case CancelPayment cancel -> change(cancel.getReplyTo(), stored, message, "cancelled");
            case SettleOperation settle -> change(settle.getReplyTo(), stored, message, null);
            case SettleUnwantedMoney settle -> change(settle.getReplyTo(), stored, message, null);
            case ApprovePayment approve -> change(approve.getReplyTo(), stored, message, null);
            case RevokeMandate revoke -> change(revoke.getReplyTo(), stored, message, null);
            case AcceptDispute accept -> change(accept.getReplyTo(), stored, message, null);
            case ChallengeDispute challenge ->
                    change(challenge.getReplyTo(), stored, message, null);
            case AddShipment shipment -> ship(shipment, stored, message, isNew);
            case RejectPayment reject -> change(reject.getReplyTo(), stored, message, null);
            case IncrementAuthorization increment ->
                    change(increment.getReplyTo(), stored, message, null);
            case ReserveRefund refund ->
                    refuse(refund.getReplyTo(), "IR_14", "refund is not possible");
            case UpdateRefund update when isHere(update.getRefundId()) -> update(update, message);
            case SyncRefund sync when isHere(sync.getRefundId()) ->
                    change(sync.getReplyTo(), refund(sync.getRefundId()), "status", "succeeded");
            case SettleRefund settle when isHere(settle.getRefundId()) ->
                    change(settle.getReplyTo(), refund(settle.getRefundId()), "status", "failed");
            default -> {}
        }
    }

    /** The topics are those of all APIs of this JVM, each of which has a database of its own. */
    private boolean isHere(String refundId) {
        return refunds.find(new Document("_id", "merchant_sandbox/" + refundId)).first() != null;
    }

    /** Of the merchant that tests of refunds have. */
    private Document refund(String refundId) {
        return Objects.requireNonNull(
                refunds.find(new Document("_id", "merchant_sandbox/" + refundId)).first());
    }

    private void update(UpdateRefund update, Incoming message) {
        var refund = refund(update.getRefundId());
        var journal = new ArrayList<>(refund.getList("journal", Document.class, List.of()));
        journal.add(
                new Document("cause", message.messageId())
                        .append("event", new Document("t", "refund_updated")));
        refund.put("journal", journal);
        if (update.getMetadata() != null) {
            refund.get("details", Document.class).put("metadata", update.getMetadata());
        }
        change(
                update.getReplyTo(),
                refund,
                "reason",
                update.getReason() == null ? refund.get("reason") : update.getReason());
    }

    private void change(
            @Nullable ReplyTo replyTo, Document refund, String field, @Nullable Object value) {
        refund.put(field, value);
        refunds.replaceOne(new Document("_id", refund.get("_id")), refund);
        reply(replyTo, refund);
    }

    private static void putLinkConfig(@Nullable Document stored, Map<String, String> terms) {
        var config = terms.get(LinkLifetime.CONFIG);
        if (stored != null && config != null) {
            stored.get("payment", Document.class)
                    .get("terms", Document.class)
                    .put(LinkLifetime.CONFIG, config);
        }
    }

    private void ship(
            AddShipment shipment, @Nullable Document stored, Incoming message, boolean isNew) {
        if (stored != null && isNew) {
            var payment = stored.get("payment", Document.class);
            var all = new ArrayList<>(payment.getList("shipments", Document.class, List.of()));
            all.add(
                    new Document("shipment_id", shipment.getShipmentId())
                            .append("status", "not_sent")
                            .append("created_at", Date.from(Instant.now()))
                            .append("details", new Document(Map.copyOf(shipment.getDetails()))));
            payment.put("shipments", all);
        }
        change(shipment.getReplyTo(), stored, message, null);
    }

    private void change(
            @Nullable ReplyTo replyTo,
            @Nullable Document stored,
            Incoming message,
            @Nullable String status) {
        if (stored == null) {
            refuse(replyTo, "HE_02", "There is no such payment");
            return;
        }
        if (status != null) {
            stored.put("status", status);
        }
        store(stored, message);
        reply(replyTo, stored);
    }

    private void store(Document payment, Incoming message) {
        var journal = new ArrayList<>(payment.getList("journal", Document.class, List.of()));
        journal.add(
                new Document("sequence", (long) journal.size() + 1)
                        .append("at", Date.from(Instant.now()))
                        .append("cause", message.messageId())
                        .append("event", new Document("t", "changed").append("d", new Document())));
        payment.put("journal", journal);
        payments.replaceOne(
                new Document("_id", payment.get("_id")),
                payment,
                new ReplaceOptions().upsert(true));
    }

    private static Document create(CreatePayment create) {
        var options = create.getOptions();
        var created = Date.from(Instant.ofEpochMilli(create.getIssuedAt()));
        var sessionExpiry = options.getSessionExpiry();
        var expiry = Duration.ofSeconds(sessionExpiry == null ? 900 : sessionExpiry);
        var status = create.getConfirm() ? "requires_capture" : "requires_payment_method";
        return new Document("_id", Topic.key(create.getMerchantId(), create.getPaymentId()))
                .append("status", status)
                .append("net_amount", options.getAmount())
                .append("amount_capturable", create.getConfirm() ? options.getAmount() : 0L)
                .append(
                        "payment",
                        new Document("merchant_id", create.getMerchantId())
                                .append("payment_id", create.getPaymentId())
                                .append("profile_id", create.getProfileId())
                                .append("created", created)
                                .append("updated", created)
                                .append("expires_on", Date.from(created.toInstant().plus(expiry)))
                                .append("intent", intent(options))
                                .append("terms", new Document(new HashMap<>(create.getTerms()))));
    }

    private static Document intent(PaymentOptions options) {
        var intent =
                new Document("amount", options.getAmount())
                        .append("currency", options.getCurrency());
        if (options.getCustomerId() != null) {
            intent.append("customer_id", options.getCustomerId());
        }
        for (var name :
                List.of(
                        "authentication_type",
                        "capture_method",
                        "country",
                        "payment_method_type",
                        "payment_type",
                        "setup_future_usage")) {
            var value = options.get(name);
            if (value != null) {
                intent.append(name, value.toString());
            }
        }
        for (var name : List.of("allowed_payment_method_types", "connector")) {
            if (options.get(name) instanceof List<?> texts) {
                intent.append(name, texts.stream().map(Object::toString).toList());
            }
        }
        return intent;
    }

    private void refuse(@Nullable ReplyTo replyTo, String code, String message) {
        send(replyTo, new Refusal(code, message, null), null);
    }

    private void reply(@Nullable ReplyTo replyTo, Document payment) {
        var shown = new Document(payment);
        shown.remove("journal");
        var raw = new RawBsonDocument(shown, new DocumentCodec());
        send(replyTo, null, raw.getByteBuffer().asNIO());
    }

    private void send(
            @Nullable ReplyTo replyTo, @Nullable Refusal refusal, @Nullable ByteBuffer document) {
        if (replyTo == null || mute) {
            return;
        }
        var reply = new Reply(replyTo.getCorrelationId(), refusal, document);
        publisher
                .publish(
                        new Outgoing(
                                Topic.PAYMENT_REPLIES.name(),
                                "any",
                                replyTo.getPartition(),
                                UUID.randomUUID().toString(),
                                MessageContext.NONE,
                                reply))
                .join();
    }

    @Override
    public void close() {
        consumer.wakeup();
        try {
            thread.join();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
