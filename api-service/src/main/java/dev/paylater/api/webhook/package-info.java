/** Notifications from providers, handed to connector-service. */
@NullMarked
package dev.paylater.api.webhook;

import org.jspecify.annotations.NullMarked;
