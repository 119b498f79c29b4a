/**
 * What things with a life of their own have in common: commands come in, events follow, both are
 * kept in one document, and some of it is due later. Nothing here knows a payment or a refund.
 */
@NullMarked
package dev.paylater.kernel;

import org.jspecify.annotations.NullMarked;
