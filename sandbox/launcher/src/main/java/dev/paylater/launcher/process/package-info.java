@NullMarked
package dev.paylater.launcher.process;

import org.jspecify.annotations.NullMarked;
