/** The first answer under an Idempotency-Key, kept and given again. */
@NullMarked
package dev.paylater.api.idempotency;

import org.jspecify.annotations.NullMarked;
