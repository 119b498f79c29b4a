/** Messages in and out of Kafka: settings that are asserted, the Avro wire format, dead letters. */
@NullMarked
package dev.paylater.kit.kafka;

import org.jspecify.annotations.NullMarked;
