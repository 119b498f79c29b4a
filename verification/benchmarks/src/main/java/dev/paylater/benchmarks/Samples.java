package dev.paylater.benchmarks;

import dev.paylater.kernel.Entry;
import dev.paylater.kernel.Stored;
import dev.paylater.orchestrator.payment.ConnectorAccount;
import dev.paylater.orchestrator.payment.IntentBuilder;
import dev.paylater.orchestrator.payment.Operation;
import dev.paylater.orchestrator.payment.Payment;
import dev.paylater.orchestrator.payment.PaymentCommand;
import dev.paylater.orchestrator.payment.PaymentEvent;
import dev.paylater.orchestrator.payment.Route;
import dev.paylater.orchestrator.payment.decision.PaymentDecider;
import dev.paylater.orchestrator.payment.evolution.PaymentEvolution;
import dev.paylater.provider.ProviderResult;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** An ordinary payment: created and confirmed in one request, approved and captured at once. */
final class Samples {

    static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
    static final String PAYMENT_ID = "pay_00000000000000000000000001";
    static final String KEY = "merchant/" + PAYMENT_ID;

    private Samples() {}

    static PaymentCommand.CreatePayment create() {
        var account =
                new ConnectorAccount(
                        "sandbox",
                        "mca_sandbox",
                        List.of(),
                        List.of(),
                        List.of(),
                        List.of(),
                        List.of());
        return new PaymentCommand.CreatePayment(
                "merchant",
                PAYMENT_ID,
                "pro_1",
                IntentBuilder.builder()
                        .amount(6540L)
                        .currency("EUR")
                        .paymentMethod("pay_later")
                        .paymentMethodType("invoice")
                        .build(),
                Map.of(
                        "billing",
                        "{\"address\":{\"first_name\":\"Ada\",\"last_name\":\"Jones\",\"line1\":"
                                + "\"Main St 1\",\"zip\":\"10115\",\"city\":\"Berlin\",\"country\":"
                                + "\"DE\"},\"email\":\"ada@example.com\"}"),
                new Route(List.of(account), null, null));
    }

    static PaymentCommand approved() {
        var attempt = PAYMENT_ID + "_1";
        return new PaymentCommand.RecordProviderResult(
                attempt,
                Operation.Kind.AUTHORIZE,
                attempt + "_authorize",
                false,
                null,
                ProviderResult.captured());
    }

    static Stored<Payment, PaymentEvent> after(
            @Nullable Stored<Payment, PaymentEvent> before, PaymentCommand command, String id) {
        var payment = before == null ? null : before.state();
        var journal =
                new ArrayList<Entry<PaymentEvent>>(before == null ? List.of() : before.journal());
        for (var event : PaymentDecider.decide(payment, command, NOW).events()) {
            payment = PaymentEvolution.evolve(payment, event, NOW);
            journal.add(new Entry<>(journal.size() + 1L, NOW, id, event));
        }
        return new Stored<>(
                KEY,
                before == null ? 1 : before.version() + 1,
                Objects.requireNonNull(payment),
                List.copyOf(journal),
                List.of(),
                0);
    }

    static Stored<Payment, PaymentEvent> succeeded() {
        return after(after(null, create(), "create"), approved(), "approved");
    }
}
