@NullMarked
package dev.paylater.local.cli.process;

import org.jspecify.annotations.NullMarked;
