/** Billie: invoices for companies, decided without a page. */
@NullMarked
package dev.paylater.connector.provider.billie;

import org.jspecify.annotations.NullMarked;
