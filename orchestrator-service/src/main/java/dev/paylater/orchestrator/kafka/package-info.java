/** Commands in, events, requests and replies out. */
@NullMarked
package dev.paylater.orchestrator.kafka;

import org.jspecify.annotations.NullMarked;
