/** The refund's rules, shown and shaken. */
@NullMarked
package dev.paylater.refund.core;

import org.jspecify.annotations.NullMarked;
