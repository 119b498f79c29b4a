/**
 * The payment: its commands, events and states, and the rules between them. Nothing here does I/O,
 * reads a clock or makes up an id.
 */
@NullMarked
package dev.paylater.orchestrator.payment;

import org.jspecify.annotations.NullMarked;
