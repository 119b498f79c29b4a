package dev.paylater.api.payment;

import dev.paylater.api.document.Mandate;
import dev.paylater.api.document.PaymentDocument;
import dev.paylater.api.error.ApiException;
import dev.paylater.api.error.ErrorCode;
import dev.paylater.api.error.Problem;
import dev.paylater.api.http.Call;
import dev.paylater.api.key.EphemeralKeys;
import dev.paylater.api.store.MandateReads;
import dev.paylater.options.PaymentOption;
import java.time.Clock;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/**
 * The payment methods that a payment_token may name: those of the payment's customer. A browser
 * needs the key for that customer which the merchant's server has given it: the publishable key and
 * the client_secret say who has the payment, and not who they are.
 */
@Component
final class SavedMethods {

    private static final String TOKEN = PaymentOption.PAYMENT_TOKEN.fieldName();

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

    /**
     * Checks the payment_token that a merchant's server sends.
     *
     * @param customerId of the payment
     * @throws ApiException when it is no method of theirs that pays
     */
    void requireForServer(
            Call call, String token, @Nullable String customerId, @Nullable String profileId) {
        if (customerId == null) {
            throw ApiException.of(
                    Problem.inconsistent(
                            TOKEN,
                            "payment_token is a saved method of the payment's customer: give"
                                    + " customer.id too"));
        }
        if (find(call, customerId, profileId, token).isEmpty()) {
            throw ApiException.of(
                    ErrorCode.HE_02,
                    "The customer " + customerId + " has no such saved method that is active",
                    TOKEN);
        }
    }

    /** The mandate behind a saved method that a browser names. */
    String require(Call call, PaymentDocument payment, String paymentMethodId) {
        var key = call.headers().get(EphemeralKeys.HEADER);
        if (!(payment.option("customer_id") instanceof String customerId)
                || !keys.isValid(call.merchantId(), customerId, key, clock.instant())) {
            throw ApiException.notFound("payment method for this ephemeral_key");
        }
        return find(call, customerId, payment.profileId(), paymentMethodId)
                .map(Mandate::mandateId)
                .orElseThrow(() -> ApiException.notFound("payment method"));
    }

    private Optional<Mandate> find(
            Call call, String customerId, @Nullable String profileId, String paymentMethodId) {
        return mandates.find(call.merchantId(), Mandate.idOfMethod(paymentMethodId))
                .filter(mandate -> customerId.equals(mandate.payment().option("customer_id")))
                .filter(mandate -> mandate.status(clock.instant()).equals("active"))
                .filter(mandate -> Objects.equals(mandate.payment().profileId(), profileId));
    }
}
