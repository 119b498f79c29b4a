@NullMarked
package dev.paylater.local.broker;

import org.jspecify.annotations.NullMarked;
