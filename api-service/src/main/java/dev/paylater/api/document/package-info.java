/** Stored payments, and how merchants see them. */
@NullMarked
package dev.paylater.api.document;

import org.jspecify.annotations.NullMarked;
