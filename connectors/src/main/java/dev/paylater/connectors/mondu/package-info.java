/** Mondu: invoices for companies, agreed on a hosted page. */
@NullMarked
package dev.paylater.connectors.mondu;

import org.jspecify.annotations.NullMarked;
