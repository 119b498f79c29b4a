package dev.paylater.simulation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.paylater.kernel.Entry;
import dev.paylater.kernel.Stored;
import dev.paylater.orchestrator.payment.Amounts;
import dev.paylater.orchestrator.payment.Attempt;
import dev.paylater.orchestrator.payment.AttemptBuilder;
import dev.paylater.orchestrator.payment.AttemptStage;
import dev.paylater.orchestrator.payment.Capture;
import dev.paylater.orchestrator.payment.CaptureBuilder;
import dev.paylater.orchestrator.payment.CaptureMethod;
import dev.paylater.orchestrator.payment.IntentBuilder;
import dev.paylater.orchestrator.payment.Payment;
import dev.paylater.orchestrator.payment.PaymentEvent;
import dev.paylater.provider.Decline;
import dev.paylater.provider.ProviderError;
import dev.paylater.provider.UnifiedError;
import dev.paylater.refund.core.Allocation;
import dev.paylater.refund.core.Part;
import dev.paylater.refund.core.PartState;
import dev.paylater.refund.core.Refund;
import dev.paylater.refund.core.RefundBuilder;
import dev.paylater.refund.core.RefundEvent;
import dev.paylater.refund.core.RefundOrder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Each promise has documents that break it, and it is the one that is seen to be broken. Planted
 * bugs cannot show that: most of them break several promises.
 */
final class PromisesTest {

    private static final Path SOURCES = Path.of("src/main/java/dev/paylater/simulation");

    /** A promise is the text of its violation. */
    private static final Pattern PROMISE =
            Pattern.compile(
                    "(?:Violation\\.unless\\([^\"]*|new"
                            + " Violation\\(\\s*)\"((?:[^\"\\\\]|\\\\.)*)\"");

    private static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");
    private static final String ATTEMPT = "pay_1_1";

    private static final Stored<Payment, PaymentEvent> CREATED = created();

    /** What was written before, and what is written now. */
    record Write(String promise, Runnable check) {

        @Override
        public String toString() {
            return promise;
        }
    }

    static List<Write> writes() {
        var writes = new ArrayList<Write>();
        payment(
                writes,
                "%s left its final status %s for %s",
                with(attempt(100, 0, 0, 0).withStage(new AttemptStage.Voided())),
                with(attempt(100, 0, 0, 0)));
        payment(
                writes,
                "the journal of %s was rewritten",
                CREATED,
                journal(List.of(entry(1, "another"))));
        payment(
                writes,
                "%s handled %s twice",
                CREATED,
                journal(List.of(CREATED.journal().getFirst(), entry(2, "create"))));
        payment(
                writes,
                "%s: captured %d and released %d of %d",
                CREATED,
                money(attempt(100, 60, 40, 0), 61, 0));
        payment(writes, "%s: refunded %d of %d", CREATED, money(attempt(100, 60, 0, 60), 60, 61));
        payment(
                writes,
                "%s: the attempt captured %d, its captures %d",
                CREATED,
                money(attempt(100, 60, 0, 0), 59, 0));
        payment(
                writes,
                "%s: the attempt refunded %d, its refunds %d",
                CREATED,
                money(attempt(100, 60, 0, 20), 60, 19));
        payment(
                writes,
                "the journal of %s does not fold to its state",
                CREATED,
                money(attempt(100, 60, 0, 20), 60, 20));
        refund(
                writes,
                "refund %s left its final status %s for %s",
                refund(new PartState.Refunded(100)),
                refund(new PartState.Planned()).state(),
                "first");
        refund(
                writes,
                "the journal of refund %s was rewritten",
                refund(new PartState.Planned()),
                refund(new PartState.Planned()).state(),
                "another");
        refund(
                writes,
                "refund %s: %d given back of %d",
                refund(new PartState.Planned()),
                refund(new PartState.Refunded(101)).state(),
                "first");
        return writes;
    }

    @ParameterizedTest
    @MethodSource("writes")
    void a_write_that_breaks_one_promise_is_seen_by_that_one(Write write) {
        var form = write.promise().replaceAll("%[sd]", ".+");

        assertThatThrownBy(write.check()::run)
                .isInstanceOf(Violation.class)
                .message()
                .matches(form);
    }

    @Test
    void each_promise_has_its_write() throws IOException {
        var promises = new HashSet<String>();
        for (var file : Set.of("PaymentPromises.java", "RefundPromises.java")) {
            PROMISE.matcher(Files.readString(SOURCES.resolve(file)))
                    .results()
                    .forEach(found -> promises.add(found.group(1)));
        }

        assertThat(writes())
                .extracting(Write::promise)
                .containsExactlyInAnyOrderElementsOf(promises);
    }

    @Test
    void what_breaks_none_is_written() {
        new PaymentPromises().check(null, CREATED);
        new PaymentPromises().check(CREATED, CREATED);
        new RefundPromises(false)
                .check(refund(new PartState.Planned()), refund(new PartState.Refunded(100)));
    }

