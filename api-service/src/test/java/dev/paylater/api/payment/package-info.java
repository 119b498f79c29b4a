@NullMarked
package dev.paylater.api.payment;

import org.jspecify.annotations.NullMarked;
