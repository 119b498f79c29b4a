/**
 * What events make of a payment, and the events of one decision with the payment after each of
 * them.
 */
@NullMarked
package dev.paylater.orchestrator.payment.evolution;

import org.jspecify.annotations.NullMarked;
