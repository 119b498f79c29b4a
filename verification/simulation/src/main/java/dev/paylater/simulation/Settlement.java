package dev.paylater.simulation;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.paylater.kernel.Entry;
import dev.paylater.kernel.Stored;
import dev.paylater.messaging.AvroCodec;
import dev.paylater.orchestrator.payment.Attempt;
import dev.paylater.orchestrator.payment.AttemptStage;
import dev.paylater.orchestrator.payment.Capture;
import dev.paylater.orchestrator.payment.Payment;
import dev.paylater.orchestrator.payment.PaymentEvent;
import dev.paylater.orchestrator.payment.PaymentState;
import dev.paylater.orchestrator.payment.Refund;
import dev.paylater.refund.core.Part;
import dev.paylater.refund.core.RefundEvent;
import dev.paylater.refund.core.RefundEvolution;
import dev.paylater.refund.core.RefundMessage;
import dev.paylater.refund.core.RefundReaction;
import dev.paylater.refund.core.RefundStatus;
import dev.paylater.schemas.MessageHeaders;
import dev.paylater.schemas.Refusal;
import dev.paylater.schemas.Reply;
import dev.paylater.schemas.Topic;
import java.nio.ByteBuffer;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** What must be so in the end, when nothing goes wrong any more and time has passed. */
final class Settlement {

    private final WatchedStore<Payment, PaymentEvent> payments;
    private final WatchedStore<dev.paylater.refund.core.Refund, RefundEvent> refunds;
    private final List<ProviderModel> providers;
    private final AskedFor asked;
    private final MemoryLog log;
    private final AvroCodec codec;
    private final SetAside setAside;

    Settlement(
            WatchedStore<Payment, PaymentEvent> payments,
            WatchedStore<dev.paylater.refund.core.Refund, RefundEvent> refunds,
            List<ProviderModel> providers,
            AskedFor asked,
            MemoryLog log,
            AvroCodec codec,
            SetAside setAside) {
        this.payments = payments;
        this.refunds = refunds;
        this.providers = providers;
        this.asked = asked;
        this.log = log;
        this.codec = codec;
        this.setAside = setAside;
    }

    /** Something that is still on its way, if there is any. */
    Optional<String> unsettled() {
        for (var stored : payments.all()) {
            var payment = stored.state();
            if (!payment.operations().isEmpty()) {
                return Optional.of(stored.id() + " has " + payment.operations());
            }
            for (var attempt : payment.attempts()) {
                if (attempt.unwanted() != null && !isForAPerson(payment, attempt)) {
                    return Optional.of(attempt.attemptId() + " has " + attempt.unwanted());
                }
            }
            if (payment.state() instanceof PaymentState.Processing
                    || payment.state() instanceof PaymentState.RequiresCustomerAction
                    || (payment.state() instanceof PaymentState.RequiresCapture(_, var at)
                            && at != null)) {
                return Optional.of(stored.id() + " is " + payment.state());
            }
            if (!stored.waiters().isEmpty()) {
                return Optional.of(stored.id() + " owes answers to " + stored.waiters());
            }
            var open =
                    payment.refunds().stream()
                            .filter(
                                    r ->
                                            r.handOverAt() != null
                                                    || (r.status() != Refund.Status.SUCCEEDED
                                                            && r.status() != Refund.Status.FAILED))
                            .findFirst();
            if (open.isPresent()) {
                return Optional.of(stored.id() + " has the refund " + open.get());
            }
        }
        return refunds.all().stream()
                .map(Stored::state)
                .filter(refund -> !refund.status().isFinal() || refund.due().isPresent())
                .findFirst()
                .map(refund -> "refund " + refund.order().key() + " is " + refund.status());
    }

    /**
     * A provider names the payment of a lost dispute and not the attempt. Where it has captured two
     * attempts and refuses to refund the unwanted one, only a person can find out which of them was
     * disputed: the alarm stays until an operator has settled it, which is not played here.
     */
    private static boolean isForAPerson(Payment payment, Attempt attempt) {
        var unwanted = attempt.unwanted();
        return unwanted != null
                && unwanted.error() != null
                && Disputed.mayBeAnyAttempts(payment)
                && Disputed.lost(payment) > 0;
    }

