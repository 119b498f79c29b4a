/** Lists compared with what they must be, and how long they take. */
@NullMarked
package dev.paylater.refund.listing;

import org.jspecify.annotations.NullMarked;
