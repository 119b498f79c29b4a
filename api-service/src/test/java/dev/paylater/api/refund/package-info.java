/** Lists of refunds compared with what they must be, and how long they take. */
@NullMarked
package dev.paylater.api.refund;

import org.jspecify.annotations.NullMarked;
