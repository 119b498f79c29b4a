package dev.paylater.orchestrator.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylater.kit.kafka.Incoming;
import dev.paylater.kit.kafka.MessageContext;
import dev.paylater.kit.kafka.Outgoing;
import dev.paylater.orchestrator.journal.PaymentStore;
import dev.paylater.orchestrator.journal.StoredPayment;
import dev.paylater.orchestrator.payment.CaptureMethod;
import dev.paylater.orchestrator.payment.ConnectorAccount;
import dev.paylater.orchestrator.payment.IntentChangeBuilder;
import dev.paylater.orchestrator.payment.PaymentCommand;
import dev.paylater.orchestrator.payment.PaymentDecider;
import dev.paylater.orchestrator.payment.Route;
import dev.paylater.orchestrator.payment.Routing;
import dev.paylater.orchestrator.routing.Accounts;
import dev.paylater.schemas.CapturePayment;
import dev.paylater.schemas.ConnectorOutcome;
import dev.paylater.schemas.PaymentOptions;
import dev.paylater.schemas.Reply;
import dev.paylater.schemas.ReplyTo;
import dev.paylater.schemas.SyncPayment;
import dev.paylater.schemas.Topic;
import dev.paylater.schemas.UpdatePayment;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import org.apache.avro.specific.SpecificRecord;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Who is answered, and when. */
final class TurnTest {

    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
    private static final String MERCHANT = "merchant";
    private static final String PAYMENT = "pay_00000000000000000000000001";
    private static final String KEY = Topic.key(MERCHANT, PAYMENT);

    private final CommandReader commands = new CommandReader(new Nobody(), new Nothing());

    @Test
    void who_asks_while_an_answer_is_out_waits_for_that_answer() {
        var turn = Turn.take(sync("returned"), confirmed(), commands, NOW);

        assertThat(turn.messages()).isEmpty();
        var waiting = Objects.requireNonNull(turn.toWrite());
        assertThat(waiting.isAwaited("returned")).isTrue();
        assertThat(waiting.version()).isEqualTo(2);

        assertThat(Turn.take(sync("returned"), waiting, commands, NOW))
                .as("delivered again")
                .isEqualTo(new Turn(null, List.of()));
    }

    @Test
    void a_payment_takes_no_more_from_merchants_than_its_document_has_room_for() {
        var stored = created();
        var updates = 0;
        while (stored.taken() < 4 * 1024 * 1024) {
            var turn = Turn.take(update("update" + ++updates, 512 * 1024), stored, commands, NOW);
            stored = Objects.requireNonNull(turn.toWrite());
        }
        assertThat(updates).isEqualTo(8);

        var refused = Turn.take(update("one too many", 10), stored, commands, NOW);
        assertThat(refused.toWrite()).isNull();
        assertThat(((Reply) refused.messages().getFirst().value()).getRefusal().getCode())
                .isEqualTo("IR_16");
    }

    @Test
    void money_still_moves_in_a_payment_that_takes_nothing_else() {
        var full = authorized().havingTaken(100 * 1024 * 1024);

        assertThat(refusal(update("update", 10), full)).contains("IR_16");
        assertThat(refusal(capture("bare", ""), full)).isEmpty();
        assertThat(refusal(capture("carrying", "x"), full)).contains("IR_06");
    }

    @Test
    void terms_are_bounded_after_merging() {
        var first = Turn.take(terms("a", 300 * 1024), created(), commands, NOW);
        var stored = Objects.requireNonNull(first.toWrite());

        assertThat(refusal(terms("b", 300 * 1024), stored)).contains("IR_06");
        assertThat(refusal(terms("b", 200 * 1024), stored)).isEmpty();
        assertThat(refusal(terms("a", 500 * 1024), stored)).as("replaces").isEmpty();
    }

    @Test
    void a_capture_carries_at_most_what_its_request_has_room_for() {
        assertThat(refusal(capture("much", "x".repeat(120 * 1024)), authorized())).isEmpty();
        assertThat(refusal(capture("too much", "x".repeat(130 * 1024)), authorized()))
                .contains("IR_06");
    }

    private Optional<String> refusal(Command command, StoredPayment stored) {
        return Turn.take(command, stored, commands, NOW).messages().stream()
                .map(Outgoing::value)
                .filter(Reply.class::isInstance)
                .map(reply -> ((Reply) reply).getRefusal())
                .filter(Objects::nonNull)
                .map(dev.paylater.schemas.Refusal::getCode)
                .findFirst();
    }

