/** Traces: what a request has led to, over all services, as spans of OpenTelemetry. */
@NullMarked
package dev.paylater.kit.trace;

import org.jspecify.annotations.NullMarked;
