/** The service that tells merchants what happened. */
@NullMarked
package dev.paylater.webhook;

import org.jspecify.annotations.NullMarked;
