/** The HTTP front that all dialects share: calls in, replies out, customer pages, misbehaviour. */
@NullMarked
package dev.paylater.simulator.http;

import org.jspecify.annotations.NullMarked;
