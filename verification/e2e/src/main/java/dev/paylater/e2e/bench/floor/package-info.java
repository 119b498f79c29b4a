/**
 * The least that a payment could cost on this stack: a request that travels the same four hops
 * through Kafka and is written once, with nothing decided, checked or rendered on the way.
 */
@NullMarked
package dev.paylater.e2e.bench.floor;

import org.jspecify.annotations.NullMarked;
