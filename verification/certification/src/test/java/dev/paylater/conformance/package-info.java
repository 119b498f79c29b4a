/**
 * The conformance kit: what every connector is held to, against the simulator's dialect of its
 * provider, through the shared caller and over HTTP.
 */
@NullMarked
package dev.paylater.conformance;

import org.jspecify.annotations.NullMarked;
