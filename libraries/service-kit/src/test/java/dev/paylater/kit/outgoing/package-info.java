/** Which addresses may be called. */
@NullMarked
package dev.paylater.kit.outgoing;

import org.jspecify.annotations.NullMarked;
