/** Klarna by its hosted page: Payments, Hosted Payment Page and Order Management. */
@NullMarked
package dev.paylater.connectors.klarna;

import org.jspecify.annotations.NullMarked;
