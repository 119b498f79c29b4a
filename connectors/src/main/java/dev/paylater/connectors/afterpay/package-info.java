/** Afterpay, called Clearpay in the United Kingdom: the global API, version 2. */
@NullMarked
package dev.paylater.connectors.afterpay;

import org.jspecify.annotations.NullMarked;
