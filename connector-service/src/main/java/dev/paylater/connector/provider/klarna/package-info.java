/**
 * Klarna by its hosted payment page. Minor units everywhere, ids of captures and refunds in
 * headers, an idempotency key on order management only, notifications without a signature.
 */
@NullMarked
package dev.paylater.connector.provider.klarna;

import org.jspecify.annotations.NullMarked;
