/** Documents that are replaced as a whole, on the condition of their version. */
@NullMarked
package dev.paylater.kernel.store;

import org.jspecify.annotations.NullMarked;
