/**
 * The refund: its commands, events and states, and the rules between them. Nothing here does I/O,
 * reads a clock or makes up an id.
 */
@NullMarked
package dev.paylater.refund.core;

import org.jspecify.annotations.NullMarked;
