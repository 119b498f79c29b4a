@NullMarked
package dev.paylater.launcher;

import org.jspecify.annotations.NullMarked;
