/** The provider's memory: payments, answers and the ledger, in one append-only file. */
@NullMarked
package dev.paylater.simulator.book;

import org.jspecify.annotations.NullMarked;
