/** The log of what merchants were told, and what they send again. */
@NullMarked
package dev.paylater.api.delivery;

import org.jspecify.annotations.NullMarked;
