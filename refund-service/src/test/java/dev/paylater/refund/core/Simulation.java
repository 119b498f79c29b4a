package dev.paylater.refund.core;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylater.kernel.Waiter;
import dev.paylater.provider.ProviderResult;
import dev.paylater.schemas.RequestLifetime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.PriorityQueue;
import java.util.Random;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One payment, its refunds, a provider and everything that can go wrong between them, in one thread
 * with a clock of its own. A seed decides all of it.
 */
final class Simulation {

    private static final Duration TROUBLE = Duration.ofMinutes(10);

    /** How far a worker's clock may be behind: it then begins a call that much too late. */
    private static final Duration CLOCKS = Duration.ofSeconds(5);

    /** From the time until which a worker may begin a call to the latest end of one. */
    private static final Duration LONGEST_CALL = RequestLifetime.LONGEST_CALL.plus(CLOCKS);

    private final Random random;
    private final boolean refundsPerCapture;
    private final SimulatedProvider provider;
    private final SimulatedPayment payment;
    private final PriorityQueue<Planned> plans =
            new PriorityQueue<>(
                    Comparator.comparing(Planned::at).thenComparingLong(Planned::number));
    private final List<Recorded> log = new ArrayList<>();
    private final Map<String, Stored> store = new HashMap<>();
    private final Set<String> answered = new HashSet<>();
    private final Map<String, RefundStatus> ended = new HashMap<>();
    private Instant now = Scenario.START;
    private long planned;
    private int committed;
    private boolean running = true;

    private record Planned(Instant at, long number, Runnable action) {}

    private record Recorded(String commandId, String refundId, RefundCommand command) {}

    private record Stored(long version, History journal) {}

    /** The process dies; what it had in memory is gone. */
    private static final class Crash extends RuntimeException {
        Crash() {
            super(null, null, false, false);
        }
    }

    Simulation(long seed) {
        random = new Random(seed);
        refundsPerCapture = random.nextBoolean();
        provider = new SimulatedProvider(random);
        payment = new SimulatedPayment(random);
    }

    void run(int refunds) {
        for (var number = 1; number <= refunds; number++) {
            var order = number;
            plan(within(TROUBLE), () -> reserve(order));
        }
        plan(Duration.ZERO, this::sweep);
        var end = Scenario.START.plus(Duration.ofDays(3));
        while (!plans.isEmpty() && now.isBefore(end) && !isSettled()) {
            var next = plans.remove();
            now = next.at();
            next.action().run();
            checkMoney();
        }
        checkEnd();
    }

    private boolean isSettled() {
        return now.isAfter(Scenario.START.plus(TROUBLE))
                && committed == log.size()
                && payment.statuses().values().stream().allMatch(RefundStatus::isFinal);
    }

    private void plan(Duration delay, Runnable action) {
        plans.add(new Planned(now.plus(delay), planned++, action));
    }

    private Duration within(Duration most) {
        return Duration.ofMillis(random.nextLong(most.toMillis()));
    }

    /** Things go wrong for a while, and then everybody gets well. */
    private boolean strikes(int percent) {
        return now.isBefore(Scenario.START.plus(TROUBLE)) && random.nextInt(100) < percent;
    }

    private void reserve(int number) {
        payment.reserve(number)
                .ifPresent(
                        order -> {
                            var waiter = new Waiter(order.refundId(), 0, order.refundId());
                            var execute = new RefundCommand.ExecuteRefund(order, waiter, false);
                            append("execute-" + number, order.refundId(), execute);
                            if (strikes(20)) {
                                append("execute-" + number, order.refundId(), execute);
                            }
                        });
    }

    private void append(String commandId, String refundId, RefundCommand command) {
        log.add(new Recorded(commandId, refundId, command));
        plan(within(Duration.ofMillis(50)), this::consume);
    }

    private void sweep() {
        for (var entry : store.entrySet()) {
            var refund = refundOf(entry.getValue());
            refund.due()
                    .filter(due -> !due.isAfter(now))
                    .ifPresent(
                            due ->
                                    append(
                                            entry.getKey() + "/due/" + due.toEpochMilli(),
                                            entry.getKey(),
                                            new RefundCommand.DeadlinePassed(due)));
        }
        plan(Duration.ofSeconds(2), this::sweep);
    }

    private static Refund refundOf(Stored stored) {
        return Objects.requireNonNull(stored.journal().refund());
    }

    /** A consumer takes what is not committed; it may die at any point and start again. */
    private void consume() {
        if (!running || committed == log.size()) {
            return;
        }
        var batch = log.subList(committed, log.size());
        var upTo = log.size();
        try {
            for (var recorded : List.copyOf(batch)) {
                process(recorded, true);
            }
            dieSometimes();
            committed = upTo;
        } catch (Crash e) {
            running = false;
            plan(
                    within(Duration.ofSeconds(20)),
                    () -> {
                        running = true;
                        consume();
                    });
        }
    }

    private void dieSometimes() {
        if (strikes(3)) {
            throw new Crash();
        }
    }

    /** Decides, writes on the condition of the version, and sends; in this order. */
    private void process(Recorded recorded, boolean mayOverlap) {
        while (true) {
            var before = store.getOrDefault(recorded.refundId(), new Stored(0, History.EMPTY));
            var handled =
                    before.journal()
                            .handle(
                                    recorded.commandId(),
                                    recorded.command(),
                                    context(recorded.refundId()),
                                    now);
            if (mayOverlap && strikes(5)) {
                // Another member that has not noticed yet that this partition is not its own.
                process(recorded, false);
            }
            dieSometimes();
            if (!handled.history().equals(before.journal())
                    && !write(recorded.refundId(), before.version(), handled.history())) {
                continue;
            }
            dieSometimes();
            for (var effect : handled.sent()) {
                send(effect);
            }
            return;
        }
    }

