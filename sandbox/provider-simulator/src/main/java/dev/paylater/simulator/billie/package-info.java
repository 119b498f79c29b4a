/** The dialect of Billie. */
@NullMarked
package dev.paylater.simulator.billie;

import org.jspecify.annotations.NullMarked;
