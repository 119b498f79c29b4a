/** Reads of what other services write. */
@NullMarked
package dev.paylater.api.store;

import org.jspecify.annotations.NullMarked;
