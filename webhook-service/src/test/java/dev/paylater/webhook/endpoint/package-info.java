@NullMarked
package dev.paylater.webhook.endpoint;

import org.jspecify.annotations.NullMarked;
