/** A payment with its history, and what it takes to keep one. */
@NullMarked
package dev.paylater.orchestrator.journal;

import org.jspecify.annotations.NullMarked;
