/** Calls to addresses that merchants have typed in. */
@NullMarked
package dev.paylater.kit.outgoing;

import org.jspecify.annotations.NullMarked;
