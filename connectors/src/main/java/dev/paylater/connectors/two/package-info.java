/** Two: invoices for companies, agreed on a hosted page. */
@NullMarked
package dev.paylater.connectors.two;

import org.jspecify.annotations.NullMarked;
