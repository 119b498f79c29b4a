/** Billie: invoices for companies, decided without a page. */
@NullMarked
package dev.paylater.connectors.billie;

import org.jspecify.annotations.NullMarked;
