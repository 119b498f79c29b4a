@NullMarked
package dev.paylater.ops.console;

import org.jspecify.annotations.NullMarked;
