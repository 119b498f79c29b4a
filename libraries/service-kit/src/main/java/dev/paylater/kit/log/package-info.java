/** The keys of log lines, and the bound on warnings that repeat. */
@NullMarked
package dev.paylater.kit.log;

import org.jspecify.annotations.NullMarked;
