/** What the local profile has from the start. */
@NullMarked
package dev.paylater.api.sandbox;

import org.jspecify.annotations.NullMarked;
