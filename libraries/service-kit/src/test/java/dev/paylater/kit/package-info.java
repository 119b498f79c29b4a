@NullMarked
package dev.paylater.kit;

import org.jspecify.annotations.NullMarked;
