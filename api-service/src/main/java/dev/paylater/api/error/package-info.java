/** Every way a request can fail, in one table and one shape. */
@NullMarked
package dev.paylater.api.error;

import org.jspecify.annotations.NullMarked;
