/** The console in a real browser, as each kind of people who use it. */
@NullMarked
package dev.paylater.e2e.console;

import org.jspecify.annotations.NullMarked;
