/** One event for one endpoint, until it has arrived or is given up. */
@NullMarked
package dev.paylater.webhook.delivery;

import org.jspecify.annotations.NullMarked;
