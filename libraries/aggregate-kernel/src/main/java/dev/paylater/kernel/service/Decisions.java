package dev.paylater.kernel.service;

import static java.util.stream.Collectors.joining;

import dev.paylater.kernel.Entry;
import dev.paylater.kernel.Stored;
import dev.paylater.kernel.command.Aggregate;
import dev.paylater.kernel.command.Received;
import dev.paylater.kernel.store.DocumentStore;
import dev.paylater.kernel.store.Due;
import dev.paylater.kit.Latest;
import dev.paylater.kit.kafka.Incoming;
import dev.paylater.kit.kafka.MessageContext;
import dev.paylater.kit.log.LogKeys;
import dev.paylater.kit.trace.TraceParent;
import dev.paylater.kit.trace.TraceSpan;
import dev.paylater.kit.trace.Traces;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.apache.avro.specific.SpecificRecord;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A line, a count and a span of its trace for each decision, once it is written. It stands around
 * the store and the decoder and changes nothing; where it fails, the decision stands all the same.
 *
 * <p>A write that the store has not confirmed, and that is found made when it is tried again, has
 * no line: its events are in the journal.
 */
public final class Decisions<S, C extends Received, E> {

    private static final Logger log = LoggerFactory.getLogger(Decisions.class);

    /** More than the documents and commands that a process has in its hands. */
    private static final int MOST = 10_000;

    private static final Duration[] BOUNDS = {
        Duration.ofSeconds(1),
        Duration.ofSeconds(10),
        Duration.ofMinutes(1),
        Duration.ofMinutes(10),
        Duration.ofHours(1),
        Duration.ofDays(1)
    };

    /** As a timeline names events: authorization_approved. */
    private static final ClassValue<String> NAMES =
            new ClassValue<>() {
                @Override
                protected String computeValue(Class<?> type) {
                    return type.getSimpleName()
                            .replaceAll("(?<=[a-z])(?=[A-Z])", "_")
                            .toLowerCase(Locale.ROOT);
                }
            };

    /**
     * What a line says of a payment or a refund.
     *
     * @param connector null before there is one
     */
    public record Facts(
            String merchantId,
            String paymentId,
            @Nullable String refundId,
            @Nullable String connector,
            String status) {}

    /**
     * A command that came in a while ago.
     *
     * @param received null where its trace is not exported
     */
    private record Cause(
            String type,
            MessageContext context,
            @Nullable String operationId,
            @Nullable Instant received) {}

    /** How far the journal of a document was when it was seen last. */
    private record Seen(long sequence, String status, @Nullable Instant since) {}

    private final String kind;
    private final Aggregate<S, C, E> aggregate;
    private final Function<S, Facts> facts;
    private final MeterRegistry meters;
    private final Traces traces;
    private final Latest<String, Cause> causes = new Latest<>(MOST);
    private final Latest<String, Seen> seen = new Latest<>(MOST);

    private Decisions(
            String kind,
            Aggregate<S, C, E> aggregate,
            Function<S, Facts> facts,
            MeterRegistry meters,
            Traces traces) {
        this.kind = kind;
        this.aggregate = aggregate;
        this.facts = facts;
        this.meters = meters;
        this.traces = traces;
    }

    /**
     * These commands, each with its line, its count and its span.
     *
     * @param kind payment or refund
     */
    public static <S, C extends Received, E> AggregateCommands<S, C, E> of(
            String kind,
            AggregateCommands<S, C, E> commands,
            Function<S, Facts> facts,
            MeterRegistry meters,
            Traces traces) {
        var decisions = new Decisions<S, C, E>(kind, commands.aggregate(), facts, meters, traces);
        return new AggregateCommands<>(
                commands.topic(),
                commands.group(),
                commands.aggregate(),
                message -> decisions.decoded(message, commands.decoder().apply(message)),
                decisions.new SeenStore(commands.store()),
                commands.deadlinePassed(),
                commands.crashPoints());
    }

    private C decoded(Incoming message, C command) {
        causes.put(
                command.commandId(),
                new Cause(
                        NAMES.get(message.value().getClass()),
                        message.context(),
                        operationId(message.value()),
                        TraceParent.isSampled(message.context().traceparent())
                                ? Instant.now()
                                : null));
        return command;
    }

    private static @Nullable String operationId(SpecificRecord value) {
        var field = value.getSchema().getField("operation_id");
        return field == null || value.get(field.pos()) == null
                ? null
                : value.get(field.pos()).toString();
    }

    private void read(Stored<S, E> stored) {
        var last = sequence(stored);
        var known = seen.find(stored.id());
        if (known == null || known.sequence() != last) {
            seen.put(stored.id(), new Seen(last, facts.apply(stored.state()).status(), null));
        }
    }

    private void written(Stored<S, E> stored) {
        var known = seen.find(stored.id());
        var facts = this.facts.apply(stored.state());
        say(stored, facts, changes(stored, known));
        var last = stored.journal().isEmpty() ? null : stored.journal().getLast();
        if (last == null) {
            return;
        }
        if (known != null && known.status().equals(facts.status())) {
            seen.put(stored.id(), new Seen(last.sequence(), known.status(), known.since()));
            return;
        }
        count(facts);
        if (known != null) {
            var since = known.since() == null ? since(stored, known) : known.since();
            time(known.status(), Duration.between(since, last.at()));
        }
        seen.put(stored.id(), new Seen(last.sequence(), facts.status(), last.at()));
    }

