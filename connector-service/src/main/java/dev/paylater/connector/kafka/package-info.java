/** Takes requests from the connectors' topics and publishes what came of them. */
@NullMarked
package dev.paylater.connector.kafka;

import org.jspecify.annotations.NullMarked;
