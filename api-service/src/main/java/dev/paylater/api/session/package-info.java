/** Who is signed in to the console. */
@NullMarked
package dev.paylater.api.session;

import org.jspecify.annotations.NullMarked;