    /** The events that this write brings, by the command that caused them. */
    private Map<String, List<E>> changes(Stored<S, E> stored, @Nullable Seen known) {
        var changes = new LinkedHashMap<String, List<E>>();
        for (var entry : stored.journal()) {
            var isNew =
                    known == null
                            ? stored.version() == 1 || causes.find(entry.cause()) != null
                            : entry.sequence() > known.sequence();
            if (isNew) {
                changes.computeIfAbsent(entry.cause(), _ -> new ArrayList<>()).add(entry.event());
            }
        }
        for (var refused : stored.refused()) {
            if (causes.find(refused.commandId()) != null) {
                changes.computeIfAbsent(refused.commandId(), _ -> new ArrayList<>());
            }
        }
        return changes;
    }

    private void say(Stored<S, E> stored, Facts facts, Map<String, List<E>> changes) {
        changes.forEach(
                (commandId, events) -> {
                    var cause = causes.find(commandId);
                    var context = cause == null ? MessageContext.NONE : cause.context();
                    try (var _ =
                            new LogKeys()
                                    .with("payment_id", facts.paymentId())
                                    .with("merchant_id", facts.merchantId())
                                    .with("refund_id", facts.refundId())
                                    .with("connector", facts.connector())
                                    .with(
                                            "operation_id",
                                            cause == null ? null : cause.operationId())
                                    .with(context)) {
                        var refusal = stored.refusalOf(commandId);
                        log.info(
                                "{} {}: {}{} -> {}",
                                kind,
                                cause == null ? "command" : cause.type(),
                                events.stream().map(event -> NAMES.get(event.getClass())).toList(),
                                refusal.map(it -> " refused with " + it.code()).orElse(""),
                                facts.status());
                    }
                    if (cause != null && cause.received() != null) {
                        trace(commandId, cause, cause.received(), facts, events);
                    }
                    // A refusal stays in the document for minutes, and is said once.
                    causes.remove(commandId);
                });
    }

    private void trace(
            String commandId, Cause cause, Instant received, Facts facts, List<E> events) {
        TraceParent.of(cause.context().traceparent())
                .map(
                        trace ->
                                TraceSpan.handling(
                                        trace,
                                        cause.context(),
                                        commandId,
                                        kind + " " + cause.type(),
                                        received,
                                        Instant.now()))
                .map(
                        span ->
                                span.with("merchant_id", facts.merchantId())
                                        .with("payment_id", facts.paymentId())
                                        .with("refund_id", facts.refundId())
                                        .with("connector", facts.connector())
                                        .with("operation_id", cause.operationId())
                                        .with("request_id", cause.context().requestId())
                                        .with("status", facts.status())
                                        .with(
                                                "events",
                                                events.stream()
                                                        .map(event -> NAMES.get(event.getClass()))
                                                        .collect(joining(", "))))
                .ifPresent(traces::tell);
    }

    /**
     * When the status that it had until now began: by the journal, of one that others have moved.
     */
    private Instant since(Stored<S, E> stored, Seen known) {
        S state = null;
        String status = null;
        var since = stored.journal().getFirst().at();
        for (Entry<E> entry : stored.journal()) {
            if (entry.sequence() > known.sequence()) {
                break;
            }
            state = aggregate.evolve(state, entry.event(), entry.at());
            var now = facts.apply(state).status();
            if (!now.equals(status)) {
                status = now;
                since = entry.at();
            }
        }
        return since;
    }

    private void count(Facts facts) {
        Counter.builder("paylater." + kind + "s")
                .description("Times that a " + kind + " has come to a status")
                .tag("status", facts.status())
                .tag("connector", facts.connector() == null ? "none" : facts.connector())
                .register(meters)
                .increment();
    }

    private void time(String status, Duration duration) {
        Timer.builder("paylater." + kind + "s.time.in.status")
                .description("How long a " + kind + " was in the status that it has left")
                .tag("status", status)
                .serviceLevelObjectives(BOUNDS)
                .register(meters)
                .record(duration);
    }

    private static long sequence(Stored<?, ?> stored) {
        return stored.journal().isEmpty() ? 0 : stored.journal().getLast().sequence();
    }

    private void orWarn(Runnable observation) {
        try {
            observation.run();
        } catch (RuntimeException e) {
            log.warn("A decision could not be logged and counted", e);
        }
    }

    /** The store, with an eye on what comes and goes. */
    private final class SeenStore implements DocumentStore<S, E> {

        private final DocumentStore<S, E> store;

        SeenStore(DocumentStore<S, E> store) {
            this.store = store;
        }

        @Override
        public Map<String, Stored<S, E>> find(Collection<String> ids) {
            return seen(store.find(ids));
        }

        @Override
        public Map<String, Stored<S, E>> findNewest(Collection<String> ids) {
            return seen(store.findNewest(ids));
        }

        private Map<String, Stored<S, E>> seen(Map<String, Stored<S, E>> found) {
            orWarn(() -> found.values().forEach(Decisions.this::read));
            return found;
        }

        @Override
        public boolean isReadable(Due due) {
            return store.isReadable(due);
        }

        @Override
        public List<Due> findDue(Due.Position after, Instant until, int limit) {
            return store.findDue(after, until, limit);
        }

        @Override
        public Set<String> write(Collection<Stored<S, E>> documents) {
            var conflicts = store.write(documents);
            for (var document : documents) {
                if (!conflicts.contains(document.id())) {
                    orWarn(() -> written(document));
                }
            }
            return conflicts;
        }
    }
}
