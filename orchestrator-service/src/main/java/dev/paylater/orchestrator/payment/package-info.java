/**
 * The payment: its commands, events and states. The packages below hold the rules between them, and
 * each uses only those before it: evolution, request, result, decision. Nothing in them does I/O,
 * reads a clock or makes up an id.
 */
@NullMarked
package dev.paylater.orchestrator.payment;

import org.jspecify.annotations.NullMarked;
