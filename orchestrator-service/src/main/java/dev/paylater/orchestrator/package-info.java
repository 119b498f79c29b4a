/** The only writer of payments. */
@NullMarked
package dev.paylater.orchestrator;

import org.jspecify.annotations.NullMarked;
