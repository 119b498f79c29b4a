package dev.paylater.simulation;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.paylater.orchestrator.journal.StoredPayment;
import dev.paylater.orchestrator.payment.Attempt;
import dev.paylater.orchestrator.payment.Payment;
import dev.paylater.orchestrator.payment.PaymentState;
import dev.paylater.orchestrator.payment.Refund;
import dev.paylater.refund.core.RefundMessage;
import dev.paylater.refund.core.RefundStatus;
import dev.paylater.schemas.MessageHeaders;
import dev.paylater.schemas.Topic;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** What must be so in the end, when nothing goes wrong any more and time has passed. */
final class Settlement {

    private final MemoryPayments payments;
    private final MemoryRefunds refunds;
    private final List<Provider> providers;
    private final MemoryLog log;

    Settlement(
            MemoryPayments payments,
            MemoryRefunds refunds,
            List<Provider> providers,
            MemoryLog log) {
        this.payments = payments;
        this.refunds = refunds;
        this.providers = providers;
        this.log = log;
    }

    /** Something that is still on its way, if there is any. */
    Optional<String> unsettled() {
        for (var stored : payments.all()) {
            var payment = stored.payment();
            if (!payment.operations().isEmpty()) {
                return Optional.of(stored.id() + " has " + payment.operations());
            }
            if (payment.state() instanceof PaymentState.Processing
                    || payment.state() instanceof PaymentState.RequiresCustomerAction
                    || (payment.state() instanceof PaymentState.RequiresCapture(var at)
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
                                            r.status() != Refund.Status.SUCCEEDED
                                                    && r.status() != Refund.Status.FAILED)
                            .findFirst();
            if (open.isPresent()) {
                return Optional.of(stored.id() + " has the refund " + open.get());
            }
        }
        return refunds.all().stream()
                .filter(refund -> !refund.status().isFinal())
                .findFirst()
                .map(refund -> "refund " + refund.order().key() + " is " + refund.status());
    }

    /** Compares all books. */
    void check() {
        for (var stored : payments.all()) {
            var payment = stored.payment();
            Violation.unless(
                    stored.fold().equals(payment), "the journal of %s differs", stored.id());
            payment.attempts().forEach(attempt -> compare(payment, attempt));
            compareRefunds(stored);
        }
        for (var provider : providers) {
            for (var known : provider.payments()) {
                var stored = payments.get(Topic.key(Merchant.ID, known.merchantReference));
                Violation.unless(
                        stored != null
                                && stored.payment().attempts().stream()
                                        .anyMatch(
                                                a -> a.attemptId().equals(known.attemptReference)),
                        "the provider has %s, which nobody ordered",
                        known.attemptReference);
            }
        }
        events();
        for (var topic : log.topics()) {
            Violation.unless(
                    !topic.endsWith(".dlt") || log.all(topic).isEmpty(),
                    "dead letters on %s: %s",
                    topic,
                    topic.endsWith(".dlt") ? reasons(topic) : List.of());
        }
    }

    private List<String> reasons(String topic) {
        return log.all(topic).stream()
                .map(letter -> header(letter, "dlt-reason"))
                .distinct()
                .toList();
    }

    private void compare(Payment payment, Attempt attempt) {
        var known =
                providers.stream()
                        .flatMap(provider -> provider.payments().stream())
                        .filter(p -> p.attemptReference.equals(attempt.attemptId()))
                        .findFirst();
        var captured = known.map(ProviderPayment::captured).orElse(0L);
        Violation.unless(
                attempt.captured() == captured,
                "%s (%s): captured %d here, %d at the provider",
                attempt.attemptId(),
                payment.status(),
                attempt.captured(),
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
        if (known.get().refusedToVoid) {
            return;
        }
        var held = known.get().held();
        var open = attempt.authorized() - attempt.captured() - attempt.released();
        Violation.unless(
                held == open,
                "%s (%s, %s): open is %d here, %d at the provider",
                attempt.attemptId(),
                attempt.status(),
                payment.status(),
                open,
                held);
        var refunded =
                payment.refunds().stream()
                        .filter(
                                r ->
                                        r.attemptId().equals(attempt.attemptId())
                                                && r.status() == Refund.Status.SUCCEEDED)
                        .mapToLong(Refund::amount)
                        .sum();
        Violation.unless(
                refunded == known.get().refunded() && refunded <= captured,
                "%s: refunded %d here, %d at the provider, of %d",
                attempt.attemptId(),
                refunded,
                known.get().refunded(),
                captured);
    }

    private void compareRefunds(StoredPayment stored) {
        var payment = stored.payment();
        var records =
                refunds.all().stream()
                        .filter(r -> r.order().paymentId().equals(payment.paymentId()))
                        .toList();
        Violation.unless(
                records.size() == payment.refunds().size(),
                "%s has %d refunds, refund-service %d",
                stored.id(),
                payment.refunds().size(),
                records.size());
        for (var refund : payment.refunds()) {
            var record = refunds.get(Merchant.ID + "/" + refund.refundId());
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
                        delivered.containsKey(id),
                        "event %s (%s) was never delivered",
                        id,
                        StoredPayment.nameOf(entry.event()));
            }
        }
        for (var stored : refunds.stored()) {
            for (var entry : stored.journal().entries()) {
                for (var effect : stored.journal().effectsOf(entry.cause())) {
                    Violation.unless(
                            !(effect.message() instanceof RefundMessage.Announce)
                                    || delivered.containsKey(effect.messageId()),
                            "event %s was never delivered",
                            effect.messageId());
                }
            }
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
