@NullMarked
package dev.paylater.kernel.timer;

import org.jspecify.annotations.NullMarked;
