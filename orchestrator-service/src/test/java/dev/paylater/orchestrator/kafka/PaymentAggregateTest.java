package dev.paylater.orchestrator.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.paylater.kernel.Entry;
import dev.paylater.kernel.Step;
import dev.paylater.kernel.Stored;
import dev.paylater.kernel.command.CommandHandling;
import dev.paylater.kit.kafka.Incoming;
import dev.paylater.kit.kafka.MessageContext;
import dev.paylater.kit.kafka.Outgoing;
import dev.paylater.options.Routing;
import dev.paylater.orchestrator.payment.CaptureMethod;
import dev.paylater.orchestrator.payment.ConnectorAccount;
import dev.paylater.orchestrator.payment.Dispute;
import dev.paylater.orchestrator.payment.IntentBuilder;
import dev.paylater.orchestrator.payment.Payment;
import dev.paylater.orchestrator.payment.PaymentCommand;
import dev.paylater.orchestrator.payment.PaymentEvent;
import dev.paylater.orchestrator.payment.Route;
import dev.paylater.orchestrator.payment.decision.PaymentDecider;
import dev.paylater.orchestrator.payment.evolution.PaymentEvolution;
import dev.paylater.orchestrator.routing.Accounts;
import dev.paylater.schemas.CapturePayment;
import dev.paylater.schemas.ConnectorOutcome;
import dev.paylater.schemas.DeadlinePassed;
import dev.paylater.schemas.DisputeSnapshot;
import dev.paylater.schemas.PaymentOptions;
import dev.paylater.schemas.Reply;
import dev.paylater.schemas.ReplyTo;
import dev.paylater.schemas.StatusChange;
import dev.paylater.schemas.SyncPayment;
import dev.paylater.schemas.Topic;
import dev.paylater.schemas.UpdatePayment;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Predicate;
import org.apache.avro.specific.SpecificRecord;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Who is answered when, and what a payment has room for. */
final class PaymentAggregateTest {

    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
    private static final String MERCHANT = "merchant";
    private static final String PAYMENT = "pay_00000000000000000000000001";
    private static final String KEY = Topic.key(MERCHANT, PAYMENT);

    private final CommandHandling<Payment, PaymentRequest, PaymentEvent> handling =
            new CommandHandling<>(
                    new PaymentAggregate(
                            new CommandReader(new Nobody(), new Nobody()),
                            new PaymentMessages(_ -> ByteBuffer.allocate(0))));

    @Test
    void who_asks_while_an_answer_is_out_waits_for_that_answer() {
        var turn = handle(sync("returned"), confirmed());

        assertThat(turn.messages()).isEmpty();
        var waiting = Objects.requireNonNull(turn.toWrite());
        assertThat(waiting.isAwaited("returned")).isTrue();
        assertThat(waiting.version()).isEqualTo(2);

        assertThat(handle(sync("returned"), waiting))
                .as("delivered again")
                .isEqualTo(new CommandHandling.Handled<>(null, List.of(), List.of()));
    }

    @Test
    void a_merchants_command_is_not_decided_for_the_first_time_when_it_is_over() {
        var late = NOW.plus(Duration.ofMinutes(10));
        assertThat(handling.handle(authorized(), capture("in time", ""), List.of(), late).toWrite())
                .isNotNull();

        var over =
                handling.handle(authorized(), capture("over", ""), List.of(), late.plusMillis(1));
        assertThat(Objects.requireNonNull(over.toWrite()).journal())
                .isEqualTo(authorized().journal());
        assertThat(over.refusals()).isEmpty();
        assertThat(((Reply) over.messages().getFirst().value()).getRefusal())
                .isEqualTo(
                        new dev.paylater.schemas.Refusal(
                                "IR_16",
                                "The request of 2026-01-01T00:00:00Z could not be carried out in"
                                        + " time and never will be: make it anew",
                                null));
    }

    @Test
    void
            a_capture_that_was_refused_stays_refused_when_a_copy_of_it_comes_after_the_authorization() {
        var early = handle(capture("early", ""), confirmed());
        var operation = confirmed().state().operations().getFirst();
        var refused = Objects.requireNonNull(early.toWrite());
        var authorized =
                Objects.requireNonNull(
                        handle(approval(operation.operationId(), operation.attemptId()), refused)
                                .toWrite());

        var copy = handle(capture("early", ""), authorized);
        assertThat(copy.toWrite()).isNull();
        assertThat(copy.messages()).isEqualTo(early.messages());
        var later = Objects.requireNonNull(handle(capture("later", ""), authorized).toWrite());
        assertThat(later.state().operations()).isNotEmpty();
    }

