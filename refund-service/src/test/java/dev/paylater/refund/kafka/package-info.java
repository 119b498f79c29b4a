@NullMarked
package dev.paylater.refund.kafka;

import org.jspecify.annotations.NullMarked;
