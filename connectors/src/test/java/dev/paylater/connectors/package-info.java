/** Runs the connectors over their exchanges. */
@NullMarked
package dev.paylater.connectors;

import org.jspecify.annotations.NullMarked;