    @Test
    void what_was_decided_in_time_is_answered_as_it_was_however_late_it_comes_again() {
        var captured = handle(capture("in time", ""), authorized());
        var again =
                handling.handle(
                        captured.toWrite(),
                        capture("in time", ""),
                        List.of(),
                        NOW.plus(Duration.ofDays(7)));
        assertThat(again.messages()).isEqualTo(captured.messages());
    }

    @Test
    void a_document_does_not_grow_with_inquiries_that_bring_no_news() {
        var stored = confirmed();
        for (var i = 1; i <= 500; i++) {
            var due = stored.state().due().orElseThrow();
            stored = inquired(stored, "unknown " + i, due, "unknown");
        }
        assertThat(stored.journal().stream().map(entry -> entry.event().getClass().getSimpleName()))
                .containsExactly(
                        "PaymentCreated",
                        "AuthorizationRequested",
                        "StatusInquired",
                        "ResultUnknown",
                        "StatusInquired",
                        "ResultUnknown");
        assertThat(stored.journal().getLast().sequence()).isEqualTo(1_002);
        assertThat(stored.state().operations().getFirst().inquiries()).isEqualTo(500);
        assertThat(folded(stored)).isEqualTo(stored.state());

        stored = inquired(stored, "pending", stored.state().due().orElseThrow(), "pending");
        assertThat(stored.journal()).as("news").hasSize(8);
        assertThat(folded(stored)).isEqualTo(stored.state());
    }

    @Test
    void inquiries_that_nobody_answers_are_the_first_and_the_latest() {
        var stored = confirmed();
        for (var i = 1; i <= 100; i++) {
            var due = stored.state().due().orElseThrow();
            stored = handleAt(deadline("deadline " + i, due), stored, due);
        }
        assertThat(stored.journal()).hasSize(4);
        assertThat(stored.state().operations().getFirst().inquiries()).isEqualTo(100);
        assertThat(folded(stored)).isEqualTo(stored.state());
    }

    private Stored<Payment, PaymentEvent> inquired(
            Stored<Payment, PaymentEvent> stored, String id, Instant due, String status) {
        var operation = stored.state().operations().getFirst();
        var asked = handleAt(deadline("deadline " + id, due), stored, due);
        return handleAt(
                outcome(id, operation.operationId(), operation.attemptId(), status),
                asked,
                due.plusMillis(100));
    }

    private Stored<Payment, PaymentEvent> handleAt(
            PaymentRequest request, Stored<Payment, PaymentEvent> before, Instant at) {
        return Objects.requireNonNull(handling.handle(before, request, List.of(), at).toWrite());
    }

    private static Payment folded(Stored<Payment, PaymentEvent> stored) {
        Payment payment = null;
        for (var entry : stored.journal()) {
            payment = PaymentEvolution.evolve(payment, entry.event(), entry.at());
        }
        return Objects.requireNonNull(payment);
    }

    private static PaymentRequest deadline(String id, Instant due) {
        return command(
                id,
                new DeadlinePassed(MERCHANT, PAYMENT, due.toEpochMilli(), due.toEpochMilli()),
                100);
    }

    @Test
    void a_payment_takes_no_more_from_merchants_than_its_document_has_room_for() {
        var stored = created();
        var updates = 0;
        while (stored.taken() < 4 * 1024 * 1024) {
            var turn = handle(update("update" + ++updates, 512 * 1024), stored);
            stored = Objects.requireNonNull(turn.toWrite());
        }
        assertThat(updates).isEqualTo(8);

        var refused = handle(update("one too many", 10), stored);
        assertThat(Objects.requireNonNull(refused.toWrite()).taken()).isEqualTo(stored.taken());
        assertThat(refused.toWrite().journal()).isEqualTo(stored.journal());
        assertThat(((Reply) refused.messages().getFirst().value()).getRefusal().getCode())
                .isEqualTo("IR_16");
    }

    @Test
    void money_still_moves_in_a_payment_that_takes_nothing_else() {
        var full = havingTaken(100 * 1024 * 1024, authorized());

        assertThat(refusal(update("update", 10), full)).contains("IR_16");
        assertThat(refusal(capture("bare", ""), full)).isEmpty();
        assertThat(refusal(capture("carrying", "x"), full)).contains("IR_06");
    }