    /** Compares all books. */
    void check() {
        for (var stored : payments.all()) {
            var payment = stored.state();
            Violation.unless(
                    PaymentPromises.fold(stored).equals(payment),
                    "the journal of %s differs",
                    stored.id());
            payment.attempts()
                    .forEach(a -> compare(payment, a, ofAttempt(providers, a.attemptId())));
            payment.attempts()
                    .forEach(a -> Disputed.compare(payment, ofAttempt(providers, a.attemptId())));
            payment.attempts().forEach(a -> turned(payment, a));
            compareRefunds(stored);
        }
        for (var provider : providers) {
            for (var known : provider.payments()) {
                var stored = payments.get(Topic.key(RandomMerchant.ID, known.merchantReference));
                Violation.unless(
                        stored != null
                                && stored.state().attempts().stream()
                                        .anyMatch(
                                                a -> a.attemptId().equals(known.attemptReference)),
                        "the provider has %s, which nobody ordered",
                        known.attemptReference);
            }
        }
        events();
        refusals();
        payments.all().forEach(stored -> orders(stored.state()));
        new AnswerCheck(payments, refunds, log, codec).check();
        for (var topic : log.topics()) {
            Violation.unless(
                    !topic.endsWith(".dlt") || log.all(topic).isEmpty(),
                    "dead letters on %s: %s",
                    topic,
                    topic.endsWith(".dlt") ? reasons(topic) : List.of());
        }
    }

    private void orders(Payment payment) {
        var known =
                providers.stream()
                        .flatMap(provider -> provider.payments().stream())
                        .filter(one -> one.merchantReference.equals(payment.paymentId()))
                        .toList();
        new OnlyWhatWasAsked(payment, asked.of(payment.paymentId()), known, contradicted(payment))
                .check();
    }

    /** Attempts with a refund of which the provider says the opposite: an alarm tells of each. */
    private Set<String> contradicted(Payment payment) {
        return refunds.all().stream()
                .map(Stored::state)
                .filter(refund -> refund.order().paymentId().equals(payment.paymentId()))
                .filter(refund -> refund.parts().stream().anyMatch(Part::contradicted))
                .map(refund -> refund.order().attemptId())
                .collect(Collectors.toSet());
    }

    private List<String> reasons(String topic) {
        return log.all(topic).stream()
                .map(letter -> header(letter, "dlt-reason"))
                .distinct()
                .toList();
    }

    /** What a provider has of an attempt, if anything. */
    static Optional<ProviderPayment> ofAttempt(
            Collection<ProviderModel> providers, String attemptId) {
        return providers.stream()
                .flatMap(provider -> provider.payments().stream())
                .filter(p -> p.attemptReference.equals(attemptId))
                .findFirst();
    }

    /** The books of an attempt here and at its provider. */
    static void compare(Payment payment, Attempt attempt, Optional<ProviderPayment> known) {
        var captured = known.map(ProviderPayment::captured).orElse(0L);
        if (isTakenWhollyAfterTheEnd(payment, attempt, captured)
                || known.filter(there -> isTakenBeyond(payment, attempt, there)).isPresent()) {
            return;
        }
        var direct = settledDirectly(payment, attempt);
        Violation.unless(
                attempt.amounts().captured() - direct == captured,
                "%s (%s): captured %d here, %d of it directly, %d at the provider",
                attempt.attemptId(),
                payment.status(),
                attempt.amounts().captured(),
                direct,
                captured);
        if (known.isEmpty()) {
            return;
        }
        Violation.unless(
                known.get().currency.equals(payment.intent().currency()),
                "%s: in %s here, in %s at the provider",
                attempt.attemptId(),
                payment.intent().currency(),
                known.get().currency);
        if (!isReviewedAfterTheEnd(attempt, known.get())) {
            held(payment, attempt, known.get(), direct);
        }
        if (known.get().hasTurned()) {
            return;
        }
        var refunded = refunded(payment, attempt);
        Violation.unless(
                refunded == known.get().refunded() && refunded <= captured,
                "%s: refunded %d here, %d at the provider, of %d",
                attempt.attemptId(),
                refunded,
                known.get().refunded(),
                captured);
    }

