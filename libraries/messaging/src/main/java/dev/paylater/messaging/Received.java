package dev.paylater.messaging;

import org.apache.avro.specific.SpecificRecord;

/**
 * An event that is new to its reader.
 *
 * @param subject the payment or refund that it is about: {@code merchant_id/payment_id} or {@code
 *     merchant_id/payment_id/refund_id}
 * @param sequence its number among the events of that payment or refund, from 1
 * @param missing how many numbers before it were not seen; they decided nothing (docs/events.md),
 *     or are older than what the reader knows of
 */
public record Received<E extends SpecificRecord>(
        E event, String subject, long sequence, long missing) {}
