package dev.paylater.api.payment;

import dev.paylater.api.document.Mandate;
import dev.paylater.api.document.PaymentDocument;
import dev.paylater.api.error.ApiException;
import dev.paylater.api.http.Call;
import dev.paylater.api.key.EphemeralKeys;
import dev.paylater.api.store.MandateReads;
import java.time.Clock;
import java.util.Objects;
import org.springframework.stereotype.Component;

/**
 * The payment methods that a browser may pay with: those of the payment's customer, when the
 * merchant's server has given it the key for that customer. The publishable key and the
 * client_secret say who has the payment, and not who they are.
 */
@Component
final class SavedMethods {

    private final MandateReads mandates;
    private final EphemeralKeys keys;
    private final Clock clock;

    SavedMethods(MandateReads mandates, EphemeralKeys keys, Clock clock) {
        this.mandates = mandates;
        this.keys = keys;
        this.clock = clock;
    }

    /** Whether a call brings a key for them; without one a payment_token is refused as a field. */
    static boolean areOpenedBy(Call call) {
        return call.headers().containsKey(EphemeralKeys.HEADER);
    }

    /** The mandate behind a saved method. */
    String require(Call call, PaymentDocument payment, String paymentMethodId) {
        var now = clock.instant();
        var key = call.headers().get(EphemeralKeys.HEADER);
        if (!(payment.option("customer_id") instanceof String customerId)
                || !keys.isValid(call.merchantId(), customerId, key, now)) {
            throw ApiException.notFound("payment method for this ephemeral_key");
        }
        return mandates.find(call.merchantId(), Mandate.idOfMethod(paymentMethodId))
                .filter(mandate -> customerId.equals(mandate.payment().option("customer_id")))
                .filter(mandate -> mandate.status(now).equals("active"))
                .filter(
                        mandate ->
                                Objects.equals(mandate.payment().profileId(), payment.profileId()))
                .map(Mandate::mandateId)
                .orElseThrow(() -> ApiException.notFound("payment method"));
    }
}
