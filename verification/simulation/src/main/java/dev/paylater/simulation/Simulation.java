package dev.paylater.simulation;

import dev.paylater.connector.kit.Connector;
import dev.paylater.connectors.sandbox.Sandbox;
import dev.paylater.kernel.Stored;
import dev.paylater.messaging.AvroCodec;
import dev.paylater.orchestrator.payment.Payment;
import dev.paylater.orchestrator.payment.PaymentEvent;
import dev.paylater.refund.core.Refund;
import dev.paylater.refund.core.RefundEvent;
import dev.paylater.schemas.Topic;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.IntSupplier;

/**
 * One seed: the whole system, a merchant, two providers, and all that goes wrong between them.
 * While there are faults every write and every effect is checked; when they have ended everything
 * must settle in time, and all books must agree.
 */
final class Simulation {

    /** Everything must be settled this long after the last fault. */
    private static final long SETTLING_MILLIS = 2 * 3_600_000L;

    /**
     * For each payment; a usual one comes to 1,000, processes that die a hundred times to 22,000,
     * and what goes round in circles to any number.
     */
    private static final long MAX_HAPPENINGS = 50_000;

    private static final long LONGEST_REBALANCE_PAUSE = 60_000;

    /** How one seed ended. */
    record Result(
            long seed,
            Optional<String> broken,
            long happenings,
            int payments,
            int refunds,
            long settledAfterMillis,
            List<String> trace) {}

    private final long seed;
    private final Scenario scenario;
    private final World world;
    private final Trace trace;
    private final MemoryLog log;
    private final WatchedStore<Payment, PaymentEvent> payments;
    private final WatchedStore<Refund, RefundEvent> refunds;
    private final RandomMerchant merchant;
    private final List<TopicGroup> groups = new ArrayList<>();
    private final List<Node> nodes = new ArrayList<>();
    private final SetAside setAside = new SetAside();
    private final Map<String, ProviderModel> providers = new LinkedHashMap<>();
    private IntSupplier underWay = () -> 0;
    private final List<Notices> notices = new ArrayList<>();
    private final AskedFor asked = new AskedFor();
    private final AvroCodec codec = AvroCodec.of(new MemoryRegistry());

    private Simulation(long seed, Scenario scenario, Set<PlantedBug> planted, boolean tracing) {
        this.seed = seed;
        this.scenario = scenario;
        trace = new Trace(tracing);
        world =
                new World(
                        new Randomness(seed, scenario.adverse(), scenario.always()),
                        trace,
                        planted);
        log = new MemoryLog(world);
        var atRest =
                new AtRest(
                        world::now,
                        id -> Settlement.ofAttempt(providers.values(), id),
                        () -> groups.stream().mapToLong(TopicGroup::behindMillis).max().orElse(0));
        payments =
                new WatchedStore<>(
                        world,
                        scenario.adverse() ? new PaymentPromises(atRest) : new PaymentPromises(),
                        Payment::due,
                        Stored::id);
        refunds =
                new WatchedStore<>(
                        world,
                        new RefundPromises(world.chance().knows(Circumstance.REFUND_TURNS)),
                        Refund::due,
                        stored ->
                                Topic.key(
                                        stored.state().order().merchantId(),
                                        stored.state().order().paymentId()));
        merchant = new RandomMerchant(world, log, codec, payments, refunds, scenario, asked);
    }

    /** Plays a seed. */
    static Result play(long seed, Scenario scenario, Set<PlantedBug> planted) {
        return new Simulation(seed, scenario, planted, false).play();
    }

    /** Plays a seed and tells everything that happens. */
    static Result tell(long seed, Scenario scenario, Set<PlantedBug> planted) {
        return new Simulation(seed, scenario, planted, true).play();
    }

    private Result play() {
        Optional<String> broken = Optional.empty();
        var ended = scenario.minutes() * 60_000L;
        try {
            build();
            while (world.goOn(ended)) {
                limit();
            }
            world.chance().stopFaults();
            world.tell("world", "NO MORE FAULTS");
            groups.forEach(TopicGroup::restart);
            settle(ended + SETTLING_MILLIS);
        } catch (Violation e) {
            world.tell("world", "BROKEN: %s", String.valueOf(e.getMessage()));
            broken = Optional.of(String.valueOf(e.getMessage()));
        }
        return new Result(
                seed,
                broken,
                world.happened(),
                payments.all().size(),
                refunds.all().size(),
                world.now() - ended,
                trace.lines());
    }

