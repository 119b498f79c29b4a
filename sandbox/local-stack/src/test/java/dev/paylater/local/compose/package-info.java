@NullMarked
package dev.paylater.local.compose;

import org.jspecify.annotations.NullMarked;
