/** The accounts and rules that say where a payment may go. */
@NullMarked
package dev.paylater.orchestrator.routing;

import org.jspecify.annotations.NullMarked;
