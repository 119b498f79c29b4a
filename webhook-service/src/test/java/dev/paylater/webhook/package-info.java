@NullMarked
package dev.paylater.webhook;

import org.jspecify.annotations.NullMarked;
