/** The providers that paylater serves, a package each. */
@NullMarked
package dev.paylater.connectors;

import org.jspecify.annotations.NullMarked;
