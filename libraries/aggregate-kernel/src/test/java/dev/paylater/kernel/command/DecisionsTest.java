package dev.paylater.kernel.command;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import dev.paylater.kernel.Entry;
import dev.paylater.kernel.RefusedCommand;
import dev.paylater.kernel.Stored;
import dev.paylater.kernel.service.AggregateCommands;
import dev.paylater.kernel.service.Decisions;
import dev.paylater.kernel.service.Decisions.Facts;
import dev.paylater.kernel.store.MemoryStore;
import dev.paylater.kit.CrashPoint;
import dev.paylater.kit.kafka.Incoming;
import dev.paylater.kit.kafka.MessageContext;
import dev.paylater.kit.trace.TraceSpan;
import dev.paylater.schemas.SyncPayment;
import dev.paylater.schemas.Topic;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/** A line and a count for what is written, once, with whom it concerns. */
class DecisionsTest {

    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
    private static final MessageContext CONTEXT =
            new MessageContext(
                    null, "req_1", "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01");

    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private final MemoryStore<Long, Long> store =
            new MemoryStore<>(_ -> Optional.empty(), Stored::id);
    private final List<TraceSpan> spans = new ArrayList<>();
    private final AggregateCommands<Long, Counter.Add, Long> commands = observed();
    private final Logger log = (Logger) LoggerFactory.getLogger(Decisions.class);
    private final ListAppender<ILoggingEvent> lines = new ListAppender<>();

    private AggregateCommands<Long, Counter.Add, Long> observed() {
        var plain =
                new AggregateCommands<Long, Counter.Add, Long>(
                        Topic.PAYMENT_COMMANDS,
                        "counters",
                        new Counter(),
                        Counter::decode,
                        store,
                        (_, _) -> {
                            throw new UnsupportedOperationException();
                        },
                        new CrashPoints(
                                CrashPoint.REFUND_BEFORE_WRITE,
                                CrashPoint.REFUND_AFTER_WRITE,
                                CrashPoint.REFUND_AFTER_SEND,
                                CrashPoint.REFUND_AFTER_COMMIT));
        return Decisions.of("payment", plain, DecisionsTest::facts, meters, spans::add);
    }

    private static Facts facts(Long sum) {
        return new Facts("merchant_1", "pay_1", null, "klarna", sum < 10 ? "low" : "high");
    }

    @BeforeEach
    void listen() {
        log.setLevel(Level.INFO);
        lines.start();
        log.addAppender(lines);
    }

    @AfterEach
    void stop() {
        log.detachAppender(lines);
    }

    @Test
    void what_is_written_has_one_line_with_whom_it_concerns_and_where_it_came_from() {
        command("cmd_1");
        write(1, 5, List.of(entry(1, 0, "cmd_1", 5)));

        assertThat(lines.list).hasSize(1);
        assertThat(lines.list.getFirst().getFormattedMessage())
                .isEqualTo("payment sync_payment: [long] -> low");
        assertThat(lines.list.getFirst().getMDCPropertyMap())
                .isEqualTo(
                        Map.of(
                                "payment_id", "pay_1",
                                "merchant_id", "merchant_1",
                                "connector", "klarna",
                                "request_id", "req_1",
                                "trace_id", "0af7651916cd43dd8448eb211c80319c"));
    }

    @Test
    void what_is_written_is_a_span_of_its_trace_below_the_request() {
        command("cmd_1");
        write(1, 5, List.of(entry(1, 0, "cmd_1", 5)));

        assertThat(spans).hasSize(1);
        var span = spans.getFirst();
        assertThat(span.traceId()).isEqualTo("0af7651916cd43dd8448eb211c80319c");
        assertThat(span.parentId()).isEqualTo("b7ad6b7169203331");
        assertThat(span.name()).isEqualTo("payment sync_payment");
        assertThat(span.from()).isBeforeOrEqualTo(span.until());
        assertThat(span.attributes())
                .isEqualTo(
                        Map.of(
                                "payment_id", "pay_1",
                                "merchant_id", "merchant_1",
                                "connector", "klarna",
                                "request_id", "req_1",
                                "status", "low",
                                "events", "long"));
    }

