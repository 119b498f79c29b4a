package dev.paylater.e2e.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylater.e2e.Crowd;
import dev.paylater.e2e.MerchantClient;
import dev.paylater.e2e.Script;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A trickle of purchases that goes on until it is told to stop, and the proof afterwards that each
 * of them happened once.
 */
final class Traffic implements AutoCloseable {

    private static final Duration UNTIL_RECONCILED = Duration.ofSeconds(60);
    private static final List<MerchantStep> CAPTURE_AND_REFUND =
            List.of(new MerchantStep.Capture(0, false), new MerchantStep.Refund(40));

    private final Instant began = Instant.now();
    private final String run = Long.toString(System.currentTimeMillis(), Character.MAX_RADIX);
    private final ChaosFindings findings = new ChaosFindings();
    private final Timing timing = new Timing(System::nanoTime);
    private final ConcurrentLinkedQueue<Purchase> purchases = new ConcurrentLinkedQueue<>();
    private final AtomicInteger number = new AtomicInteger();
    private final List<Future<Boolean>> customers;
    private volatile boolean goesOn = true;

    private Traffic(int atOnce) {
        customers = Crowd.start(atOnce, atOnce, this::buyOnAndOn);
    }

    static Traffic start(int atOnce) {
        return new Traffic(atOnce);
    }

    /** Ends it, whatever came of it. */
    @Override
    public void close() {
        goesOn = false;
    }

    int purchases() {
        return purchases.size();
    }

    private boolean buyOnAndOn() {
        while (goesOn) {
            var purchase =
                    new Purchase(
                            plan(number.getAndIncrement()),
                            findings,
                            timing,
                            OperatorDesk.ofRunningSystem(findings));
            try {
                purchase.run();
                purchases.add(purchase);
            } catch (RuntimeException | AssertionError e) {
                findings.add(purchase.plan().mark() + " " + purchase.paymentId(), e.toString());
            }
        }
        return true;
    }

    /** Between them they use every consumer, the webhooks and both sweepers. */
    private PurchasePlan plan(int number) {
        return switch (number % 5) {
            case 0 -> plan(number, OutcomeTag.NONE, "manual", CAPTURE_AND_REFUND);
            case 1 -> plan(number, OutcomeTag.PENDING_APPROVED, "automatic", List.of());
            case 2 -> plan(number, OutcomeTag.PENDING_SILENT, "manual", CAPTURE_AND_REFUND);
            case 3 ->
                    plan(
                            number,
                            OutcomeTag.REFUND_TIMEOUT,
                            "automatic",
                            List.of(new MerchantStep.Refund(50)));
            default ->
                    plan(
                            number,
                            OutcomeTag.NONE,
                            "automatic",
                            List.of(new MerchantStep.RefundRace(3)));
        };
    }

    private PurchasePlan plan(
            int number, OutcomeTag tag, String captureMethod, List<MerchantStep> steps) {
        return new PurchasePlan(
                run + "-" + number,
                MerchantClient.SANDBOX,
                null,
                tag,
                captureMethod,
                6540,
                false,
                "approve",
                true,
                steps);
    }

    /** Stops, waits for what is under way, and compares all books. */
    void endsWell() {
        goesOn = false;
        customers.forEach(Crowd::await);
        var audit = new ChaosAudit(findings);
        purchases.forEach(audit::payment);
        audit.list(MerchantClient.SANDBOX, began.minusSeconds(1), purchases);
        assertThat(findings.all()).isEmpty();
        assertThat(purchases).isNotEmpty();
        var end = Instant.now().plus(UNTIL_RECONCILED);
        var result = Script.run("reconcile");
        while (result.exitCode() != 0 && Instant.now().isBefore(end)) {
            result = Script.run("reconcile");
        }
        assertThat(result.exitCode()).as(result.output()).isZero();
    }
}
