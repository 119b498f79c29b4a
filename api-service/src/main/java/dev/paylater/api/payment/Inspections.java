package dev.paylater.api.payment;

import dev.paylater.api.delivery.DeliveryFilter;
import dev.paylater.api.delivery.DeliveryLog;
import dev.paylater.api.document.PaymentView;
import dev.paylater.api.document.SupportRenderer.Inspected;
import dev.paylater.api.error.ApiException;
import dev.paylater.api.http.Call;
import dev.paylater.api.json.Json;
import dev.paylater.api.key.Scope;
import dev.paylater.api.store.PaymentReads;
import java.time.Clock;
import org.springframework.stereotype.Component;
import tools.jackson.databind.node.ArrayNode;

/**
 * Opens one payment: for an administrator with a line in the audit log before it is shown, for its
 * merchant without.
 */
@Component
public final class Inspections {

    private static final int MAX_DELIVERIES = 100;

    private final PaymentReads payments;
    private final DeliveryLog log;
    private final Clock clock;

    Inspections(PaymentReads payments, DeliveryLog log, Clock clock) {
        this.payments = payments;
        this.log = log;
        this.clock = clock;
    }

    /**
     * A payment with its history and its deliveries.
     *
     * @throws ApiException when there is no such payment
     */
    public Inspected open(Call call, String merchantId, String paymentId) {
        var payment =
                payments.findWithJournal(merchantId, PaymentIds.require(paymentId))
                        .orElseThrow(() -> ApiException.notFound("payment"));
        call.opens(merchantId, paymentId);
        return new Inspected(
                PaymentView.plain(payment, clock.instant()),
                deliveries(call, merchantId, paymentId));
    }

    private ArrayNode deliveries(Call call, String merchantId, String paymentId) {
        var shown = Json.emptyObject().putArray("data");
        if (call.keysMerchant() == null || call.may(Scope.WEBHOOKS)) {
            var ofPayment = DeliveryFilter.ofPayment(merchantId, paymentId);
            shown.addAll(log.list(ofPayment, null, MAX_DELIVERIES).deliveries());
        }
        return shown;
    }
}
