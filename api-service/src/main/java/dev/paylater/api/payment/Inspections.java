package dev.paylater.api.payment;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.paylater.api.document.PaymentView;
import dev.paylater.api.document.SupportRenderer.Inspected;
import dev.paylater.api.error.ApiException;
import dev.paylater.api.http.Call;
import dev.paylater.api.json.Json;
import dev.paylater.api.key.Scope;
import dev.paylater.api.settings.Addresses;
import dev.paylater.api.store.PaymentReads;
import dev.paylater.api.upstream.Peer;
import dev.paylater.api.upstream.Upstream;
import java.net.URLEncoder;
import java.time.Clock;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;
import tools.jackson.databind.JsonNode;

/**
 * Opens one payment: for an administrator with a line in the audit log before it is shown, for its
 * merchant without.
 */
@Component
public final class Inspections {

    private final PaymentReads payments;
    private final Upstream upstream;
    private final Addresses addresses;
    private final Clock clock;

    Inspections(PaymentReads payments, Upstream upstream, Addresses addresses, Clock clock) {
        this.payments = payments;
        this.upstream = upstream;
        this.addresses = addresses;
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

    /** The payment is shown all the same when webhook-service does not answer. */
    private @Nullable JsonNode deliveries(Call call, String merchantId, String paymentId) {
        if (call.keysMerchant() != null && !call.may(Scope.WEBHOOKS)) {
            return Json.read("[]");
        }
        var query = "?limit=100&payment_id=" + URLEncoder.encode(paymentId, UTF_8);
        try {
            return upstream.read(
                            call,
                            merchantId,
                            Peer.webhook(addresses),
                            "/webhook_deliveries" + query)
                    .path("data");
        } catch (ApiException _) {
            return null;
        }
    }
}
