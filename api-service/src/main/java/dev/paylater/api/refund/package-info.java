/** The refund resource, kept by refund-service. */
@NullMarked
package dev.paylater.api.refund;

import org.jspecify.annotations.NullMarked;