    @Test
    void terms_are_bounded_after_merging() {
        var first = handle(terms("a", 400 * 1024), created());
        var stored = Objects.requireNonNull(first.toWrite());

        assertThat(refusal(terms("b", 400 * 1024), stored)).contains("IR_06");
        assertThat(refusal(terms("b", 300 * 1024), stored)).isEmpty();
        assertThat(refusal(terms("a", 700 * 1024), stored)).as("replaces").isEmpty();
    }

    @Test
    void a_body_as_large_as_the_api_takes_has_room_when_all_of_it_is_sealed() {
        var body = 512 * 1024;
        assertThat(refusal(terms("a", body / 3 * 4 + 80 * 52), created())).isEmpty();
    }

    @Test
    void a_capture_carries_at_most_what_its_request_has_room_for() {
        assertThat(refusal(capture("much", "x".repeat(120 * 1024)), authorized())).isEmpty();
        assertThat(refusal(capture("too much", "x".repeat(130 * 1024)), authorized()))
                .contains("IR_06");
    }

    private Optional<String> refusal(PaymentRequest command, Stored<Payment, PaymentEvent> stored) {
        return handle(command, stored).messages().stream()
                .map(Outgoing::value)
                .filter(Reply.class::isInstance)
                .map(reply -> ((Reply) reply).getRefusal())
                .filter(Objects::nonNull)
                .map(dev.paylater.schemas.Refusal::getCode)
                .findFirst();
    }