    private static Command terms(String name, int bytes) {
        var message =
                UpdatePayment.newBuilder()
                        .setMerchantId(MERCHANT)
                        .setPaymentId(PAYMENT)
                        .setIssuedAt(NOW.toEpochMilli())
                        .setReplyTo(replyTo(name))
                        .setOptions(new PaymentOptions())
                        .setTerms(Map.of(name, "x".repeat(bytes)))
                        .build();
        return command("update " + name + bytes, message, bytes);
    }

    private static Command capture(String id, String metadata) {
        var message =
                CapturePayment.newBuilder()
                        .setMerchantId(MERCHANT)
                        .setPaymentId(PAYMENT)
                        .setIssuedAt(NOW.toEpochMilli())
                        .setReplyTo(replyTo(id))
                        .setDetails(
                                metadata.isEmpty()
                                        ? Map.of()
                                        : Map.of("capture_metadata", metadata))
                        .build();
        return command(id, message, 100 + metadata.length());
    }

    private StoredPayment authorized() {
        var confirmed = confirmed();
        var operation = confirmed.payment().operations().getFirst();
        var outcome =
                ConnectorOutcome.newBuilder()
                        .setMerchantId(MERCHANT)
                        .setPaymentId(PAYMENT)
                        .setAttemptId(operation.attemptId())
                        .setIssuedAt(NOW.toEpochMilli())
                        .setConnector("sandbox")
                        .setMerchantConnectorId("mca_1")
                        .setOperation("authorize")
                        .setOperationId(operation.operationId())
                        .setVerdict("approved")
                        .setConnectorState(Map.of())
                        .build();
        return Objects.requireNonNull(
                Turn.take(command("approved", outcome, 100), confirmed, commands, NOW).toWrite());
    }

    private static Command sync(String id) {
        var message =
                SyncPayment.newBuilder()
                        .setMerchantId(MERCHANT)
                        .setPaymentId(PAYMENT)
                        .setIssuedAt(NOW.toEpochMilli())
                        .setReplyTo(replyTo(id))
                        .setCause("customer_return")
                        .build();
        return command(id, message, 100);
    }

    private static Command update(String id, int bytes) {
        var message =
                UpdatePayment.newBuilder()
                        .setMerchantId(MERCHANT)
                        .setPaymentId(PAYMENT)
                        .setIssuedAt(NOW.toEpochMilli())
                        .setReplyTo(replyTo(id))
                        .setOptions(new PaymentOptions())
                        .setTerms(Map.of("description", '"' + id + '"'))
                        .build();
        return command(id, message, bytes);
    }

    private static ReplyTo replyTo(String id) {
        return ReplyTo.newBuilder().setPartition(1).setCorrelationId(id).build();
    }

    private static Command command(String id, SpecificRecord message, int bytes) {
        return Command.of(new Incoming(KEY, id, MessageContext.NONE, message, bytes));
    }

    private static StoredPayment created() {
        return stored(null);
    }

    /** A payment whose authorization is on its way. */
    private static StoredPayment confirmed() {
        var account =
                new ConnectorAccount(
                        "sandbox", "mca_1", List.of(), List.of(), List.of(), List.of(), List.of());
        return stored(new Route(List.of(account), null, null));
    }

    private static StoredPayment stored(@Nullable Route route) {
        var create =
                new PaymentCommand.CreatePayment(
                        MERCHANT,
                        PAYMENT,
                        "pro_1",
                        IntentChangeBuilder.builder()
                                .amount(6540L)
                                .currency("EUR")
                                .paymentMethod("pay_later")
                                .paymentMethodType("invoice")
                                .captureMethod(CaptureMethod.MANUAL)
                                .build(),
                        Map.of(),
                        route);
        var decision = PaymentDecider.decide(null, create, NOW);
        return StoredPayment.after(KEY, null, decision, "created", NOW).stored();
    }

    private record Nobody() implements Accounts {
        @Override
        public boolean claimMandate(
                String merchantId,
                String mandateId,
                String paymentId,
                Predicate<String> hasEndedUnpaid) {
            return false;
        }

        @Override
        public List<ConnectorAccount> of(String merchantId) {
            return List.of();
        }

        @Override
        public @Nullable Routing ruleOf(String profileId) {
            return null;
        }
    }

    private record Nothing() implements PaymentStore {
        @Override
        public Map<String, StoredPayment> find(Collection<String> ids) {
            return Map.of();
        }

        @Override
        public Optional<StoredPayment> findByMandate(String merchantId, String mandateId) {
            return Optional.empty();
        }

        @Override
        public List<Due> findDue(Instant now, int limit) {
            return List.of();
        }

        @Override
        public Set<String> write(Collection<StoredPayment> payments) {
            return Set.of();
        }
    }
}