    private RefundContext context(String refundId) {
        return new RefundContext(
                refundsPerCapture,
                store.entrySet().stream()
                        .filter(entry -> !entry.getKey().equals(refundId))
                        .map(entry -> refundOf(entry.getValue()))
                        .toList());
    }

    private boolean write(String refundId, long version, History journal) {
        if (store.getOrDefault(refundId, new Stored(0, History.EMPTY)).version() != version) {
            return false;
        }
        store.put(refundId, new Stored(version + 1, journal));
        return true;
    }

    private void send(History.Sent effect) {
        switch (effect.message()) {
            case RefundMessage.RequestRefund(_, var part, _) when strikes(5) ->
                    assertThat(part.isOpen()).as("a lost request is inquired").isTrue();
            case RefundMessage.RequestRefund(var refund, var part, _) -> {
                work(refund, part);
                if (strikes(15)) {
                    work(refund, part);
                }
            }
            case RefundMessage.InquireStatus(var refund, var part, _) -> inquire(refund, part);
            case RefundMessage.RecordStatus(var refund, _) ->
                    plan(
                            within(Duration.ofSeconds(2)),
                            () -> payment.record(effect.messageId(), refund));
            case RefundMessage.Answer(var waiter, _) -> answered.add(waiter.correlationId());
            case RefundMessage.Announce _ -> {}
            case RefundMessage.DropReservation _,
                    RefundMessage.AnswerRefusal _,
                    RefundMessage.RaiseAlarm _ ->
                    throw new AssertionError("Not in this world: " + effect);
        }
    }

    /** A worker meets the request some time, calls the provider, and tells what it saw. */
    private void work(Refund refund, Part part) {
        var requestedAt = now;
        var notAfter = part.inquiry().notAfter();
        plan(
                within(Duration.ofSeconds(strikes(10) ? 90 : 2)),
                () -> {
                    if (now.isAfter(notAfter) || strikes(10)) {
                        outcome(refund, part, requestedAt, ProviderResult.notExecuted("no call"));
                    } else if (strikes(5)) {
                        outcome(refund, part, requestedAt, Samples.unauthorized());
                    } else if (strikes(15)) {
                        // The request does not reach the provider.
                        outcome(refund, part, requestedAt, Samples.unknown());
                    } else {
                        plan(within(LONGEST_CALL), () -> call(refund, part, requestedAt));
                    }
                });
    }

    private void call(Refund refund, Part part, Instant requestedAt) {
        var key = part.operationId();
        var result = provider.execute(key, part.allocation().amount());
        outcome(refund, part, requestedAt, strikes(20) ? Samples.unknown() : result);
        if (result.status() == ProviderResult.Status.PENDING
                || result.status() == ProviderResult.Status.IN_REVIEW) {
            plan(
                    within(Duration.ofMinutes(10)),
                    () -> {
                        if (provider.settle(key, part.allocation().amount())
                                && random.nextBoolean()) {
                            report(refund, part, true, null, provider.inquire(key));
                        }
                    });
        }
    }

    /** The answer may be on its way for as long as a call takes. */
    private void inquire(Refund refund, Part part) {
        var requestedAt = now;
        plan(
                within(Duration.ofSeconds(3)),
                () -> {
                    var result = strikes(10) ? Samples.unauthorized() : known(part);
                    var onItsWay = strikes(10) ? within(LONGEST_CALL) : Duration.ZERO;
                    plan(onItsWay, () -> report(refund, part, true, requestedAt, result));
                });
    }

    private ProviderResult known(Part part) {
        var result = provider.inquire(part.operationId());
        return strikes(20) ? Samples.unknown() : result;
    }

    private void outcome(Refund refund, Part part, Instant requestedAt, ProviderResult result) {
        report(refund, part, false, requestedAt, result);
    }

    private void report(
            Refund refund,
            Part part,
            boolean inquired,
            @Nullable Instant requestedAt,
            ProviderResult result) {
        append(
                "outcome-" + planned++,
                refund.order().refundId(),
                new RefundCommand.RecordProviderResult(
                        part.operationId(), inquired, requestedAt, result));
    }

    /** What must hold after every step. */
    private void checkMoney() {
        assertThat(provider.refunded())
                .isLessThanOrEqualTo(payment.held())
                .isLessThanOrEqualTo(payment.captured());
        store.forEach(
                (refundId, stored) -> {
                    var refund = refundOf(stored);
                    if (refund.status().isFinal()) {
                        assertThat(ended.computeIfAbsent(refundId, _ -> refund.status()))
                                .isEqualTo(refund.status());
                        var moved =
                                refund.parts().stream()
                                        .mapToLong(part -> provider.refunded(part.operationId()))
                                        .sum();
                        assertThat(refund.refunded()).as("of " + refundId).isEqualTo(moved);
                    } else {
                        assertThat(refund.due()).as("of " + refundId).isPresent();
                    }
                });
    }

    /** What must hold once everybody is well and quiet. */
    private void checkEnd() {
        assertThat(payment.statuses().keySet()).isEqualTo(store.keySet()).isEqualTo(answered);
        assertThat(ended).isEqualTo(payment.statuses());
        assertThat(payment.held()).isEqualTo(provider.refunded());
    }
}
