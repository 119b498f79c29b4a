/** Riverty: invoices, instalments and direct debit in Europe, decided at once or on a page. */
@NullMarked
package dev.paylater.connectors.riverty;

import org.jspecify.annotations.NullMarked;
