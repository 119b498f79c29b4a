package dev.paylater.api.payment;

import dev.paylater.api.document.PaymentDocument;
import dev.paylater.api.error.ApiException;
import dev.paylater.api.http.Call;
import dev.paylater.schemas.AuthenticateThreeDs;
import dev.paylater.schemas.CompleteAuthorization;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/** External 3-D Secure of a shopper on this service's own pages. */
@Component
public final class PageAuthentication {

    private static final Logger log = LoggerFactory.getLogger(PageAuthentication.class);

    /** JSON texts; no page runs the 3DS method of the shopper's bank: U, unavailable. */
    private static final Map<String, String> DETAILS =
            Map.of("device_channel", "\"BRW\"", "threeds_method_comp_ind", "\"U\"");

    private final PaymentOperations operations;

    PageAuthentication(PaymentOperations operations) {
        this.operations = operations;
    }

    /**
     * Asks the shopper's bank to authenticate them, unless it was asked before.
     *
     * @return the payment afterwards, or as it was when that does not work now
     */
    public PaymentDocument begun(Call call, PaymentDocument payment) {
        if (!payment.awaitsThreeDs() || payment.threeDs() != null) {
            return payment;
        }
        var commandId = call.commandId() + "-3ds";
        try {
            return operations.run(
                    call,
                    payment.merchantId(),
                    payment.paymentId(),
                    commandId,
                    AuthenticateThreeDs.newBuilder()
                            .setMerchantId(payment.merchantId())
                            .setPaymentId(payment.paymentId())
                            .setIssuedAt(call.issuedAt().toEpochMilli())
                            .setReplyTo(operations.replyTo(call, commandId))
                            .setDetails(DETAILS)
                            .build());
        } catch (ApiException e) {
            log.warn("Payment {} cannot be authenticated: {}", payment.paymentId(), e.message());
            return payment;
        }
    }

    /** The shopper is back from the challenge: the provider is asked how it went. */
    public PaymentDocument completed(Call call, PaymentDocument payment) {
        return operations.run(
                call,
                payment.merchantId(),
                payment.paymentId(),
                CompleteAuthorization.newBuilder()
                        .setMerchantId(payment.merchantId())
                        .setPaymentId(payment.paymentId())
                        .setIssuedAt(call.issuedAt().toEpochMilli())
                        .setReplyTo(operations.replyTo(call))
                        .setTerms(Map.of())
                        .build());
    }
}
