/** Disputes, as providers tell of them. */
@NullMarked
package dev.paylater.api.dispute;

import org.jspecify.annotations.NullMarked;
