/** The one document that a refund is, how it is written, and how refunds are found. */
@NullMarked
package dev.paylater.refund.mongo;

import org.jspecify.annotations.NullMarked;
