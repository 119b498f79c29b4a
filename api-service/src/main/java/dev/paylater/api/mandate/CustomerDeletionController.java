package dev.paylater.api.mandate;

import dev.paylater.api.customer.Customers;
import dev.paylater.api.error.ApiException;
import dev.paylater.api.error.ErrorCode;
import dev.paylater.api.http.Allows;
import dev.paylater.api.http.Answer;
import dev.paylater.api.http.Call;
import dev.paylater.api.key.KeyKind;
import dev.paylater.api.key.Scope;
import dev.paylater.api.rotation.Redaction;
import dev.paylater.api.store.MandateReads;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.PathVariable;

/**
 * Deletes a customer: their mandates are revoked first, so that nobody pays by them any more and
 * whoever gets the id next is not offered them; then what names the customer becomes unreadable in
 * the payments.
 */
@Controller
final class CustomerDeletionController {

    private static final int PAGE = 100;

    private final MandateReads mandates;
    private final MandateRevocation revocation;
    private final Redaction redaction;
    private final Customers customers;

    CustomerDeletionController(
            MandateReads mandates,
            MandateRevocation revocation,
            Redaction redaction,
            Customers customers) {
        this.mandates = mandates;
        this.revocation = revocation;
        this.redaction = redaction;
        this.customers = customers;
    }

    /** Repeated, it does the same for what has come since. */
    @DeleteMapping("/customers/{customerId}")
    @Allows(value = KeyKind.SECRET, scope = Scope.PAYMENTS_WRITE)
    Answer delete(Call call, @PathVariable String customerId) {
        var merchantId = call.merchantId();
        if (!redaction.hasPayments(merchantId, customerId)
                && !customers.exists(merchantId, customerId)) {
            throw ApiException.notFound("customer");
        }
        redaction
                .findUnderWay(merchantId, customerId)
                .ifPresent(
                        paymentId -> {
                            throw ApiException.of(
                                    ErrorCode.IR_16,
                                    "Payment "
                                            + paymentId
                                            + " of the customer, or a refund or dispute of it, is"
                                            + " still under way");
                        });
        var revoked = revokeAll(call, customerId);
        redaction.redact(merchantId, customerId);
        customers.delete(merchantId, customerId);
        return Answer.json(
                json -> {
                    json.writeStartObject();
                    json.writeStringProperty("customer_id", customerId);
                    json.writeBooleanProperty("customer_deleted", true);
                    json.writeBooleanProperty("address_deleted", true);
                    json.writeBooleanProperty("payment_methods_deleted", true);
                    json.writeNumberProperty("mandates_revoked", revoked);
                    json.writeEndObject();
                });
    }

    /** How many there were; when one of them cannot be revoked nothing else is done. */
    private int revokeAll(Call call, String customerId) {
        var revoked = 0;
        String last = null;
        while (true) {
            var page = mandates.listUnrevoked(call.merchantId(), customerId, last, PAGE);
            for (var mandate : page) {
                revocation.revokeOneOf(call, mandate);
                revoked++;
                last = mandate.mandateId();
            }
            if (page.size() < PAGE) {
                return revoked;
            }
        }
    }
}
