/**
 * The way in: commands are decided by the state of the payment, and events say which messages go
 * out.
 */
@NullMarked
package dev.paylater.orchestrator.payment.decision;

import org.jspecify.annotations.NullMarked;
