/** What is on paylater's topics, read and written without a framework. */
@NullMarked
package dev.paylater.messaging;

import org.jspecify.annotations.NullMarked;
