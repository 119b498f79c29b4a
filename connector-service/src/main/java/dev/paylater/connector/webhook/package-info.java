/** The door for what providers send by themselves. */
@NullMarked
package dev.paylater.connector.webhook;

import org.jspecify.annotations.NullMarked;
