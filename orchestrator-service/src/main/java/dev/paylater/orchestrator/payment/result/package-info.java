/**
 * What the results of providers mean: rows of conditions and effects, the first that fits counts.
 */
@NullMarked
package dev.paylater.orchestrator.payment.result;

import org.jspecify.annotations.NullMarked;
