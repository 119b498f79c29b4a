@NullMarked
package dev.paylater.kernel;

import org.jspecify.annotations.NullMarked;
