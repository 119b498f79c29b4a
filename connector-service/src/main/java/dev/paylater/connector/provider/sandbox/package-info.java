/** The test connector: speaks to the provider simulator's own protocol. */
@NullMarked
package dev.paylater.connector.provider.sandbox;

import org.jspecify.annotations.NullMarked;
