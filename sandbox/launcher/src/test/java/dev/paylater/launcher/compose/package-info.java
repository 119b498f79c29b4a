@NullMarked
package dev.paylater.launcher.compose;

import org.jspecify.annotations.NullMarked;
