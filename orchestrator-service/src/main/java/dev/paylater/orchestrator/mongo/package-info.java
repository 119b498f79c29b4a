/** The one document that a payment is, and how it is written. */
@NullMarked
package dev.paylater.orchestrator.mongo;

import org.jspecify.annotations.NullMarked;
