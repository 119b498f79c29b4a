/** Exchanges with providers that did not succeed, kept for support. */
@NullMarked
package dev.paylater.connector.exchange;

import org.jspecify.annotations.NullMarked;
