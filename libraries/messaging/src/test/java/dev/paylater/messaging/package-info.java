@NullMarked
package dev.paylater.messaging;

import org.jspecify.annotations.NullMarked;
