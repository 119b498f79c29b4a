package dev.paylater.kit.kafka;

import org.apache.avro.specific.SpecificRecord;

/**
 * A message as it arrived.
 *
 * @param bytes how long its value was on the wire
 */
public record Incoming(
        String key, String messageId, MessageContext context, SpecificRecord value, int bytes) {}
