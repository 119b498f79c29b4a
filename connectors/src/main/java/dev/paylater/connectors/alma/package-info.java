/** Alma: payments in instalments or later, agreed on a hosted page. */
@NullMarked
package dev.paylater.connectors.alma;

import org.jspecify.annotations.NullMarked;
