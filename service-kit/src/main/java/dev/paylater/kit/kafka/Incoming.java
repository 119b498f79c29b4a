package dev.paylater.kit.kafka;

import org.apache.avro.specific.SpecificRecord;

/** A message as it arrived. */
public record Incoming(
        String key, String messageId, MessageContext context, SpecificRecord value) {}
