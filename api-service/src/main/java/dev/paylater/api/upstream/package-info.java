/** Other services, asked over HTTP on behalf of a merchant. */
@NullMarked
package dev.paylater.api.upstream;

import org.jspecify.annotations.NullMarked;
