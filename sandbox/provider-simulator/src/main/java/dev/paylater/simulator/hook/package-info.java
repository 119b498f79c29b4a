/** A merchant's server, as far as it receives webhooks. */
@NullMarked
package dev.paylater.simulator.hook;

import org.jspecify.annotations.NullMarked;
