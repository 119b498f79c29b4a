/** PayPal's Pay Later: orders (version 2) that the customer approves, and their payments. */
@NullMarked
package dev.paylater.connectors.paypal;

import org.jspecify.annotations.NullMarked;
