package dev.paylater.orchestrator.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylater.kit.kafka.Incoming;
import dev.paylater.kit.kafka.MessageContext;
import dev.paylater.orchestrator.payment.CaptureMethod;
import dev.paylater.orchestrator.payment.ConnectorAccount;
import dev.paylater.orchestrator.payment.Increment;
import dev.paylater.orchestrator.payment.IntentBuilder;
import dev.paylater.orchestrator.payment.Operation;
import dev.paylater.orchestrator.payment.Payment;
import dev.paylater.orchestrator.payment.PaymentCommand;
import dev.paylater.orchestrator.payment.Refund;
import dev.paylater.orchestrator.payment.Route;
import dev.paylater.orchestrator.payment.decision.Effect;
import dev.paylater.orchestrator.payment.decision.PaymentDecider;
import dev.paylater.orchestrator.payment.evolution.PaymentEvolution;
import dev.paylater.schemas.ConnectorRequest;
import dev.paylater.schemas.DeadlinePassed;
import dev.paylater.schemas.ExecuteRefund;
import dev.paylater.schemas.RecordFoundRefund;
import dev.paylater.schemas.Topic;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What a payment asks of connectors and of refund-service. */
class RequestsTest {

    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
    private static final String PAYMENT = "pay_00000000000000000000000001";

    @Test
    void a_connector_is_asked_for_the_amount_in_the_payments_own_currency() {
        var payment = confirmed("USD");
        var operation = payment.operations().getFirst();

        var request = Requests.of(new Effect.CallProvider(operation), payment, NOW, deadline());

        assertThat(request.topic()).isEqualTo(Topic.ofConnector("sandbox").name());
        var message = (ConnectorRequest) request.message();
        assertThat(message.getOperation()).isEqualTo("authorize");
        assertThat(message.getAmount()).isEqualTo(6540);
        assertThat(message.getCurrency()).isEqualTo("USD");
        assertThat(message.getOptions().getCurrency()).isEqualTo("USD");
        assertThat(message.getCaptureMethod()).isEqualTo("manual");
        assertThat(message.getIdempotencyKey()).isEqualTo(PAYMENT + "_1_authorize");
        assertThat(message.getMerchantConnectorId()).isEqualTo("mca_1");
    }

    @Test
    void an_increment_is_asked_for_with_its_reason() {
        var id = PAYMENT + "_1_increment_1";
        var increment =
                new Increment(id, 7_000, 6_540, Increment.Status.PROCESSING, "a bulb", null);
        var payment = confirmed("EUR").withIncrements(List.of(increment));
        var operation =
                payment.operations()
                        .getFirst()
                        .withOperationId(id)
                        .withKind(Operation.Kind.INCREMENT);

        var request = Requests.of(new Effect.CallProvider(operation), payment, NOW, deadline());

        var message = (ConnectorRequest) request.message();
        assertThat(message.getDetails()).containsExactly(Map.entry("reason", "\"a bulb\""));
    }

    @Test
    void a_status_inquiry_names_the_operation_that_it_is_about() {
        var payment = confirmed("EUR");
        var operation = payment.operations().getFirst();

        var request = Requests.of(new Effect.InquireStatus(operation), payment, NOW, deadline());

        var message = (ConnectorRequest) request.message();
        assertThat(message.getOperation()).isEqualTo("status");
        assertThat(message.getInquiredOperation()).isEqualTo("authorize");
    }

    @Test
    void a_refund_is_made_in_the_payments_own_currency() {
        var payment = confirmed("GBP");
        var effect = new Effect.ExecuteRefund(refund("ref_1", Refund.Status.PENDING));

        var request = Requests.of(effect, payment, NOW, deadline());

        var message = (ExecuteRefund) request.message();
        assertThat(message.getCurrency()).isEqualTo("GBP");
        assertThat(message.getAmount()).isEqualTo(500);
        assertThat(message.getRefundId()).isEqualTo("ref_1");
    }

    @Test
    void a_refund_that_was_found_is_kept_by_refund_service_and_asked_of_nobody() {
        var payment = confirmed("GBP");
        var found = refund("found_1", Refund.Status.SUCCEEDED);

        var request = Requests.of(new Effect.RecordFoundRefund(found), payment, NOW, deadline());

        var asked = Requests.of(new Effect.ExecuteRefund(found), payment, NOW, deadline());
        assertThat(request.topic()).isEqualTo(Topic.REFUND_COMMANDS.name());
        assertThat(request.message())
                .isEqualTo(
                        new RecordFoundRefund(
                                "merchant",
                                PAYMENT,
                                NOW.toEpochMilli(),
                                (ExecuteRefund) asked.message()));
    }

    private static Refund refund(String refundId, Refund.Status status) {
        return new Refund(refundId, 1, status, 500, null, Map.of(), null, PAYMENT + "_1", NOW, NOW);
    }

    private static Payment confirmed(String currency) {
        var account =
                new ConnectorAccount(
                        "sandbox", "mca_1", List.of(), List.of(), List.of(), List.of(), List.of());
        var create =
                new PaymentCommand.CreatePayment(
                        "merchant",
                        PAYMENT,
                        "pro_1",
                        IntentBuilder.builder()
                                .amount(6540L)
                                .currency(currency)
                                .captureMethod(CaptureMethod.MANUAL)
                                .paymentMethod("pay_later")
                                .build(),
                        Map.of(),
                        new Route(List.of(account), null, null));
        Payment payment = null;
        for (var event : PaymentDecider.decide(null, create, NOW).events()) {
            payment = PaymentEvolution.evolve(payment, event, NOW);
        }
        if (payment == null) {
            throw new AssertionError("There is no payment");
        }
        return payment;
    }

    private static PaymentRequest deadline() {
        var message =
                DeadlinePassed.newBuilder()
                        .setMerchantId("merchant")
                        .setPaymentId(PAYMENT)
                        .setIssuedAt(NOW.toEpochMilli())
                        .setDueAt(NOW.toEpochMilli())
                        .build();
        return PaymentRequest.of(
                new Incoming(
                        Topic.key("merchant", PAYMENT), "due", MessageContext.NONE, message, 100));
    }
}
