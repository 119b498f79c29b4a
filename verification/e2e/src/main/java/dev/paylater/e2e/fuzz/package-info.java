/** Client-side requests as nobody would mean them, and what they may not do. */
@NullMarked
package dev.paylater.e2e.fuzz;

import org.jspecify.annotations.NullMarked;