    /**
     * The provider holds on to what was settled directly until nothing more will be captured, and
     * where it refuses to release it. What it has approved beyond what it was asked for, less what
     * its portal has taken of it, is held there and not here, and somebody is told.
     */
    private static void held(
            Payment payment, Attempt attempt, ProviderPayment known, long settledDirectly) {
        var amounts = attempt.amounts();
        var open = amounts.authorized() - amounts.captured() - amounts.released();
        var keeps = !payment.state().isFinal() || known.hasRefusedToRelease;
        var beyond = attempt.amountDiffering() == null ? 0 : known.approvedBeyond;
        var held = known.held();
        Violation.unless(
                (open <= held && held <= open + beyond)
                        || (keeps && held == open + settledDirectly + beyond),
                "%s (%s, %s): open is %d here, %d at the provider",
                attempt.attemptId(),
                payment.status(attempt),
                payment.status(),
                open,
                held);
    }

    /**
     * A request that arrived when nobody inquired about it any more, and that the provider holds
     * for review: it takes nothing before the merchant accepts it, and lapses. Providers notify of
     * what they decide, and of a review no provider's documents say that they do.
     */
    private static boolean isReviewedAfterTheEnd(Attempt attempt, ProviderPayment known) {
        return known.stage == ProviderPayment.Stage.REVIEW
                && attempt.stage() instanceof AttemptStage.Declined
                && known.movedAt > World.millis(attempt.modifiedAt());
    }

    private static long settledDirectly(Payment payment, Attempt attempt) {
        return payment.captures().stream()
                .filter(capture -> capture.attemptId().equals(attempt.attemptId()))
                .filter(capture -> capture.isDirect() && capture.status() == Capture.Status.CHARGED)
                .mapToLong(Capture::amount)
                .sum();
    }

    /**
     * What has ended partially captured stays so, and says that the provider's books differ, when
     * somebody takes all of the rest in the portal.
     */
    private static boolean isTakenWhollyAfterTheEnd(
            Payment payment, Attempt attempt, long captured) {
        return payment.state() instanceof PaymentState.PartiallyCaptured
                && attempt.booksDiffering() != null
                && attempt.booksDiffering().captured() == captured
                && attempt.amounts().authorized() == captured;
    }

    /** A provider that changed its mind about refunds is followed, or somebody is told. */
    private void turned(Payment payment, Attempt attempt) {
        var known = ofAttempt(providers, attempt.attemptId());
        if (known.isEmpty() || !known.get().hasTurned()) {
            return;
        }
        var refunded = refunded(payment, attempt);
        var isTold =
                attempt.booksDiffering() != null
                        || contradicted(payment).contains(attempt.attemptId());
        Violation.unless(
                refunded == known.get().refunded() || isTold,
                "%s: refunded %d here, %d at the provider after all, and nobody is told",
                attempt.attemptId(),
                refunded,
                known.get().refunded());
    }

    private static long refunded(Payment payment, Attempt attempt) {
        return payment.refunds().stream()
                .filter(refund -> refund.attemptId().equals(attempt.attemptId()))
                .filter(refund -> refund.status() == Refund.Status.SUCCEEDED)
                .mapToLong(Refund::amount)
                .sum();
    }

    /**
     * Whether the provider's portal captured money that it approved beyond the order, or that was
     * settled directly. An alarm tells of it.
     */
    private static boolean isTakenBeyond(Payment payment, Attempt attempt, ProviderPayment known) {
        return known.approvedBeyond + settledDirectly(payment, attempt) > 0
                && known.captured()
                        > attempt.amounts().captured() - settledDirectly(payment, attempt)
                && attempt.booksDiffering() != null;
    }

