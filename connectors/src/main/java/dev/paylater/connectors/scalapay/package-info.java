/** Scalapay: instalments in southern and western Europe, agreed on a hosted page. */
@NullMarked
package dev.paylater.connectors.scalapay;

import org.jspecify.annotations.NullMarked;
