/** Tests over the real HTTP port, most of them one per sentence of README.md. */
@NullMarked
package dev.paylater.simulator;

import org.jspecify.annotations.NullMarked;
