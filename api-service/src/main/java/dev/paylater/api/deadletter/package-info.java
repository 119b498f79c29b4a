/** Records that no service could handle, for operators. */
@NullMarked
package dev.paylater.api.deadletter;

import org.jspecify.annotations.NullMarked;
