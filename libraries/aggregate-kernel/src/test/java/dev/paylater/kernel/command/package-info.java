@NullMarked
package dev.paylater.kernel.command;

import org.jspecify.annotations.NullMarked;
