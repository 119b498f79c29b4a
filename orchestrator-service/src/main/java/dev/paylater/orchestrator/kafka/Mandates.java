package dev.paylater.orchestrator.kafka;

import dev.paylater.orchestrator.payment.Payment;

import java.util.Optional;

/** Where a mandate comes from. */
public interface Mandates {

    /** The latest payment of this merchant that gave or used a mandate. */
    Optional<Payment> latestPayment(String merchantId, String mandateId);
}
