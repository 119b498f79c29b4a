@NullMarked
package dev.paylater.webhook.event;

import org.jspecify.annotations.NullMarked;
