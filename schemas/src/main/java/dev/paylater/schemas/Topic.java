package dev.paylater.schemas;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.avro.specific.SpecificRecord;

/**
 * The catalogue of topics: what travels where, in what order, for how long, from whom to whom. Keys
 * are "merchant/payment" wherever a payment is concerned, so all of it keeps its order.
 *
 * @param name the topic
 * @param messages the record types it may carry
 * @param partitions how many, in production
 * @param retention how long a record is kept; of a compacted topic, how long a deletion is
 * @param writers services that publish to it
 * @param readers services that consume it
 * @param compacted whether the latest record of each key is kept for good, and no other
 */
public record Topic(
        String name,
        Set<Class<? extends SpecificRecord>> messages,
        int partitions,
        Duration retention,
        Set<String> writers,
        Set<String> readers,
        boolean compacted) {

    public static final String API = "api-service";
    public static final String ORCHESTRATOR = "orchestrator-service";
    public static final String CONNECTOR = "connector-service";
    public static final String REFUND = "refund-service";
    public static final String WEBHOOK = "webhook-service";

    private static final String DEAD_LETTER_SUFFIX = ".dlt";

    /** Order matters here; more partitions than consumer threads will ever be wanted. */
    private static final int ORDERED = 24;

    /** Workers beyond the partitions stand by, so connectors get twice as many. */
    private static final int CONNECTOR_PARTITIONS = 48;

    public static final Topic PAYMENT_COMMANDS =
            new Topic(
                    "payments.commands",
                    Set.of(
                            CreatePayment.class,
                            UpdatePayment.class,
                            ConfirmPayment.class,
                            CapturePayment.class,
                            CancelPayment.class,
                            ApprovePayment.class,
                            RejectPayment.class,
                            IncrementAuthorization.class,
                            CompleteAuthorization.class,
                            AuthenticateThreeDs.class,
                            RevokeMandate.class,
                            AcceptDispute.class,
                            ChallengeDispute.class,
                            AddShipment.class,
                            SyncPayment.class,
                            SettleOperation.class,
                            SettleUnwantedMoney.class,
                            ReserveRefund.class,
                            RecordRefundStatus.class,
                            DeadlinePassed.class,
                            RecordDispute.class,
                            ConnectorOutcome.class),
                    ORDERED,
                    Duration.ofDays(7),
                    Set.of(API, CONNECTOR, REFUND, ORCHESTRATOR),
                    Set.of(ORCHESTRATOR));

    public static final Topic PAYMENT_EVENTS =
            new Topic(
                    "payments.events",
                    Set.of(PaymentEvent.class),
                    ORDERED,
                    Duration.ofDays(30),
                    Set.of(ORCHESTRATOR),
                    Set.of(WEBHOOK));

    /** What a new consumer starts with: every payment as it is, without its history. */
    public static final Topic PAYMENT_STATE =
            new Topic(
                    "payments.state",
                    Set.of(PaymentState.class),
                    ORDERED,
                    Duration.ofDays(30),
                    Set.of(WEBHOOK),
                    Set.of(),
                    true);

    public static final Topic PAYMENT_REPLIES =
            new Topic(
                    "payments.replies",
                    Set.of(Reply.class),
                    ORDERED,
                    Duration.ofHours(1),
                    Set.of(ORCHESTRATOR, REFUND),
                    Set.of(API));

    public static final Topic REFUND_COMMANDS =
            new Topic(
                    "refunds.commands",
                    Set.of(
                            ExecuteRefund.class,
                            RecordFoundRefund.class,
                            SyncRefund.class,
                            UpdateRefund.class,
                            SettleRefund.class,
                            RefundDeadlinePassed.class,
                            ConnectorOutcome.class),
                    ORDERED,
                    Duration.ofDays(7),
                    Set.of(ORCHESTRATOR, CONNECTOR, REFUND, API),
                    Set.of(REFUND));

    public static final Topic REFUND_EVENTS =
            new Topic(
                    "refunds.events",
                    Set.of(RefundEvent.class),
                    ORDERED,
                    Duration.ofDays(30),
                    Set.of(REFUND),
                    Set.of(WEBHOOK));

    /** In one partition, so in the order in which it was published; the key is the actor. */
    public static final Topic AUDIT_EVENTS =
            new Topic(
                    "audit.events",
                    Set.of(AuditEvent.class),
                    1,
                    Duration.ofDays(30),
                    Set.of(API),
                    Set.of());

    /** The connectors a merchant can name, as the interface spells them. */
    public static final List<String> CONNECTORS =
            List.of(
                    "sandbox",
                    "klarna",
                    "affirm",
                    "afterpay_clearpay",
                    "sezzle",
                    "scalapay",
                    "riverty",
                    "tamara",
                    "tabby",
                    "mondu",
                    "billie",
                    "two",
                    "paypal",
                    "alma");

    Topic(
            String name,
            Set<Class<? extends SpecificRecord>> messages,
            int partitions,
            Duration retention,
            Set<String> writers,
            Set<String> readers) {
        this(name, messages, partitions, retention, writers, readers, false);
    }

    /** One topic per connector, so that a slow provider holds up nobody else. */
    public static Topic ofConnector(String connector) {
        return new Topic(
                "connectors." + connector,
                Set.of(ConnectorRequest.class),
                CONNECTOR_PARTITIONS,
                Duration.ofDays(7),
                Set.of(ORCHESTRATOR, REFUND),
                Set.of(CONNECTOR));
    }

    /** Where records of this topic go that cannot be decoded or handled; operators look at them. */
    public Topic deadLetters() {
        return new Topic(
                name + DEAD_LETTER_SUFFIX, messages, 1, Duration.ofDays(30), readers, Set.of(API));
    }

    /** The largest record that the topic takes. */
    public int maxMessageBytes() {
        return name.endsWith(DEAD_LETTER_SUFFIX)
                ? MessageSizes.MAX_DEAD_LETTER
                : MessageSizes.MAX_MESSAGE;
    }

    /**
     * The topics that there are whatever connectors there are. A connector's own is created by
     * whoever serves it, before anybody may route to it.
     */
    public static List<Topic> shared() {
        return List.of(
                PAYMENT_COMMANDS,
                PAYMENT_EVENTS,
                PAYMENT_STATE,
                PAYMENT_REPLIES,
                REFUND_COMMANDS,
                REFUND_EVENTS,
                AUDIT_EVENTS);
    }

    /** Every topic there may be, but the dead letters. */
    public static List<Topic> all() {
        return Stream.concat(shared().stream(), CONNECTORS.stream().map(Topic::ofConnector))
                .toList();
    }

    /** The key under which everything about a payment travels and is stored. */
    public static String key(String merchantId, String paymentId) {
        return merchantId + "/" + paymentId;
    }

    /** What each consumer group of the services reads, by the group's name. */
    public static Map<String, String> byGroup() {
        var topics = new HashMap<String, String>();
        topics.put(ORCHESTRATOR, PAYMENT_COMMANDS.name());
        topics.put(REFUND, REFUND_COMMANDS.name());
        for (var events : List.of(PAYMENT_EVENTS, REFUND_EVENTS)) {
            topics.put(WEBHOOK + "." + events.name(), events.name());
        }
        for (var connector : CONNECTORS) {
            topics.put(CONNECTOR + "." + connector, ofConnector(connector).name());
        }
        return Map.copyOf(topics);
    }
}
