/** Webhook endpoints: where a merchant wants to be told, and what was delivered there. */
@NullMarked
package dev.paylater.api.endpoint;

import org.jspecify.annotations.NullMarked;
