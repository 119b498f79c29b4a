/** The dialect of Tabby. */
@NullMarked
package dev.paylater.simulator.tabby;

import org.jspecify.annotations.NullMarked;
