package dev.paylater.simulation;

import dev.paylater.connector.account.Accounts;
import dev.paylater.connector.call.CallSettings;
import dev.paylater.connector.call.OperationExecution;
import dev.paylater.connector.kafka.Deliveries;
import dev.paylater.connector.kafka.RequestHandler;
import dev.paylater.connector.kit.Connector;
import dev.paylater.connector.kit.Notification;
import dev.paylater.connector.lease.LeasedExecution;
import dev.paylater.connector.webhook.Reception;
import dev.paylater.kit.kafka.MessageContext;
import dev.paylater.kit.security.CustomerAddresses;
import dev.paylater.kit.security.KeyRing;
import dev.paylater.messaging.AvroCodec;
import io.micrometer.core.instrument.composite.CompositeMeterRegistry;
import java.time.Duration;
import java.util.Base64;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/**
 * A process of connector-service: each request in a coroutine of its own, as each has a virtual
 * thread there, and the finished prefix of each partition committed now and then.
 */
final class ConnectorNode extends Node {

    /** The proofs in the addresses are nothing that the simulated customers look at. */
    private static final CustomerAddresses ADDRESSES =
            new CustomerAddresses(
                    "https://paylater.test",
                    KeyRing.parse(
                            "a key", "1:" + Base64.getEncoder().encodeToString(new byte[32])));

    /** Longer than in production: each look at whose turn it is counts as a happening. */
    private static final long TURN_MILLIS = 500;

    /** Twice as many where each operation is inquired about first. */
    private static final int CALLS_PER_SECOND = 3;

    /** Limits that are never met. No call waits for its turn: that would be in real time. */
    private static final CallSettings UNLIMITED =
            new CallSettings(
                    Network.TIMEOUT,
                    Duration.ofSeconds(2),
                    10_000,
                    0,
                    Duration.ZERO,
                    new CallSettings.BreakerSettings(10_000, 10_000, 100, Duration.ofSeconds(5)),
                    Set.of());

    /** So few that calls are turned away, which here nobody waits for, and most are not. */
    private static CallSettings limited(int callsPerSecond, Duration breakerPause) {
        return new CallSettings(
                Network.TIMEOUT,
                Duration.ofSeconds(2),
                2,
                callsPerSecond,
                Duration.ZERO,
                new CallSettings.BreakerSettings(4, 4, 50, breakerPause),
                Set.of());
    }

    private final MemoryLog log;
    private final AvroCodec codec;
    private final TopicGroup group;
    private final Connector connector;
    private final Accounts accounts;
    private final MemoryEvents events;
    private final MemoryLeases leases;
    private final Network network;
    private Reception reception;

    ConnectorNode(
            World world,
            String name,
            MemoryLog log,
            AvroCodec codec,
            TopicGroup group,
            Connector connector,
            Accounts accounts,
            MemoryEvents events,
            MemoryLeases leases,
            Network network) {
        super(world, name, group);
        this.log = log;
        this.codec = codec;
        this.group = group;
        this.connector = connector;
        this.accounts = accounts;
        this.events = events;
        this.leases = leases;
        this.network = network;
        this.reception = reception();
    }

    private Reception reception() {
        var kit = new ServiceKit(this, log, codec, false);
        return new Reception(
                Map.of(connector.name(), connector),
                accounts,
                execution(),
                events.usedBy(this),
                kit.publisher,
                clock);
    }

    private OperationExecution execution() {
        return OperationExecution.over(
                network.usedBy(this),
                limits(),
                new CompositeMeterRegistry(),
                clock,
                world.has(PlantedBug.RATE_NEVER_RENEWED)
                        ? () -> 0
                        : () -> Duration.ofMillis(world.now()).toNanos());
    }

    private CallSettings limits() {
        if (!world.chance().knows(Circumstance.LIMITED)) {
            return UNLIMITED;
        }
        return limited(
                world.chance().knows(Circumstance.KEYLESS)
                        ? 2 * CALLS_PER_SECOND
                        : CALLS_PER_SECOND,
                world.has(PlantedBug.BREAKER_NEVER_CLOSES)
                        ? Duration.ofDays(30)
                        : Duration.ofSeconds(20));
    }

    @Override
    void begin() {
        var kit = new ServiceKit(this, log, codec, true);
        reception = reception();
        var handler =
                RequestHandler.of(
                        connector,
                        kit.reader,
                        kit.publisher,
                        kit.deadLetters,
                        accounts,
                        new LeasedExecution(execution(), leases.usedBy(this), clock),
                        ADDRESSES,
                        new Deliveries(_ -> sleep(TURN_MILLIS)),
                        clock);
        var worker = new ConnectorWorker(this, group, handler);
        spawn(worker::run);
    }

    /** Takes a webhook in, as its controller does; says nothing when the process dies over it. */
    void receive(Notification notification, Consumer<Reception.Result> answer) {
        spawn(
                () -> {
                    try {
                        answer.accept(
                                reception.receive(
                                        RandomMerchant.ID,
                                        connector.name(),
                                        notification,
                                        MessageContext.NONE));
                    } catch (RuntimeException e) {
                        world.tell(name, "does not take the webhook: %s", e);
                    }
                });
    }
}
