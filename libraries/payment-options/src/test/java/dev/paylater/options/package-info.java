@NullMarked
package dev.paylater.options;

import org.jspecify.annotations.NullMarked;
