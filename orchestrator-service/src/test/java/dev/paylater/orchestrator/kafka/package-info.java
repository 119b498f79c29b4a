@NullMarked
package dev.paylater.orchestrator.kafka;

import org.jspecify.annotations.NullMarked;
