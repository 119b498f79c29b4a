@NullMarked
package dev.paylater.api.console;

import org.jspecify.annotations.NullMarked;
