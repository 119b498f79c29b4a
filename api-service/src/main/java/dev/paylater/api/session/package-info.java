/** Sessions of administrators and merchants in the console. */
@NullMarked
package dev.paylater.api.session;

import org.jspecify.annotations.NullMarked;
