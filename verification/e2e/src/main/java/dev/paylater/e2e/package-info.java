/**
 * The running system, driven from outside: real processes, real HTTP, and the provider's ledger.
 */
@NullMarked
package dev.paylater.e2e;

import org.jspecify.annotations.NullMarked;
