/**
 * Measures the running system from outside: latencies at the merchant's side, and what every
 * process and everybody else on the machine used meanwhile.
 */
@NullMarked
package dev.paylater.e2e.bench;

import org.jspecify.annotations.NullMarked;
