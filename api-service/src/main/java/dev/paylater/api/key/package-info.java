/** Who is calling, and what their key allows. */
@NullMarked
package dev.paylater.api.key;

import org.jspecify.annotations.NullMarked;
