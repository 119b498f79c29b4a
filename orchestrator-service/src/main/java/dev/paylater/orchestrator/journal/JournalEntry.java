package dev.paylater.orchestrator.journal;

import dev.paylater.orchestrator.payment.PaymentEvent;
import java.time.Instant;

/**
 * One event as it is kept.
 *
 * @param sequence counts the payment's events from 1 without gaps
 * @param cause message id of the command that led to it
 */
public record JournalEntry(long sequence, Instant at, String cause, PaymentEvent event) {}
