package dev.paylater.messaging;

import org.apache.avro.specific.SpecificRecord;

/**
 * An event that is new to its reader.
 *
 * @param subject the payment or refund that it is about: {@code merchant_id/payment_id}, {@code
 *     merchant_id/payment_id/refund_id}, or for a payment's state {@code
 *     merchant_id/payment_id/state}
 * @param sequence its number among the events of that payment or refund, from 1
 * @param missing how many numbers before it were not seen; they decided nothing
 *     (docs/makers/events.md), or are older than what the reader knows of; of a state's only the
 *     latest are published
 */
public record Received<E extends SpecificRecord>(
        E event, String subject, long sequence, long missing) {}
