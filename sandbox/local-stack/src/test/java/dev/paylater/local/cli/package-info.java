@NullMarked
package dev.paylater.local.cli;

import org.jspecify.annotations.NullMarked;