    private void build() {
        var isKeyless = world.chance().knows(Circumstance.KEYLESS);
        var connector =
                Connector.of(
                        isKeyless && !world.has(PlantedBug.NOT_INQUIRED_FIRST)
                                ? new KeylessSandbox()
                                : new Sandbox());
        var accounts = new MerchantAccounts(List.of("north", "south"), connector);
        var connectors = new ArrayList<ConnectorNode>();
        for (var name : accounts.names()) {
            var ofProvider = new Notices(world, name, accounts.secret(name), connectors);
            notices.add(ofProvider);
            providers.put(name, new ProviderModel(world, name, ofProvider, scenario));
        }
        var byHost = new LinkedHashMap<String, ProviderModel>();
        providers.forEach((name, provider) -> byHost.put(MerchantAccounts.host(name), provider));
        var network = new Network(world, byHost);
        underWay = network::underWay;
        var events = new MemoryEvents();
        var leases = new MemoryLeases();
        var commands = group(Topic.PAYMENT_COMMANDS);
        var refundCommands = group(Topic.REFUND_COMMANDS);
        var requests = group(Topic.ofConnector(connector.name()));
        for (var i = 1; i <= 2; i++) {
            nodes.add(
                    new OrchestratorNode(
                            world,
                            "orchestrator-" + i,
                            log,
                            codec,
                            commands,
                            payments,
                            accounts.forRouting(),
                            setAside));
            nodes.add(
                    new RefundNode(
                            world, "refund-" + i, log, codec, refundCommands, refunds, setAside));
            var connectorNode =
                    new ConnectorNode(
                            world,
                            "connector-" + i,
                            log,
                            codec,
                            requests,
                            connector,
                            accounts.forCalls(),
                            events,
                            leases,
                            network);
            connectors.add(connectorNode);
            nodes.add(connectorNode);
        }
        nodes.forEach(Node::start);
        groups.forEach(this::unsettle);
        merchant.begin();
    }

    private TopicGroup group(Topic topic) {
        var group = new TopicGroup(world, log, topic.name());
        groups.add(group);
        return group;
    }

    /** Now and then the partitions are dealt out anew, for no reason that the processes know. */
    private void unsettle(TopicGroup group) {
        world.after(
                world.chance().between(1, LONGEST_REBALANCE_PAUSE),
                () -> {
                    if (world.chance().faulty()) {
                        if (world.chance().knows(Fault.REBALANCE)) {
                            group.rebalance();
                        }
                        unsettle(group);
                    }
                });
    }

    private void settle(long latest) {
        var settlement =
                new Settlement(
                        payments,
                        refunds,
                        List.copyOf(providers.values()),
                        asked,
                        log,
                        codec,
                        setAside);
        while (world.goOn(latest)) {
            limit();
            if (world.happened() % 50 == 0
                    && loose().isEmpty()
                    && settlement.unsettled().isEmpty()) {
                break;
            }
        }
        loose().ifPresent(
                        what -> {
                            throw new Violation("never comes to rest: " + what);
                        });
        settlement
                .unsettled()
                .ifPresent(
                        what -> {
                            throw new Violation("never settles: " + what);
                        });
        settlement.check();
    }

    /** Something around the services that is still to come, if there is any. */
    private Optional<String> loose() {
        return groups.stream()
                .flatMap(group -> group.lag().stream())
                .findFirst()
                .or(
                        () ->
                                notices.stream().anyMatch(ofProvider -> ofProvider.owed() > 0)
                                        ? Optional.of("a webhook that nobody takes")
                                        : Optional.empty())
                .or(
                        () ->
                                underWay.getAsInt() > 0
                                        ? Optional.of("a request that has not arrived")
                                        : Optional.empty())
                .or(
                        () ->
                                providers.values().stream()
                                        .flatMap(provider -> provider.payments().stream())
                                        .filter(ProviderPayment::isUndecided)
                                        .findFirst()
                                        .map(open -> open.attemptReference + " is undecided"));
    }

    private void limit() {
        if (world.happened() > MAX_HAPPENINGS * scenario.payments()) {
            throw new Violation("comes to no end: " + world.happened() + " things have happened");
        }
    }
}
