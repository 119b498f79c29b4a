/** Sezzle: four instalments in the United States and Canada, agreed on a hosted page. */
@NullMarked
package dev.paylater.connectors.sezzle;

import org.jspecify.annotations.NullMarked;
