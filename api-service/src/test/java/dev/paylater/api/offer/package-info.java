/** Tests of what is offered. */
@NullMarked
package dev.paylater.api.offer;

import org.jspecify.annotations.NullMarked;
