/**
 * Lists of payments, refunds, disputes, links, customers and mandates, and the filters of payments.
 */
@NullMarked
package dev.paylater.api.console.search;

import org.jspecify.annotations.NullMarked;
