/** The dialect of Klarna: payment sessions, hosted payment pages, order management. */
@NullMarked
package dev.paylater.simulator.klarna;

import org.jspecify.annotations.NullMarked;
