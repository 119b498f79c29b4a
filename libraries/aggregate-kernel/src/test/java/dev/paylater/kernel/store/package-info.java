@NullMarked
package dev.paylater.kernel.store;

import org.jspecify.annotations.NullMarked;
