@NullMarked
package dev.paylater.ops;

import org.jspecify.annotations.NullMarked;
