/** Immutable records as BSON documents. */
@NullMarked
package dev.paylater.kit.bson;

import org.jspecify.annotations.NullMarked;