    private static PaymentRequest terms(String name, int bytes) {
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

    private static PaymentRequest capture(String id, String metadata) {
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

    @Test
    void a_provider_result_that_meets_no_payment_is_a_fault_and_not_dropped() {
        var lost = approval("pay_1_authorize", "pay_1");
        assertThatThrownBy(() -> handle(lost, null))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("There is no payment of operation pay_1_authorize");
    }

    private Stored<Payment, PaymentEvent> authorized() {
        var confirmed = confirmed();
        var operation = confirmed.state().operations().getFirst();
        var approval = approval(operation.operationId(), operation.attemptId());
        return Objects.requireNonNull(handle(approval, confirmed).toWrite());
    }

    private static PaymentRequest approval(String operationId, String attemptId) {
        return outcome("approved", operationId, attemptId, "approved");
    }

    private static PaymentRequest outcome(
            String id, String operationId, String attemptId, String status) {
        var outcome =
                ConnectorOutcome.newBuilder()
                        .setMerchantId(MERCHANT)
                        .setPaymentId(PAYMENT)
                        .setAttemptId(attemptId)
                        .setIssuedAt(NOW.toEpochMilli())
                        .setConnector("sandbox")
                        .setMerchantConnectorId("mca_1")
                        .setOperation("authorize")
                        .setOperationId(operationId)
                        .setStatus(status)
                        .setInquiry(id.contains(" "))
                        .setConnectorState(Map.of())
                        .build();
        return command(id, outcome, 100);
    }

    private static PaymentRequest sync(String id) {
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

    private static PaymentRequest update(String id, int bytes) {
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

    @Test
    void a_public_event_carries_the_merchants_reference_of_the_order() {
        var stored = created();
        var payment =
                stored.state()
                        .withTerms(Map.of("merchant_order_reference_id", "\"order \\\"7\\\"\""));
        var entry = stored.journal().getFirst();
        assertThat(
                        Snapshots.event("e", new Step<>(null, entry, payment))
                                .getPayment()
                                .getMerchantOrderReferenceId())
                .isEqualTo("order \"7\"");
        assertThat(
                        Snapshots.event("e", new Step<>(null, entry, stored.state()))
                                .getPayment()
                                .getMerchantOrderReferenceId())
                .isNull();
    }

    @Test
    void a_public_event_carries_the_disputes_of_the_payment() {
        var stored = created();
        var entry = stored.journal().getFirst();
        var disputed =
                stored.state()
                        .withDisputes(
                                List.of(
                                        new Dispute(
                                                "dp_1",
                                                "pre_arbitration",
                                                "dispute_challenged",
                                                2500,
                                                "EUR",
                                                "sandbox",
                                                "dsp_881",
                                                "evidence_sent",
                                                "Goods not received",
                                                "not_received",
                                                NOW.plusSeconds(60),
                                                NOW.minusSeconds(60),
                                                NOW,
                                                NOW.plusMillis(3),
                                                null)));

        var event = Snapshots.event("e", new Step<>(stored.state(), entry, disputed));

        assertThat(event.getPayment().getDisputes())
                .containsExactly(
                        DisputeSnapshot.newBuilder()
                                .setDisputeId("dp_1")
                                .setDisputeStage("pre_arbitration")
                                .setDisputeStatus("dispute_challenged")
                                .setAmount(2500)
                                .setCurrency("EUR")
                                .setConnector("sandbox")
                                .setConnectorDisputeId("dsp_881")
                                .setConnectorStatus("evidence_sent")
                                .setConnectorReasonCode("not_received")
                                .setChallengeRequiredBy(NOW.plusSeconds(60).toEpochMilli())
                                .setCreatedAt(NOW.plusMillis(3).toEpochMilli())
                                .build());
        assertThat(event.getChanges())
                .containsExactly(new StatusChange("dispute", "dp_1", "dispute_challenged", null));
    }

    @Test
    void a_public_event_names_the_statuses_that_it_has_changed_and_no_others() {
        var stored = created();
        var entry = stored.journal().getFirst();
        var payment = stored.state();
        var cancelled = payment.withCancellation(new Payment.Cancellation(null));

        assertThat(Snapshots.event("e", new Step<>(null, entry, payment)).getChanges())
                .containsExactly(
                        new StatusChange("payment", PAYMENT, payment.status().wireName(), null));
        assertThat(Snapshots.event("e", new Step<>(payment, entry, payment)).getChanges())
                .isEmpty();
        assertThat(Snapshots.event("e", new Step<>(payment, entry, cancelled)).getChanges())
                .containsExactly(
                        new StatusChange(
                                "payment", PAYMENT, "cancelled", payment.status().wireName()));
    }

    @Test
    void a_public_event_says_that_a_payment_link_has_expired() {
        var payment = created().state();
        var entry = created().journal().getFirst();

        assertThat(
                        Snapshots.event(
                                        "e",
                                        new Step<>(payment, entry, payment.withLinkExpired(NOW)))
                                .getChanges())
                .containsExactly(new StatusChange("payment_link", PAYMENT, "expired", null));
    }

    private static ReplyTo replyTo(String id) {
        return ReplyTo.newBuilder().setPartition(1).setCorrelationId(id).build();
    }

    private static PaymentRequest command(String id, SpecificRecord message, int bytes) {
        return PaymentRequest.of(new Incoming(KEY, id, MessageContext.NONE, message, bytes));
    }

    private static Stored<Payment, PaymentEvent> created() {
        return stored(null);
    }

    /** A payment whose authorization is on its way. */
    private static Stored<Payment, PaymentEvent> confirmed() {
        var account =
                new ConnectorAccount(
                        "sandbox", "mca_1", List.of(), List.of(), List.of(), List.of(), List.of());
        return stored(new Route(List.of(account), null, null));
    }

    private static Stored<Payment, PaymentEvent> stored(@Nullable Route route) {
        var create =
                new PaymentCommand.CreatePayment(
                        MERCHANT,
                        PAYMENT,
                        "pro_1",
                        IntentBuilder.builder()
                                .amount(6540L)
                                .currency("EUR")
                                .paymentMethod("pay_later")
                                .paymentMethodType("invoice")
                                .captureMethod(CaptureMethod.MANUAL)
                                .build(),
                        Map.of(),
                        route);
        Payment payment = null;
        var journal = new ArrayList<Entry<PaymentEvent>>();
        for (var event : PaymentDecider.decide(null, create, NOW).events()) {
            payment = PaymentEvolution.evolve(payment, event, NOW);
            journal.add(new Entry<>(journal.size() + 1L, NOW, "created", event));
        }
        return new Stored<>(
                KEY, 1, Objects.requireNonNull(payment), List.copyOf(journal), List.of(), 0);
    }

    private static Stored<Payment, PaymentEvent> havingTaken(
            long bytes, Stored<Payment, PaymentEvent> stored) {
        return new Stored<>(
                stored.id(),
                stored.version(),
                stored.state(),
                stored.journal(),
                stored.waiters(),
                bytes);
    }

    private CommandHandling.Handled<Payment, PaymentEvent> handle(
            PaymentRequest request, @Nullable Stored<Payment, PaymentEvent> before) {
        return handling.handle(before, request, List.of(), NOW);
    }

    private record Nobody() implements Accounts, OtherPayments {
        @Override
        public Optional<Payment> giving(String merchantId, String mandateId) {
            return Optional.empty();
        }

        @Override
        public Optional<Payment> find(String merchantId, String paymentId) {
            return Optional.empty();
        }

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
}
