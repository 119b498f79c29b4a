/** Tamara: instalments in the Gulf, agreed on a hosted page. */
@NullMarked
package dev.paylater.connectors.tamara;

import org.jspecify.annotations.NullMarked;
