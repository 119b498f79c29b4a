package dev.paylater.orchestrator.kafka;

import dev.paylater.orchestrator.payment.CustomerHistory;
import dev.paylater.orchestrator.payment.CustomerHistory.Customer;
import dev.paylater.orchestrator.payment.Payment;
import java.util.Optional;
import java.util.Set;

/** Payments that a command for another payment looks at, as they are stored. */
public interface OtherPayments {

    /** The latest payment of this merchant that gave a mandate. */
    Optional<Payment> giving(String merchantId, String mandateId);

    /** The payment of this merchant with this id. */
    Optional<Payment> find(String merchantId, String paymentId);

    /** Reads what these customers have bought, all together and in bounded time. */
    default void readHistories(Set<Customer> customers) {}

    /**
     * What this customer had bought before; nothing where it was not read, or not in time.
     *
     * @param paymentId the payment that they are making now
     */
    default Optional<CustomerHistory> historyOf(Customer customer, String paymentId) {
        return Optional.empty();
    }
}