    @Test
    void a_failed_payment_is_tried_again_with_a_new_attempt_only() {
        var failed =
                with(
                        attempt(0, 0, 0, 0)
                                .withStage(
                                        new AttemptStage.Declined(
                                                Decline.Outcome.FAILURE,
                                                ProviderError.of(
                                                        "declined", "No.", UnifiedError.UNKNOWN),
                                                true)));

        assertThatThrownBy(() -> new PaymentPromises().check(failed, with(attempt(100, 0, 0, 0))))
                .hasMessageContaining("left its final status");
    }

    private static void payment(
            List<Write> writes,
            String promise,
            Stored<Payment, PaymentEvent> before,
            Stored<Payment, PaymentEvent> after) {
        writes.add(new Write(promise, () -> new PaymentPromises().check(before, after)));
    }

    private static void refund(
            List<Write> writes,
            String promise,
            Stored<Refund, RefundEvent> before,
            Refund after,
            String cause) {
        writes.add(
                new Write(
                        promise,
                        () -> new RefundPromises(false).check(before, stored(after, cause))));
    }

    private static Stored<Payment, PaymentEvent> created() {
        var intent =
                IntentBuilder.builder()
                        .amount(100L)
                        .currency("EUR")
                        .captureMethod(CaptureMethod.MANUAL_MULTIPLE)
                        .build();
        var entry =
                new Entry<PaymentEvent>(
                        1,
                        NOW,
                        "create",
                        new PaymentEvent.PaymentCreated(
                                "m", "pay_1", "pro", intent, Map.of(), NOW.plusSeconds(900)));
        var journal = List.of(entry);
        return new Stored<>(
                "m/pay_1",
                1,
                PaymentPromises.fold(journal),
                journal,
                List.of(),
                0,
                List.of(),
                null);
    }

    private static Stored<Payment, PaymentEvent> journal(List<Entry<PaymentEvent>> journal) {
        return new Stored<>(
                CREATED.id(), 2, CREATED.state(), journal, List.of(), 0, List.of(), null);
    }

    private static Entry<PaymentEvent> entry(long sequence, String cause) {
        return new Entry<>(sequence, NOW, cause, CREATED.journal().getFirst().event());
    }

    private static Stored<Payment, PaymentEvent> with(Attempt attempt) {
        return with(CREATED.state().withAttempts(List.of(attempt)));
    }

    private static Stored<Payment, PaymentEvent> with(Payment payment) {
        return new Stored<>(
                CREATED.id(), 2, payment, CREATED.journal(), List.of(), 0, List.of(), null);
    }

    /** A payment whose captures and refunds come to this much. */
    private static Stored<Payment, PaymentEvent> money(
            Attempt attempt, long captured, long refunded) {
        var refund =
                dev.paylater.orchestrator.payment.RefundBuilder.builder()
                        .refundId("ref_1")
                        .attemptId(ATTEMPT)
                        .status(dev.paylater.orchestrator.payment.Refund.Status.PENDING)
                        .amount(refunded)
                        .build();
        return with(
                CREATED.state()
                        .withAttempts(List.of(attempt))
                        .withCaptures(
                                List.of(
                                        capture(Capture.Status.CHARGED, captured),
                                        capture(Capture.Status.FAILED, 1_000)))
                        .withRefunds(
                                List.of(
                                        refund,
                                        refund.withAmount(1_000)
                                                .withStatus(
                                                        dev.paylater.orchestrator.payment.Refund
                                                                .Status.FAILED))));
    }

    private static Capture capture(Capture.Status status, long amount) {
        return CaptureBuilder.builder()
                .captureId("c")
                .attemptId(ATTEMPT)
                .status(status)
                .amount(amount)
                .build();
    }

    private static Attempt attempt(long authorized, long captured, long released, long refunded) {
        return AttemptBuilder.builder()
                .attemptId(ATTEMPT)
                .number(1)
                .stage(new AttemptStage.Authorized())
                .captureMethod(CaptureMethod.MANUAL_MULTIPLE)
                .amount(100)
                .amounts(new Amounts(authorized, 0, captured, released, refunded))
                .build();
    }

    private static Stored<Refund, RefundEvent> refund(PartState state) {
        var order =
                new RefundOrder(
                        "m", "pay_1", "ref_1", 1, 100, "EUR", null, Map.of(), "pro", ATTEMPT,
                        "sandbox", "mca", "tx", Map.of(), 100, "manual", Map.of(), Map.of(),
                        List.of());
        return stored(
                RefundBuilder.builder()
                        .order(order)
                        .parts(
                                List.of(
                                        new Part(
                                                new Allocation("op", null, null, 100),
                                                null,
                                                state,
                                                false,
                                                null)))
                        .build(),
                "first");
    }

    private static Stored<Refund, RefundEvent> stored(Refund refund, String cause) {
        var journal =
                Stream.of(cause, "second")
                        .map(
                                each ->
                                        new Entry<RefundEvent>(
                                                1,
                                                NOW,
                                                each,
                                                new RefundEvent.CallersAnswered(List.of())))
                        .toList();
        return new Stored<>("m/ref_1", 1, refund, journal, List.of(), 0, List.of(), null);
    }
}