    private void compareRefunds(Stored<Payment, PaymentEvent> stored) {
        var payment = stored.state();
        var records =
                refunds.all().stream()
                        .map(Stored::state)
                        .filter(r -> r.order().paymentId().equals(payment.paymentId()))
                        .toList();
        Violation.unless(
                records.size() == payment.refunds().size(),
                "%s has %d refunds, refund-service %d",
                stored.id(),
                payment.refunds().size(),
                records.size());
        for (var refund : payment.refunds()) {
            var found = refunds.get(RandomMerchant.ID + "/" + refund.refundId());
            var record = found == null ? null : found.state();
            if (record != null
                    && record.parts().stream().anyMatch(Part::reversed)
                    && payment.attempt(refund.attemptId()).booksDiffering() != null) {
                continue;
            }
            Violation.unless(
                    record != null
                            && (record.status() == RefundStatus.SUCCEEDED)
                                    == (refund.status() == Refund.Status.SUCCEEDED)
                            && (record.status() != RefundStatus.SUCCEEDED
                                    || record.refunded() == refund.amount())
                            && record.order().currency().equals(payment.intent().currency()),
                    "refund %s is %s here and %s at refund-service",
                    refund.refundId(),
                    refund.status(),
                    record == null ? "nothing" : record.status());
        }
    }

    /** Every event was delivered, and every delivery of one is the same. */
    private void events() {
        var delivered = new HashMap<String, ByteBuffer>();
        deliveries(delivered, Topic.PAYMENT_EVENTS.name());
        deliveries(delivered, Topic.REFUND_EVENTS.name());
        for (var stored : payments.all()) {
            for (var entry : stored.journal()) {
                var id = stored.id() + "#" + entry.sequence();
                Violation.unless(
                        delivered.containsKey(id) || setAside.isEnd(entry.cause()),
                        "event %s (%s) was never delivered",
                        id,
                        entry.event().getClass().getSimpleName());
            }
        }
        refunds.all().forEach(stored -> refundEvents(stored, delivered.keySet()));
    }

    private void refundEvents(
            Stored<dev.paylater.refund.core.Refund, RefundEvent> stored, Set<String> delivered) {
        dev.paylater.refund.core.Refund refund = null;
        for (var entry : stored.journal()) {
            refund = RefundEvolution.evolve(refund, entry.event(), entry.at());
            var index = 0;
            for (var message : RefundReaction.react(entry.event(), refund, entry.at())) {
                var id = "refund/%s#%d.%d".formatted(stored.id(), entry.sequence(), index++);
                var isSetAside =
                        entry.sequence() == 1 && setAside.isHandOver(refund.order().refundId());
                Violation.unless(
                        !(message instanceof RefundMessage.Announce)
                                || delivered.contains(id)
                                || isSetAside,
                        "event %s was never delivered",
                        id);
            }
        }
    }

    /** What a merchant was told is refused was not done, and was refused for the same each time. */
    private void refusals() {
        var done =
                Stream.concat(
                                payments.all().stream().flatMap(s -> s.journal().stream()),
                                refunds.all().stream().flatMap(s -> s.journal().stream()))
                        .map(Entry::cause)
                        .collect(Collectors.toSet());
        var refused = new HashMap<String, Refusal>();
        for (var reply : log.all(Topic.PAYMENT_REPLIES.name())) {
            var refusal = ((Reply) codec.decode(reply.value())).getRefusal();
            if (refusal == null) {
                continue;
            }
            var command = header(reply, MessageHeaders.CAUSATION_ID);
            Violation.unless(!done.contains(command), "%s was refused and done", command);
            var before = refused.putIfAbsent(command, refusal);
            Violation.unless(
                    before == null || before.equals(refusal),
                    "%s was refused with %s and with %s",
                    command,
                    before,
                    refusal);
        }
    }

    private void deliveries(Map<String, ByteBuffer> delivered, String topic) {
        for (var event : log.all(topic)) {
            var id = header(event, MessageHeaders.MESSAGE_ID);
            var before = delivered.putIfAbsent(id, ByteBuffer.wrap(event.value()));
            Violation.unless(
                    before == null || before.equals(ByteBuffer.wrap(event.value())),
                    "two different events have the id %s",
                    id);
        }
    }

    private static String header(ConsumerRecord<byte[], byte[]> message, String name) {
        return new String(message.headers().lastHeader(name).value(), UTF_8);
    }
}
