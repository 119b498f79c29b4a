@NullMarked
package dev.paylater.ops.settlement;

import org.jspecify.annotations.NullMarked;
