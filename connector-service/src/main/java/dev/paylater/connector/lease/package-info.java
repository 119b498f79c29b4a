/** One delivery at a time acts at a provider that knows no idempotency keys. */
@NullMarked
package dev.paylater.connector.lease;

import org.jspecify.annotations.NullMarked;
