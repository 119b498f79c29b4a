/** What requests are kept in. */
@NullMarked
package dev.paylater.simulator.http;

import org.jspecify.annotations.NullMarked;
