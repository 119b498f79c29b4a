package dev.paylater.api.payment;

import dev.paylater.api.document.PaymentDocument;
import dev.paylater.api.document.PaymentView;
import dev.paylater.api.error.ApiException;
import dev.paylater.api.error.ErrorCode;
import dev.paylater.api.error.Problem;
import dev.paylater.api.http.Call;
import dev.paylater.api.key.ClientSecrets;
import dev.paylater.api.store.PaymentReads;
import java.time.Clock;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/**
 * Lets a customer's client at a payment: a publishable key is not enough, it takes the payment's
 * client_secret too, and only until the session expires.
 */
@Component
public final class ClientAccess {

    private static final String PARAM = "client_secret";

    private final PaymentReads payments;
    private final ClientSecrets secrets;
    private final Clock clock;

    ClientAccess(PaymentReads payments, ClientSecrets secrets, Clock clock) {
        this.payments = payments;
        this.secrets = secrets;
        this.clock = clock;
    }

    /** Who reads the answer to a call. */
    static PaymentView.Reader reader(Call call) {
        return call.isClientSide() ? PaymentView.Reader.BROWSER : PaymentView.Reader.SERVER;
    }

    /**
     * Checks the client_secret of a call that may come from a client. A server's call needs none,
     * but one that it sends has to be right as well.
     *
     * @return the payment, when a client is calling
     */
    Optional<PaymentDocument> check(Call call, String paymentId, @Nullable String clientSecret) {
        if (call.isClientSide()) {
            var payment = require(call, paymentId);
            check(call, payment, clientSecret);
            return Optional.of(payment);
        }
        if (clientSecret != null) {
            require(call, paymentId);
            match(call, paymentId, clientSecret);
        }
        return Optional.empty();
    }

    /** Checks access to a payment that has been read already. */
    public void check(Call call, PaymentDocument payment, @Nullable String clientSecret) {
        if (clientSecret == null) {
            if (call.isClientSide()) {
                throw ApiException.of(Problem.missing(PARAM));
            }
            return;
        }
        match(call, payment.paymentId(), clientSecret);
        if (call.isClientSide() && payment.isExpired(clock.instant())) {
            throw ApiException.of(
                    ErrorCode.IR_08, "The client_secret of this payment has expired", PARAM);
        }
        call.authorizedFor(payment.paymentId());
    }

    private PaymentDocument require(Call call, String paymentId) {
        return payments.find(call.merchantId(), paymentId)
                .orElseThrow(() -> ApiException.notFound("payment"));
    }

    private void match(Call call, String paymentId, String clientSecret) {
        if (!secrets.matches(call.merchantId(), paymentId, clientSecret)) {
            throw ApiException.of(
                    ErrorCode.IR_09, "The client_secret does not belong to this payment", PARAM);
        }
    }
}
