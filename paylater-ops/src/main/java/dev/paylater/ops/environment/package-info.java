@NullMarked
package dev.paylater.ops.environment;

import org.jspecify.annotations.NullMarked;
