/** Mondu: invoices and instalments for companies. */
@NullMarked
package dev.paylater.connector.provider.mondu;

import org.jspecify.annotations.NullMarked;