    @Test
    void a_write_that_somebody_else_was_before_is_no_decision() {
        write(1, 5, List.of(entry(1, 0, "cmd_1", 5)));
        lines.list.clear();
        command("cmd_2");
        write(1, 6, List.of(entry(1, 0, "cmd_2", 6)));

        assertThat(lines.list).isEmpty();
    }

    @Test
    void each_event_is_said_by_the_write_that_brings_it_and_by_no_later_one() {
        command("cmd_1");
        command("cmd_2");
        write(1, 5, List.of(entry(1, 0, "cmd_1", 5)));
        write(2, 6, List.of(entry(1, 0, "cmd_1", 5), entry(2, 3, "cmd_2", 1)));

        assertThat(lines.list).hasSize(2);
    }

    @Test
    void a_refusal_is_said_by_its_code_once() {
        write(1, 5, List.of(entry(1, 0, "cmd_1", 5)));
        lines.list.clear();
        command("cmd_2");
        var refused = new RefusedCommand("cmd_2", START, Counter.BELOW_ZERO);
        var second = stored(2, 5, List.of(entry(1, 0, "cmd_1", 5))).withRefused(refused);
        commands.store().write(List.of(second));
        commands.store().write(List.of(second.writtenAfter(second)));

        assertThat(lines.list)
                .extracting(ILoggingEvent::getFormattedMessage)
                .containsExactly("payment sync_payment: [] refused with IR_06 -> low");
    }

    @Test
    void a_status_counts_when_it_begins_and_is_timed_when_it_ends() {
        write(1, 5, List.of(entry(1, 0, "cmd_1", 5)));
        write(2, 6, List.of(entry(1, 0, "cmd_1", 5), entry(2, 3, "cmd_2", 1)));
        write(
                3,
                11,
                List.of(entry(1, 0, "cmd_1", 5), entry(2, 3, "cmd_2", 1), entry(3, 9, "cmd_3", 5)));

        assertThat(count("low")).isOne();
        assertThat(count("high")).isOne();
        assertThat(secondsIn("low")).isEqualTo(9);
    }

    @Test
    void a_status_that_began_before_this_process_is_timed_by_the_journal() {
        store.put(stored(2, 6, List.of(entry(1, 0, "cmd_1", 5), entry(2, 3, "cmd_2", 1))));
        commands.store().find(List.of("pay_1"));
        write(
                3,
                11,
                List.of(entry(1, 0, "cmd_1", 5), entry(2, 3, "cmd_2", 1), entry(3, 9, "cmd_3", 5)));

        assertThat(secondsIn("low")).isEqualTo(9);
    }

    private void command(String id) {
        var sync = new SyncPayment("merchant_1", "pay_1", 0L, null, "1");
        var _ = commands.decoder().apply(new Incoming("merchant_1/pay_1", id, CONTEXT, sync, 1));
    }

    private static Entry<Long> entry(long sequence, long second, String cause, long amount) {
        return new Entry<>(sequence, START.plusSeconds(second), cause, amount);
    }

    private void write(long version, long sum, List<Entry<Long>> journal) {
        commands.store().write(List.of(stored(version, sum, journal)));
    }

    private static Stored<Long, Long> stored(long version, long sum, List<Entry<Long>> journal) {
        return new Stored<>("pay_1", version, sum, journal, List.of(), 0);
    }

    private double count(String status) {
        return meters.get("paylater.payments")
                .tags("status", status, "connector", "klarna")
                .counter()
                .count();
    }

    private double secondsIn(String status) {
        return meters.get("paylater.payments.time.in.status")
                .tag("status", status)
                .timer()
                .totalTime(TimeUnit.SECONDS);
    }
}
