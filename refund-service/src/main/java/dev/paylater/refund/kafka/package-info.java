/** Commands in, events, requests and replies out. */
@NullMarked
package dev.paylater.refund.kafka;

import org.jspecify.annotations.NullMarked;
