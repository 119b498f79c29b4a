/** The HTTP API for merchants. */
@NullMarked
package dev.paylater.api;

import org.jspecify.annotations.NullMarked;
