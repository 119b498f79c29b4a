@NullMarked
package dev.paylater.broker;

import org.jspecify.annotations.NullMarked;
