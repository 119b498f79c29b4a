/** The sandbox provider, which speaks the provider simulator's own protocol. */
@NullMarked
package dev.paylater.connectors.sandbox;

import org.jspecify.annotations.NullMarked;
