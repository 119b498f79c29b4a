package dev.paylater.orchestrator.kafka;

import dev.paylater.orchestrator.payment.CustomerHistory;
import dev.paylater.orchestrator.payment.Payment;
import java.util.Optional;

/** Payments that a command for another payment looks at, as they are stored. */
public interface OtherPayments {

    /** The latest payment of this merchant that gave a mandate. */
    Optional<Payment> giving(String merchantId, String mandateId);

    /** The payment of this merchant with this id. */
    Optional<Payment> find(String merchantId, String paymentId);

    /**
     * What this merchant's customer has bought before; nothing where that is not known in time.
     *
     * @param paymentId the payment that they are making now
     */
    default Optional<CustomerHistory> historyOf(
            String merchantId, String customerId, String paymentId) {
        return Optional.empty();
    }
}
